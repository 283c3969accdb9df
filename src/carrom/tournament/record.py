"""The record of a contest: its acts in order, never changed, only struck out; the contest is folded from them.

Undoing strikes out, striking out a strike-out brings back. So no draw that is undone loses a result: results stay, and
count again where the same two meet in the same fixture.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from carrom.equipment.arrangement import Rng
from carrom.errors import CarromError
from carrom.tournament import format as formats
from carrom.tournament import serialization
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
from carrom.tournament.options import check_options
from carrom.tournament.regulation import USUAL, Regulation
from carrom.tournament.results import Result
from carrom.tournament.reverting import Revert, last_reverted
from carrom.tournament.reverting import holding as those_that_hold
from carrom.tournament.rng import RecordingRng, RepeatingRng, shuffled
from carrom.tournament.teams import TieTerms

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One act: its number from 1, when and by whom."""

    number: int
    act: Act | Revert
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that was done in a contest."""

    format: str
    options: Mapping[str, Value] = field(default_factory=lambda: NO_OPTIONS)
    regulation: Regulation = USUAL
    tie: TieTerms | None = None  # what a fixture is made of where teams play
    lines: tuple[LogEntry, ...] = ()
    version: int = FORMAT_VERSION

    def __post_init__(self) -> None:
        """Check format and options. Raises UnknownFormatError, OptionError."""
        check_options(formats.find(self.format).options, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A fixture whose sides change: who met before and who meets after; None where there is no such fixture or side."""

    fixture: str
    before: tuple[str | None, str | None] | None
    after: tuple[str | None, str | None] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What an act changes: fixtures, results that count no more or again, and places (before, after)."""

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
    by_hand: tuple[LogEntry, ...]
    drawn_in: int


def contest_of(record: Record) -> Contest:
    """The contest after all acts that hold."""
    contest = _begun(record)
    for line in holding(record):
        contest = follow(contest, line.act)  # type: ignore[arg-type]
    return contest


def holding(record: Record) -> tuple[LogEntry, ...]:
    """The acts that are not struck out, strike-outs themselves left away."""
    return those_that_hold(record.lines)


def apply(record: Record, act: Act, *, at: str = "", by: str = "") -> Record:
    """The record with one more act. Raises CarromError: it may not be done now, and why."""
    check(contest_of(record), act)
    return _with(record, act, at, by)


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
    """The record with its last draw undone and made anew, before play.

    Raises:
        ActError: nothing is drawn, or something of it is played already.
    """
    contest = contest_of(record)
    if not contest.draws:
        raise CommandError("nothing-drawn")
    last = {one.id for one in contest.draws[-1].fixtures}
    results = (*contest.results, *(one.result for one in contest.tie_matches))
    told = {(one.fixture, one.pair) for one in results}
    played = [
        one.fixture.id
        for one in formats.find(record.format).meetings(contest)
        if one.fixture.id in last and (one.fixture.id, frozenset(one.keys)) in told
    ]
    if played:
        raise CommandError("already-played", fixture=played[0])
    line = [line for line in holding(record) if isinstance(line.act, Draw)][-1]
    return draw(revert(record, line.number, at=at, by=by), rng, at=at, by=by)


def draw_lots(record: Record, keys: frozenset[str], rng: Rng, *, at: str = "", by: str = "") -> Record:
    """The record with lots for those who are level. Raises UnknownEntrantError."""
    recording = RecordingRng(rng)
    order = tuple(shuffled(sorted(keys), recording))
    return apply(record, DrawLots(order, recording.given), at=at, by=by)


def revert(record: Record, number: int, *, at: str = "", by: str = "") -> Record:
    """The record without the act of a line; what was edited by hand in a draw goes with it, results stay.

    Raises:
        ActError: there is no such act, it is undone already, or a later one needs it: undo that first.
    """
    lines = {line.number: line for line in holding(record)}
    if number not in lines:
        raise CommandError("no-such-entry", number=number)
    gone = [number]
    if isinstance(lines[number].act, Draw):
        later = [line.number for line in lines.values() if line.number > number and isinstance(line.act, Draw)]
        if later:
            raise CommandError("later-draw", number=later[-1])
    contest = _begun(record)
    for line in lines.values():
        if line.number == number:
            continue
        try:
            contest = follow(contest, line.act)  # type: ignore[arg-type]
        except CarromError as error:
            if line.number < number or not isinstance(line.act, Swap | Fill):
                raise CommandError("needed", number=line.number, cause=error) from None
            gone.append(line.number)
    try:
        check_sides(contest)
    except CarromError as error:
        raise CommandError("edited-after", cause=error) from None
    return _with(record, Revert(tuple(gone)), at, by)


def brought_back(record: Record, *, at: str = "", by: str = "") -> Record:
    """The record with what was undone last brought back. Raises ActError: nothing was, or it does not fit any more."""
    number = last_reverted(record.lines)
    if number is None:
        raise CommandError("nothing-undone")
    back = _with(record, Revert((number,)), at, by)
    try:
        check_sides(contest_of(back))
    except CarromError as error:
        raise CommandError("no-longer-fits", cause=error) from None
    return back


def preview(record: Record, act: Act) -> Consequences:
    """What an act would change. Raises CarromError: it may not be done."""
    contest = contest_of(record)
    check(contest, act)
    return consequences(contest, follow(contest, act))


def consequences(before: Contest, after: Contest) -> Consequences:
    """What is different between two states of a contest."""
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
    lines = holding(record)
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
    contest = _begun(record)
    for line in holding(record):
        if isinstance(line.act, Draw) and line.act.drawn.numbers:
            try:
                again = formats.find(record.format).draw(contest, RepeatingRng(line.act.drawn.numbers))
            except CarromError:
                again = ()
            if again != line.act.drawn.fixtures:
                wrong.append(line.number)
        contest = follow(contest, line.act)  # type: ignore[arg-type]
    return tuple(wrong)


def write(record: Record) -> dict[str, object]:
    """The record as plain JSON."""
    told: dict[str, object] = serialization.to_plain(record)
    return told


def read(data: object) -> Record:
    """The record that plain JSON tells, folded once so that it is known to hold.

    Raises:
        NotPlainError, CarromError: what is wrong and where.
    """
    return read_and_fold(data)[0]


def read_and_fold(data: object) -> tuple[Record, Contest]:
    """The record that plain JSON tells, and its contest. Raises what `read` raises."""
    record = serialization.from_plain(Record, data)
    if record.version != FORMAT_VERSION:
        raise serialization.NotPlainError("version", version=record.version, supported=FORMAT_VERSION)
    if [line.number for line in record.lines] != list(range(1, len(record.lines) + 1)):
        raise serialization.NotPlainError("not-numbered")
    return record, contest_of(record)


def _begun(record: Record) -> Contest:
    return Contest(format=record.format, options=record.options, regulation=record.regulation, tie=record.tie)


def _with(record: Record, act: Act | Revert, at: str, by: str) -> Record:
    line = LogEntry(number=len(record.lines) + 1, act=act, at=at, by=by)
    return replace(record, lines=(*record.lines, line))
