"""The commands of an organiser in a contest, and their effects.

`follow` applies a command without checks; `check` says beforehand whether it is possible.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from carrom.errors import NotAllowedError
from carrom.settings import check_settings
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import State
from carrom.tournament.contest import Contest, Drawn, ReportedLineUp, ReportedTieMatch, Value
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Bye, Fixture, Slot, check_fixtures, known_keys
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.teams import LineUp, TieTerms, check_line_up
from carrom.tournament.tie_breaks import find


class CommandError(NotAllowedError):
    """It cannot be done in this state of the contest."""

    code = "not-now"


@dataclass(frozen=True, slots=True)
class Enter:
    """Somebody comes in, or what is known of them changes.

    After the draw they join from a later round on where the format takes late entries; elsewhere they are reserves, who
    play only where a side is filled with them by hand.
    """

    kind: ClassVar[str] = "enter"
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Remove:
    """An entrant who is not drawn yet goes out as if they had never been in."""

    kind: ClassVar[str] = "remove"
    key: str


@dataclass(frozen=True, slots=True)
class Leave:
    """An entrant withdraws (or is disqualified from the event): from this round on they no longer play."""

    kind: ClassVar[str] = "leave"
    key: str
    from_round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Settle:
    """The organiser sets options and regulation."""

    kind: ClassVar[str] = "settle"
    options: tuple[tuple[str, Value], ...] = ()
    regulation: Regulation | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw, by the format or by hand."""

    kind: ClassVar[str] = "draw"
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Tell:
    """A result, or its correction."""

    kind: ClassVar[str] = "tell"
    result: Result


@dataclass(frozen=True, slots=True)
class Clear:
    """A result that should not be there."""

    kind: ClassVar[str] = "clear"
    fixture: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class NameLineUp:
    """A team's line-up for a fixture, or another one while no match of it has a result."""

    kind: ClassVar[str] = "name-line-up"
    fixture: str
    team: str
    line_up: LineUp


@dataclass(frozen=True, slots=True)
class TellTieMatch:
    """How a match of a tie ended, by its number from 1; the result names the tie's fixture and the two teams."""

    kind: ClassVar[str] = "tell-tie-match"
    number: int
    result: Result


@dataclass(frozen=True, slots=True)
class ClearTieMatch:
    """The result of a match of a tie that should not be there."""

    kind: ClassVar[str] = "clear-tie-match"
    number: int
    fixture: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Swap:
    """Two sides exchanged by hand."""

    kind: ClassVar[str] = "swap"
    fixture: str
    side: Side
    other_fixture: str
    other_side: Side


@dataclass(frozen=True, slots=True)
class Fill:
    """A side filled by hand, as with a reserve."""

    kind: ClassVar[str] = "fill"
    fixture: str
    side: Side
    slot: Slot


