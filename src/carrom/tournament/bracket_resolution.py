"""Resolving fixtures whose sides depend on others, with the results so far."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar, cast

from carrom.terms import Side
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import by_key
from carrom.tournament.fixtures import Bye, Fixture, Known, LoserOf, PlaceOf, Slot, WinnerOf
from carrom.tournament.results import Result
from carrom.tournament.teams import tie_result

G = TypeVar("G")
T = TypeVar("T")
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


@dataclass(frozen=True, kw_only=True)  # without slots: what follows from a meeting is worked out once
class Meeting:
    """A fixture with its sides as keys: None is not known yet, NOBODY a bye. `result` names the sides in this order."""

    fixture: Fixture
    a: str | None
    b: str | None
    state: State
    result: Result | None = None
    _made: dict[object, tuple[object, Any]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, make: "Callable[[Meeting, G], T]", given: G) -> T:
        """Return `make(meeting, given)`, worked out once for the same `given`, a value that is never changed."""
        known = self._made.get(make)
        if known is not None and known[0] is given:
            return cast(T, known[1])
        found = make(self, given)
        self._made[make] = given, found
        return found

    @cached_property
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

    @cached_property
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

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The entrants that are known."""
        return tuple(dict.fromkeys(key for key in (self.a, self.b) if key))

    @cached_property
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
    before = None
    for known, ranked_by, found in reversed(tuple(_LAST)):
        if ranked_by is placed and known is contest:
            return found
        if before is None and ranked_by is placed and _differ_in_results(known, contest):
            before = known, found
    found = tuple(_following(contest, placed, before))
    _LAST.append((contest, placed, found))
    return found


_LAST: deque[tuple[Contest, Placed | None, tuple[Meeting, ...]]] = deque(maxlen=8)
"""Meetings of the contests that were asked for last: one page asks for standings, rounds and end of the same one.

After a result all meetings that do not depend on it are those of before, which know already what follows from them.
"""
_BESIDE_RESULTS = attrgetter(*(one.name for one in fields(Contest) if one.name != "results"))


def _differ_in_results(known: Contest, contest: Contest) -> bool:
    """Whether a contest follows from another by results alone: all else is the same, not just equal."""
    return all(one is other for one, other in zip(_BESIDE_RESULTS(known), _BESIDE_RESULTS(contest), strict=True))


def _with_other_results(known: Contest, contest: Contest) -> set[str]:
    """The fixtures that have a result in one of two contests that they do not have in the other."""
    before, now = {id(one) for one in known.results}, {id(one) for one in contest.results}
    gone = [one.fixture for one in known.results if id(one) not in now]
    return {*gone, *(one.fixture for one in contest.results if id(one) not in before)}


def set_aside(contest: Contest, met: Sequence[Meeting]) -> tuple[Result, ...]:
    """Results that count nowhere by now: their fixture is gone or has other sides."""
    counted = {(one.fixture.id, one.result.pair) for one in met if one.result is not None}
    return tuple(one for one in contest.results if (one.fixture, one.pair) not in counted)


def _following(
    contest: Contest, placed: Placed | None, before: tuple[Contest, Sequence[Meeting]] | None
) -> Iterator[Meeting]:
    """The meetings of a contest, those `before` it (one with other results) wherever nothing has changed."""
    entrants = by_key(contest.entrants)
    results = {(one.fixture, one.a, one.b): one for one in contest.results}
    done: dict[str, Meeting] = {}
    groups: dict[str, list[Meeting]] = {}
    places: dict[str, tuple[str | None, ...]] = {}
    links = links_of(contest.draws)
    others = _with_other_results(before[0], contest) if before is not None else set()
    changed: set[str] = set()
    changed_groups: set[str] = set()

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

    def resolved(fixture: Fixture) -> Meeting:
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
        return Meeting(fixture=fixture, a=a, b=b, state=state, result=result)

    for number, fixture in enumerate(contest.fixtures):
        if before is None:
            meeting = resolved(fixture)
        else:
            meeting, link = before[1][number], links.get(fixture.id)
            if fixture.id in others or (link is not None and not link.is_apart_from(changed, changed_groups)):
                now = resolved(fixture)
                if now != meeting:
                    meeting = now
                    changed.add(fixture.id)
                    changed_groups.add(fixture.group)
        done[fixture.id] = meeting
        groups.setdefault(fixture.group, []).append(meeting)
        yield meeting


@dataclass(frozen=True, slots=True)
class Link:
    """The fixtures and groups that a fixture depends on."""

    fixtures: tuple[str, ...]
    groups: tuple[str, ...]

    def is_apart_from(self, fixtures: Set[str], groups: Set[str]) -> bool:
        """Whether it depends on none of these."""
        return fixtures.isdisjoint(self.fixtures) and groups.isdisjoint(self.groups)


ON_NOTHING = Link((), ())


def links_of(draws: tuple[Drawn, ...]) -> Mapping[str, Link]:
    """Return the links of fixtures, of those that depend on any."""
    for known, found in tuple(_LAST_LINKS):
        if known is draws:
            return found
    found = {
        one.id: Link(one.feeders, one.feeding_groups)
        for drawn in draws
        for one in drawn.fixtures
        if not (isinstance(one.a, Known | Bye) and isinstance(one.b, Known | Bye) and one.only_if_b_wins is None)
    }
    _LAST_LINKS.append((draws, found))
    return found


_LAST_LINKS: deque[tuple[tuple[Drawn, ...], Mapping[str, Link]]] = deque(maxlen=8)


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
