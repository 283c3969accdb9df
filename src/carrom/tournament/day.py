"""The day of an event: its hours and boards, the matches to be scheduled, and times as minutes.

No clock: times are ISO texts with their zone, lengths whole minutes.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from carrom.errors import NotAllowedError
from carrom.tournament.bracket_resolution import NOBODY, ON_NOTHING, Link, Meeting, links_of, reported_tie_matches
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant, by_key
from carrom.tournament.fixtures import LoserOf, PlaceOf, WinnerOf
from carrom.tournament.teams import match_name


class DayError(NotAllowedError):
    """Hours, boards or times that make no day."""

    code = "bad-day"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToPlay:
    """A match to be put on a board.

    `key` is unique over all contests of the event. `persons` are known to play it, `maybe` may come to play it; within
    one `contest` only known persons get in each other's way, since the others are distinguished by `after`: the keys of
    the matches that must have ended. `rank` orders matches that could be played at the same time, the least first.
    """

    key: str
    contest: str = ""
    persons: frozenset[str] = frozenset()
    maybe: frozenset[str] = frozenset()
    minutes: int = 45
    after: tuple[str, ...] = ()
    rank: tuple[int, ...] = ()
    not_before: str | None = None


@dataclass(frozen=True, slots=True)
class Hours:
    """When play may be, as ISO times with their zone."""

    opens: str
    closes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DayTerms:
    """Boards, hours in their order, and the minutes between two matches: of a player, and at a board."""

    boards: int
    hours: tuple[Hours, ...]
    rest_minutes: int = 0
    board_minutes: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """Hours as minutes since the first of them opens."""

    opens: int
    closes: int


class Calendar:
    """ISO times to minutes since the event opens, and back in the zone of the hours they lie in."""

    __slots__ = ("_offsets", "_zero", "spans")

    def __init__(self, terms: DayTerms) -> None:
        """Read the hours. Raises DayError: no zone, in no order, or no board."""
        if terms.boards < 1 or not terms.hours:
            raise DayError("empty")
        if terms.rest_minutes < 0 or terms.board_minutes < 0:
            raise DayError("below-zero")
        opened = [read_time(hours.opens) for hours in terms.hours]
        self._zero = opened[0]
        self._offsets = [moment.tzinfo for moment in opened]
        self.spans = tuple(Span(self.minute(hours.opens), self.minute(hours.closes)) for hours in terms.hours)
        moments = [minute for span in self.spans for minute in (span.opens, span.closes)]
        if any(first >= second for first, second in pairwise(moments)):
            raise DayError("hours")

    def minute(self, time: str) -> int:
        """The whole minute of a time, rounded down. Raises DayError."""
        return int((read_time(time) - self._zero).total_seconds() // 60)

    def time(self, minute: int) -> str:
        """The time of a minute."""
        index = max((n for n, span in enumerate(self.spans) if span.opens <= minute), default=0)
        moment = self._zero + timedelta(minutes=minute)
        return moment.astimezone(self._offsets[index]).isoformat()

    def holds(self, start: int, end: int) -> bool:
        """Whether all of it lies within hours."""
        return any(span.opens <= start and end <= span.closes for span in self.spans)


def read_time(text: str) -> datetime:
    """A time with its zone. Raises DayError."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise DayError("not-a-time", text=text) from None
    if moment.tzinfo is None:
        raise DayError("no-time-zone", text=text)
    return moment


def matches_to_play(
    name: str, contest: Contest, met: Sequence[Meeting], *, minutes: int, rank: int = 0
) -> tuple[ToPlay, ...]:
    """Return the matches of a contest that are still to be played, without byes; keys are "NAME FIXTURE".

    A second final that may not be needed is among it. `rank` puts the whole contest before others of a higher one.
    """
    members = by_key(contest.entrants)
    fixtures = {one.fixture.id: one for one in met}
    open_ = {key for key, one in fixtures.items() if not one.is_settled and NOBODY not in (one.a, one.b)}
    possible: dict[str, frozenset[str]] = {}
    before: dict[str, tuple[str, ...]] = {}
    of_group: dict[str, list[Meeting]] = {}
    found = []
    links = links_of(contest.draws)
    asked = _asked(met, open_, links)
    for one in met:
        fixture = one.fixture
        of_group.setdefault(fixture.group, []).append(one)
        if fixture.id not in asked:
            continue
        possible[fixture.id] = _possible(one, possible, of_group, members)
        link = links.get(fixture.id, ON_NOTHING)
        feeders = [*link.fixtures, *(each.fixture.id for group in link.groups for each in of_group[group])]
        before[fixture.id] = tuple(
            dict.fromkeys([key for feeder in feeders for key in ((feeder,) if feeder in open_ else before[feeder])])
        )
        if fixture.id in open_:
            persons = _persons(one.keys, members)
            match = ToPlay(
                key=f"{name} {fixture.id}",
                contest=name,
                persons=persons,
                maybe=possible[fixture.id] - persons if None in (one.a, one.b) else frozenset(),
                minutes=minutes,
                after=tuple(key for feeder in before[fixture.id] for key in _keys(name, feeder, contest)),
                rank=(rank, fixture.round, fixture.place),
            )
            found += [match] if contest.tie is None else _of_tie(match, one, contest)
    return tuple(found)


