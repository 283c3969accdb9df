"""The record of a contest: a log of acts (`carrom.log`), from which the contest is folded.

No draw that is reverted loses a result: results stay, and count again where the same two meet in the same fixture.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from carrom import serialization
from carrom.equipment.arrangement import Rng
from carrom.errors import CarromError, UnreadableError
from carrom.log import Entry, Fold, Log, Revert
from carrom.settings import check_settings
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import set_aside
from carrom.tournament.commands import (
    Act,
    CommandError,
    Draw,
    DrawLots,
    Fill,
    Swap,
    check,
    check_sides,
    follow,
)
from carrom.tournament.contest import NO_OPTIONS, Contest, Drawn, Value
from carrom.tournament.fixtures import Fixture, PairingReason
from carrom.tournament.regulation import USUAL, Regulation
from carrom.tournament.results import Result
from carrom.tournament.rng import RecordingRng, RepeatingRng, shuffled
from carrom.tournament.teams import TieTerms

FORMAT_VERSION = 1


class RecordError(UnreadableError):
    """A file that is no record of this version, or whose entries are not in their order."""

    code = "bad-record"


@dataclass(frozen=True)
class ContestFold(Fold[Contest, Act]):
    """How a contest follows from acts, given what it began with."""

    initial: Contest

    def start(self) -> Contest:
        """The contest before its first act."""
        return self.initial

    def apply(self, state: Contest, act: Act) -> Contest:
        """The contest after an act."""
        return follow(state, act)

    def check(self, state: Contest, act: Act, *, at: str) -> None:
        """Pass if an act can be done now."""
        check(state, act)

    def check_revert(self, entries: Sequence[Entry[Act]], number: int) -> None:
        """Of several draws the last is reverted first."""
        later = [entry.number for entry in entries if entry.number >= number and isinstance(entry.act, Draw)]
        if len(later) > 1 and later[0] == number:
            raise CommandError("later-draw", number=later[-1])

    def belongs_to_earlier(self, act: Act) -> bool:
        """Whether an act edited a draw by hand: it goes with that draw."""
        return isinstance(act, Swap | Fill)

    def check_state(self, state: Contest) -> None:
        """Pass if nobody stands in a round twice."""
        check_sides(state)


@dataclass(frozen=True, kw_only=True)
class Record:
    """Everything that was done in a contest."""

    format: str
    options: Mapping[str, Value] = field(default_factory=lambda: NO_OPTIONS)
    regulation: Regulation = USUAL
    tie: TieTerms | None = None  # what a fixture is made of where teams play
    entries: tuple[Entry[Act], ...] = ()
    version: int = FORMAT_VERSION

    def __post_init__(self) -> None:
        """Check format and options. Raises UnknownFormatError, SettingError."""
        check_settings(formats.find(self.format).options, self.options)

    @cached_property
    def log(self) -> Log[Contest, Act]:
        """The entries with the contest that is folded from them."""
        initial = Contest(format=self.format, options=self.options, regulation=self.regulation, tie=self.tie)
        return Log(ContestFold(initial), self.entries)

    def with_log(self, log: Log[Contest, Act]) -> "Record":
        """The record with another log of the same contest, which is not folded again."""
        made = replace(self, entries=log.entries)
        made.__dict__["log"] = log
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A fixture whose sides change: who met before and who meets after; None where there is no such fixture or side."""

    fixture: str
    before: tuple[str | None, str | None] | None
    after: tuple[str | None, str | None] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """The consequences of an act: fixtures, results that count no more or again, and places (before, after)."""

    fixtures: tuple[Changed, ...] = ()
    count_no_more: tuple[Result, ...] = ()
    count_again: tuple[Result, ...] = ()
    places: tuple[tuple[str, int | None, int | None], ...] = ()

    def __bool__(self) -> bool:
        """Whether anything changes."""
        return bool(self.fixtures or self.count_no_more or self.count_again or self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """Why two meet: the fixture's reasons, and the lines of the record that changed it by hand."""

    fixture: Fixture
    why: tuple[PairingReason, ...]
    by_hand: tuple[Entry[Act], ...]
    drawn_in: int


def contest_of(record: Record) -> Contest:
    """The contest after all acts that count."""
    return record.log.state


def effective(record: Record) -> tuple[Entry[Act], ...]:
    """The entries that count, without the reverts."""
    return record.log.effective


def apply(record: Record, act: Act, *, at: str = "", by: str = "") -> Record:
    """The record with one more act. Raises CarromError: it may not be done now, and why."""
    return record.with_log(record.log.append(act, at=at, by=by))


def draw(record: Record, rng: Rng, *, at: str = "", by: str = "") -> Record:
    """The record with the next draw of its format.

    Raises:
        NothingToDrawError, TooFewError, CannotPairError: nothing is drawn.
    """
    recording = RecordingRng(rng)
    contest = contest_of(record)
    fixtures = formats.find(record.format).draw(contest, recording)
    return apply(record, Draw(Drawn(fixtures, recording.given)), at=at, by=by)


def redrawn(record: Record, rng: Rng, *, at: str = "", by: str = "") -> Record:
    """The record with its last draw undone and made again, before play.

    Raises:
        CommandError: nothing is drawn, or something of it is played already.
    """
    contest = contest_of(record)
    if not contest.draws:
        raise CommandError("nothing-drawn")
    last = {one.id for one in contest.draws[-1].fixtures}
    results = (*contest.results, *(one.result for one in contest.tie_matches))
    reported = {(one.fixture, one.pair) for one in results}
    played = [
        one.fixture.id
        for one in formats.find(record.format).meetings(contest)
        if one.fixture.id in last and (one.fixture.id, frozenset(one.keys)) in reported
    ]
    if played:
        raise CommandError("already-played", fixture=played[0])
    drawn = [entry for entry in effective(record) if isinstance(entry.act, Draw)][-1]
    return draw(revert(record, drawn.number, at=at, by=by), rng, at=at, by=by)


def draw_lots(record: Record, keys: frozenset[str], rng: Rng, *, at: str = "", by: str = "") -> Record:
    """The record with lots for those who are level. Raises UnknownEntrantError."""
    recording = RecordingRng(rng)
    order = tuple(shuffled(sorted(keys), recording))
    return apply(record, DrawLots(order, recording.given), at=at, by=by)


def revert(record: Record, number: int, *, at: str = "", by: str = "") -> Record:
    """The record without the act of an entry; what was edited by hand in a draw goes with it, results stay.

    Raises:
        LogError: there is no such act, it is reverted already, or a later one needs it: revert that first.
        CommandError: a later draw stands.
    """
    return record.with_log(record.log.revert(number, at=at, by=by))


def restore(record: Record, *, at: str = "", by: str = "") -> Record:
    """The record with what was reverted last brought back. Raises LogError: nothing was, or it no longer fits."""
    return record.with_log(record.log.restore(at=at, by=by))


def preview(record: Record, act: Act) -> Consequences:
    """Return the change by an act. Raises CarromError: it may not be done."""
    found = record.log.preview(act)
    return consequences(found.before, found.after)


def consequences(before: Contest, after: Contest) -> Consequences:
    """Return the differences between two states of a contest."""
    form = formats.find(before.format)
    met = [{one.fixture.id: one for one in form.meetings(contest)} for contest in (before, after)]
    sides = [{key: (one.a, one.b) for key, one in found.items()} for found in met]
    counted = [
        [one for one in contest.results if one not in set_aside(contest, tuple(found.values()))]
        for contest, found in zip((before, after), met, strict=True)
    ]
    places = [{row.key: row.place for row in form.standings(contest)} for contest in (before, after)]
    return Consequences(
        fixtures=tuple(
            Changed(fixture=key, before=sides[0].get(key), after=sides[1].get(key))
            for key in dict.fromkeys((*sides[0], *sides[1]))
            if sides[0].get(key) != sides[1].get(key)
        ),
        count_no_more=tuple(one for one in counted[0] if one not in counted[1]),
        count_again=tuple(one for one in counted[1] if one not in counted[0]),
        places=tuple(
            (key, places[0].get(key), places[1].get(key))
            for key in sorted({*places[0], *places[1]})
            if places[0].get(key) != places[1].get(key)
        ),
    )


def inspected(record: Record, fixture: str) -> Inspection:
    """Why two meet. Raises UnknownFixtureError."""
    contest = contest_of(record)
    found = contest.fixture(fixture)
    lines = effective(record)
    home = [
        line.number
        for line in lines
        if isinstance(line.act, Draw) and any(one.id == fixture for one in line.act.drawn.fixtures)
    ]
    by_hand = tuple(
        line
        for line in lines
        if (isinstance(line.act, Swap) and fixture in (line.act.fixture, line.act.other_fixture))
        or (isinstance(line.act, Fill) and line.act.fixture == fixture)
    )
    return Inspection(
        fixture=found, why=formats.find(record.format).why_these(contest, fixture), by_hand=by_hand, drawn_in=home[-1]
    )


def check_draws(record: Record) -> tuple[int, ...]:
    """The lines of draws that their recorded numbers do not give again; empty if all do. Draws by hand have none."""
    wrong = []
    contest = record.log.fold.start()
    for entry in effective(record):
        if isinstance(entry.act, Revert):
            continue
        if isinstance(entry.act, Draw) and entry.act.drawn.numbers:
            try:
                again = formats.find(record.format).draw(contest, RepeatingRng(entry.act.drawn.numbers))
            except CarromError:
                again = ()
            if again != entry.act.drawn.fixtures:
                wrong.append(entry.number)
        contest = follow(contest, entry.act)
    return tuple(wrong)


def write(record: Record) -> dict[str, object]:
    """The record as plain JSON."""
    written: dict[str, object] = serialization.to_plain(record, brief=True)
    return written


def read(data: object) -> Record:
    """The record of plain JSON, folded once so that it is known to hold.

    Raises:
        BadJsonError, RecordError, CarromError: what is wrong and where.
    """
    record = serialization.from_plain(Record, data)
    if record.version != FORMAT_VERSION:
        raise RecordError("version", version=record.version, supported=FORMAT_VERSION)
    if [entry.number for entry in record.entries] != list(range(1, len(record.entries) + 1)):
        raise RecordError("not-numbered")
    _ = record.log.state
    return record
