"""Resolving fixtures whose sides depend on others, with the results so far."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from carrom.terms import Side
from carrom.tournament.contest import Contest
from carrom.tournament.entries import by_key
from carrom.tournament.fixtures import Bye, Fixture, Known, LoserOf, PlaceOf, Slot, WinnerOf
from carrom.tournament.results import Result
from carrom.tournament.teams import tie_result

NOBODY = ""
"""The key of nobody: a bye, or the winner where both lost."""


class State(StrEnum):
    """How far a fixture is."""

    WAITING = "waiting"  # a side is not known yet
    READY = "ready"  # both are known; no result yet
    DECIDED = "decided"
    BYE = "bye"  # one side is nobody: the other goes on
    EMPTY = "empty"  # both sides are nobody
    NOT_NEEDED = "not-needed"  # the second final, when the first was enough


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A fixture with its sides as keys: None is not known yet, NOBODY a bye. `result` names the sides in this order."""

    fixture: Fixture
    a: str | None
    b: str | None
    state: State
    result: Result | None = None

    @property
    def winner(self) -> str | None:
        """Return the entrant who goes on: None while undecided or tied, NOBODY if neither does."""
        match self.state:
            case State.BYE:
                return self.a or self.b
            case State.EMPTY:
                return NOBODY
            case State.DECIDED if self.result is not None:
                if self.result.both_lose:
                    return NOBODY
                if self.result.winner is None:
                    return None
                return self.a if self.result.winner is Side.A else self.b
        return None

    @property
    def loser(self) -> str | None:
        """Return who does not go on: None while undecided or tied, NOBODY after a bye or where both lost."""
        match self.state:
            case State.BYE | State.EMPTY:
                return NOBODY
            case State.DECIDED if self.result is not None:
                if self.result.both_lose:
                    return NOBODY
                if self.result.winner is None:
                    return None
                return self.b if self.result.winner is Side.A else self.a
        return None

    @property
    def keys(self) -> tuple[str, ...]:
        """The entrants that are known."""
        return tuple(dict.fromkeys(key for key in (self.a, self.b) if key))

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be played here any more."""
        return self.state in (State.DECIDED, State.BYE, State.EMPTY, State.NOT_NEEDED)


Placed = Callable[[Contest, Sequence[Meeting], str], tuple[str | None, ...]]
"""The holders of a group's places, whose meetings are given, from the first; None while a place is not decided."""


def meetings(contest: Contest, placed: Placed | None = None) -> tuple[Meeting, ...]:
    """All fixtures in order with who meets whom by now.

    A result counts where its fixture has the same two sides. An entrant who has left loses what was not played to the
    other there. `placed` ranks a group; only fixtures that ask for a place of a group need it.
    """
    for known, ranked_by, found in tuple(_LAST):
        if known is contest and ranked_by is placed:
            return found
    found = tuple(_following(contest, placed))
    _LAST.append((contest, placed, found))
    return found


_LAST: deque[tuple[Contest, Placed | None, tuple[Meeting, ...]]] = deque(maxlen=8)
"""Meetings of the contests that were asked for last: one page asks for standings, rounds and end of the same one."""


def set_aside(contest: Contest, met: Sequence[Meeting]) -> tuple[Result, ...]:
    """Results that count nowhere by now: their fixture is gone or has other sides."""
    counted = {(one.fixture.id, one.result.pair) for one in met if one.result is not None}
    return tuple(one for one in contest.results if (one.fixture, one.pair) not in counted)


def _following(contest: Contest, placed: Placed | None) -> Iterable[Meeting]:
    entrants = by_key(contest.entrants)
    results = {(one.fixture, one.a, one.b): one for one in contest.results}
    done: dict[str, Meeting] = {}
    groups: dict[str, list[Meeting]] = {}
    places: dict[str, tuple[str | None, ...]] = {}

    def filled(slot: Slot) -> str | None:
        match slot:
            case Known(key):
                return key
            case Bye():
                return NOBODY
            case WinnerOf(fixture):
                return done[fixture].winner
            case LoserOf(fixture):
                return done[fixture].loser
            case PlaceOf(group, place):
                if group not in places:
                    known = placed is not None and all(one.is_settled for one in groups[group])
                    places[group] = placed(contest, groups[group], group) if known and placed is not None else ()
                held = places[group]
                return held[place - 1] if place <= len(held) else None

    for fixture in contest.fixtures:
        a, b = filled(fixture.a), filled(fixture.b)
        first = done[fixture.only_if_b_wins] if fixture.only_if_b_wins else None
        state, result = State.WAITING, None
        if first is not None and first.is_settled and first.winner != first.b:
            state = State.NOT_NEEDED
        elif first is not None and not first.is_settled:
            pass
        elif a == NOBODY and b == NOBODY:
            state = State.EMPTY
        elif a == b and a is not None:  # by edits they have come to both sides: there is no match
            state = State.BYE
        elif a == NOBODY or b == NOBODY:
            state = State.BYE if None not in (a, b) else State.WAITING
        elif a is not None and b is not None:
            result = results.get((fixture.id, a, b))
            if result is None and (other_way := results.get((fixture.id, b, a))) is not None:
                result = other_way.turned()
            result = result or _of_tie(contest, fixture, a, b)
            gone = [not entrants[key].plays_in(fixture.round) for key in (a, b)]
            if result is None and any(gone):
                winner = None if all(gone) else Side.B if gone[0] else Side.A
                result = Result(fixture=fixture.id, a=a, b=b, winner=winner, how="withdrawn", both_lose=all(gone))
            state = State.READY if result is None else State.DECIDED
        meeting = Meeting(fixture=fixture, a=a, b=b, state=state, result=result)
        done[fixture.id] = meeting
        groups.setdefault(fixture.group, []).append(meeting)
        yield meeting


def _of_tie(contest: Contest, fixture: Fixture, a: str, b: str) -> Result | None:
    """The result of a tie of teams once all its matches have results."""
    if contest.tie is None:
        return None
    matches = reported_tie_matches(contest, fixture.id, a, b)
    return tie_result(fixture.id, a, b, contest.tie, matches) if len(matches) == len(contest.tie.order) else None


def reported_tie_matches(contest: Contest, fixture_id: str, a: str, b: str) -> dict[int, Result]:
    """The results of a tie's matches so far, by their numbers, `a` named first."""
    return {
        one.number: one.result if one.result.a == a else one.result.turned()
        for one in contest.tie_matches
        if one.result.fixture == fixture_id and one.result.pair == {a, b}
    }