def _asked(met: Sequence[Meeting], open_: Set[str], links: Mapping[str, Link]) -> set[str]:
    """The fixtures that are open, and those from which their sides come."""
    found = set(open_)
    groups: set[str] = set()
    for one in reversed(met):
        if one.fixture.group in groups:
            found.add(one.fixture.id)
        link = links.get(one.fixture.id)
        if link is not None and one.fixture.id in found:
            found.update(link.fixtures)
            groups.update(link.groups)
    return found


def _keys(name: str, fixture: str, contest: Contest) -> tuple[str, ...]:
    """The keys of what is played for a fixture: itself, or the matches of its tie."""
    if contest.tie is None:
        return (f"{name} {fixture}",)
    return tuple(f"{name} {match_name(fixture, number)}" for number in range(1, len(contest.tie.order) + 1))


def _of_tie(tie: ToPlay, meeting: Meeting, contest: Contest) -> list[ToPlay]:
    """The matches of a tie that are still to be played: by whom its line-ups say, else by anybody of the teams."""
    line_ups = {one.team: one.line_up for one in contest.line_ups if one.fixture == meeting.fixture.id}
    named = [line_ups[key].matches for key in meeting.keys if key in line_ups]
    reported = reported_tie_matches(contest, meeting.fixture.id, meeting.a or "", meeting.b or "")
    matches = []
    for number, key in enumerate(_keys(tie.contest, meeting.fixture.id, contest), 1):
        persons = frozenset(person for line_up in named for person in line_up[number - 1]) if len(named) == 2 else None
        if number not in reported:
            matches.append(
                replace(
                    tie,
                    key=key,
                    persons=frozenset() if persons is None else persons,
                    maybe=tie.persons | tie.maybe if persons is None else frozenset(),
                    rank=(*tie.rank, number),
                )
            )
    return matches


def rounds_to_come(
    name: str,
    entrants: Iterable[Entrant],
    *,
    first: int,
    last: int,
    minutes: int,
    after: Sequence[str] = (),
    rank: int = 0,
) -> tuple[ToPlay, ...]:
    """Rounds that are not drawn yet, as of a Swiss event: anybody may be in any match; each waits for the last."""
    persons = [set(one.persons) for one in entrants]
    everybody = frozenset(person for each in persons for person in each)
    found: list[ToPlay] = []
    waits = tuple(after)
    for number in range(first, last + 1):
        keys = tuple(f"{name} {number}.{place}" for place in range(1, len(persons) // 2 + 1))
        found += [
            ToPlay(
                key=key,
                contest=name,
                maybe=everybody,
                minutes=minutes,
                after=waits,
                rank=(rank, number, place),
            )
            for place, key in enumerate(keys, 1)
        ]
        waits = keys
    return tuple(found)


def _persons(keys: Iterable[str], members: Mapping[str, Entrant]) -> frozenset[str]:
    return frozenset(person for key in keys for person in members[key].persons)


def _possible(
    one: Meeting,
    possible: Mapping[str, frozenset[str]],
    of_group: Mapping[str, Sequence[Meeting]],
    members: Mapping[str, Entrant],
) -> frozenset[str]:
    """All who may come to play a fixture."""
    found: frozenset[str] = frozenset()
    for key, slot in ((one.a, one.fixture.a), (one.b, one.fixture.b)):
        match slot:
            case _ if key is not None:
                found |= _persons([key] if key else [], members)
            case WinnerOf(fixture) | LoserOf(fixture):
                found |= possible[fixture]
            case PlaceOf(group, _):
                found |= _persons((each for meeting in of_group[group] for each in meeting.keys), members)
            case _:
                pass
    return found