@dataclass(frozen=True, slots=True)
class Assign:
    """A board for a fixture; None takes it away."""

    kind: ClassVar[str] = "assign"
    fixture: str
    board: int | None


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Lots for some who are level, the first the better, and the numbers of the random generator."""

    kind: ClassVar[str] = "draw-lots"
    order: tuple[str, ...]
    numbers: tuple[float, ...] = ()


Act = (
    Enter
    | Remove
    | Leave
    | Settle
    | Draw
    | Tell
    | Clear
    | NameLineUp
    | TellTieMatch
    | ClearTieMatch
    | Swap
    | Fill
    | Assign
    | DrawLots
)


def follow(contest: Contest, act: Act) -> Contest:
    """The contest after an act.

    Raises:
        CarromError: it names what is not there (any more).
    """
    match act:
        case Enter(entrant):
            others = tuple(one for one in contest.entrants if one.key != entrant.key)
            return replace(contest, entrants=(*others, entrant))
        case Remove(key):
            contest.entrant(key)
            return replace(contest, entrants=tuple(one for one in contest.entrants if one.key != key))
        case Leave(key, from_round):
            return follow(contest, Enter(replace(contest.entrant(key), left=from_round)))
        case Settle(options, regulation):
            return replace(
                contest, options={**contest.options, **dict(options)}, regulation=regulation or contest.regulation
            )
        case Draw(drawn):
            return contest.with_drawn(drawn)
        case Tell(result):
            cleared = contest.without_result(result.fixture, result.pair)
            return replace(cleared, results=(*cleared.results, result))
        case Clear(fixture, a, b):
            return contest.without_result(fixture, frozenset((a, b)))
        case NameLineUp(fixture, team, line_up):
            named = tuple(one for one in contest.line_ups if (one.fixture, one.team) != (fixture, team))
            return replace(contest, line_ups=(*named, ReportedLineUp(fixture=fixture, team=team, line_up=line_up)))
        case TellTieMatch(number, result):
            remaining = _other_tie_matches(contest, number, result.fixture, result.pair)
            return replace(contest, tie_matches=(*remaining, ReportedTieMatch(number=number, result=result)))
        case ClearTieMatch(number, fixture, a, b):
            return replace(contest, tie_matches=_other_tie_matches(contest, number, fixture, frozenset((a, b))))
        case Swap(fixture, side, other_fixture, other_side):
            first, second = contest.fixture(fixture).slot(side), contest.fixture(other_fixture).slot(other_side)
            return follow(follow(contest, Fill(fixture, side, second)), Fill(other_fixture, other_side, first))
        case Fill(fixture, side, slot):
            return with_fixture(contest, contest.fixture(fixture).with_slot(side, slot))
        case Assign(fixture, board):
            return with_fixture(contest, replace(contest.fixture(fixture), board=board))
        case DrawLots(order):
            return replace(contest, lots=(*(key for key in contest.lots if key not in order), *order))


def _other_tie_matches(
    contest: Contest, number: int, fixture: str, pair: frozenset[str]
) -> tuple[ReportedTieMatch, ...]:
    same = (number, fixture, pair)
    return tuple(one for one in contest.tie_matches if (one.number, one.result.fixture, one.result.pair) != same)


def with_fixture(contest: Contest, fixture: Fixture) -> Contest:
    """The contest with another fixture of the same id."""
    return replace(
        contest,
        draws=tuple(
            replace(drawn, fixtures=tuple(fixture if one.id == fixture.id else one for one in drawn.fixtures))
            for drawn in contest.draws
        ),
    )


def check(contest: Contest, act: Act) -> None:
    """Check that an act may be done now.

    Raises:
        CarromError: why not, and what to do.
    """
    match act:
        case Enter(entrant):
            _check_entrant(contest, entrant)
        case Remove(key):
            if any(key in known_keys(one) for one in contest.fixtures):
                raise CommandError("drawn", entrant=key)
        case Leave(key, from_round):
            contest.entrant(key)
            played = [
                one.fixture.round
                for one in formats.find(contest.format).meetings(contest)
                if key in one.keys and one.result is not None and one.result.is_played
            ]
            if from_round <= max(played, default=0):
                raise CommandError("has-played", entrant=key, played=max(played), next=max(played) + 1)
        case Settle(options, regulation):
            check_settings(formats.find(contest.format).options, dict(options))
            for name in regulation.order if regulation else ():
                find(name)
        case Tell(result):
            _check_result(contest, result)
        case Clear(fixture, a, b):
            if all((one.fixture, one.pair) != (fixture, frozenset((a, b))) for one in contest.results):
                raise CommandError("no-result", fixture=fixture, a=a, b=b)
        case ClearTieMatch(number, fixture, a, b):
            if len(_other_tie_matches(contest, number, fixture, frozenset((a, b)))) == len(contest.tie_matches):
                raise CommandError("no-tie-result", number=number, fixture=fixture, a=a, b=b)
        case NameLineUp():
            _check_line_up(contest, act)
        case TellTieMatch(number, result):
            _check_tie_match(contest, number, result)
        case DrawLots(order):
            for key in order:
                contest.entrant(key)
            if len(set(order)) != len(order):
                raise CommandError("lot-twice")
        case Swap() | Fill():
            check_sides(follow(contest, act))
    follow(contest, act)


def _check_entrant(contest: Contest, entrant: Entrant) -> None:
    before = next((one for one in contest.entrants if one.key == entrant.key), None)
    if before is None and contest.draws and formats.find(contest.format).takes_late_entries:
        if entrant.joined <= contest.rounds:
            raise CommandError("too-late", drawn=contest.rounds, next=contest.rounds + 1)
    if before is not None and contest.draws and entrant.joined != before.joined:
        raise CommandError("joined", entrant=entrant.key, round=before.joined)


def _check_result(contest: Contest, result: Result) -> None:
    form = formats.find(contest.format)
    fixture = contest.fixture(result.fixture)
    meeting = next(one for one in form.meetings(contest) if one.fixture.id == result.fixture)
    if meeting.state not in (State.READY, State.DECIDED):
        raise CommandError("not-playable", fixture=result.fixture)
    if {meeting.a, meeting.b} != result.pair:
        raise CommandError("other-sides", fixture=result.fixture, a=meeting.a, b=meeting.b)
    if result.winner is None and not result.both_lose and not form.may_tie(contest, fixture):
        raise CommandError("needs-winner", fixture=result.fixture)


def _check_line_up(contest: Contest, act: NameLineUp) -> None:
    terms = _tie_terms(contest)
    contest.fixture(act.fixture)
    meeting = next(one for one in formats.find(contest.format).meetings(contest) if one.fixture.id == act.fixture)
    if act.team not in meeting.keys:
        raise CommandError("not-in-fixture", team=act.team, fixture=act.fixture)
    is_named = any((one.fixture, one.team) == (act.fixture, act.team) for one in contest.line_ups)
    if is_named and any(
        one.result.fixture == act.fixture and act.team in one.result.pair for one in contest.tie_matches
    ):
        raise CommandError("line-ups-closed", fixture=act.fixture)
    check_line_up(terms, contest.entrant(act.team), act.line_up)


def _check_tie_match(contest: Contest, number: int, result: Result) -> None:
    terms = _tie_terms(contest)
    if not 1 <= number <= len(terms.order):
        raise CommandError("unknown-tie-match", most=len(terms.order), number=number)
    contest.fixture(result.fixture)
    meeting = next(one for one in formats.find(contest.format).meetings(contest) if one.fixture.id == result.fixture)
    if meeting.state not in (State.READY, State.DECIDED) or {meeting.a, meeting.b} != result.pair:
        raise CommandError("not-their-fixture", fixture=result.fixture, a=result.a, b=result.b)


def _tie_terms(contest: Contest) -> TieTerms:
    if contest.tie is None:
        raise CommandError("no-ties")
    return contest.tie


def check_sides(contest: Contest) -> None:
    """Check edited fixtures: each depends only on those before it, and nobody plays twice in a round.

    Raises:
        FixtureError, ActError: what is wrong.
    """
    fixtures = list(contest.fixtures)
    check_fixtures(fixtures, [one.key for one in contest.entrants])
    seen: set[tuple[int, Slot]] = set()
    for fixture in fixtures:
        for slot in (fixture.a, fixture.b):
            if not isinstance(slot, Bye) and (fixture.round, slot) in seen:
                raise CommandError("side-twice", round=fixture.round, fixture=fixture.id)
            seen.add((fixture.round, slot))
