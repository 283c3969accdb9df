"""The order of play: when and at which board each match is, and which matches do not fit.

Nobody is at two boards at once, everybody rests between matches, no match leaves the hours of the event, and no match
begins before those that tell who plays it.
"""

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from carrom.tournament.day import Calendar, DayError, DayTerms, Span, ToPlay

_NEVER = 1 << 40  # minutes
Why = Literal["longer-than-hours", "no-time-left", "waits-for"]


@dataclass(frozen=True, slots=True)
class Planned:
    """A match at its board and time; boards count from 1."""

    key: str
    board: int
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """A match that does not fit, and why.

    "longer-than-hours": no hours are as long as it is. "no-time-left": boards or players are taken until the end.
    "waits-for": a match that it waits for does not fit. `would_end`: when it ended if play
    went on after the last hours.
    """

    key: str
    why: Why
    would_end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An order of play by time and board. `ends` is the end of the last match, those that do not fit included.

    `boards_needed`, where not everything fits: with so many boards it would; None: no number of boards is enough.
    """

    planned: tuple[Planned, ...]
    unfit: tuple[Unfit, ...] = ()
    ends: str = ""
    boards_needed: int | None = None

    @property
    def fits(self) -> bool:
        """Whether everything fits."""
        return not self.unfit


def order_of_play(
    matches: Iterable[ToPlay],
    terms: DayTerms,
    fixed: Sequence[Planned] = (),
    *,
    counts_boards: bool = True,
    report: Callable[[int, int], None] | None = None,
) -> Plan:
    """Put every match on a board; `fixed` ones stay where they are (played, being played, or set by hand).

    Matches are placed one by one at the first time that is free for board and players, in five orders (longest way to
    the end first, those first who play most, rounds first, as ranked); the plan that fits most and ends first is given,
    without a look at other orders where none can end sooner. It is not proven to be the best there is. `report` is
    called after each plan with how many were made, and how many will be at most: more than five where the boards are
    too few, to find how many would do (with `counts_boards`).

    Raises:
        DayError: hours in no order, no board, a key twice, or matches that wait for each other.
    Law: K-005.
    """
    asked = _by_key(matches)
    calendar = Calendar(terms)
    orders = _Orders(asked, terms)
    made, at_most = 0, len(orders)

    def best_on(boards: int) -> _Draft:
        nonlocal made
        drafts: list[_Draft] = []
        own = replace(terms, boards=boards)
        least = _soonest_end(asked, orders.tail, own, calendar, fixed)
        for order in orders:
            drafts.append(_placed(asked, order, own, calendar, fixed))
            made += 1
            if report is not None:
                report(made, at_most)
            if not drafts[-1].unfit and (drafts[-1].ends or 0) <= least:
                return drafts[-1]  # no order gives a better one
        return min(drafts, key=lambda draft: (len(draft.unfit), draft.ends or 0))

    best = best_on(terms.boards)
    if not best.unfit or not counts_boards:
        return _plan_of(best, calendar, fixed)
    enough, too_few = max(len(asked), terms.boards), terms.boards
    at_most += len(orders) * (1 + (enough - too_few).bit_length())
    if best_on(enough).unfit:
        return _plan_of(best, calendar, fixed)
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if best_on(middle).unfit:
            too_few = middle
        else:
            enough = middle
    return replace(_plan_of(best, calendar, fixed), boards_needed=enough)


def clashes(matches: Iterable[ToPlay], terms: DayTerms, planned: Sequence[Planned]) -> tuple[str, ...]:
    """Return the clashes in an order of play, as one set by hand: a sentence for each; empty if nothing is.

    Raises:
        DayError: times or hours that cannot be read.
    """
    asked = _by_key(matches)
    calendar = Calendar(terms)
    rows = sorted(
        ((calendar.minute(one.start), calendar.minute(one.end), one) for one in planned), key=lambda row: row[:2]
    )
    ends = {one.key: end for _, end, one in rows}
    found = []
    for number, (start, end, one) in enumerate(rows):
        mine = asked.get(one.key)
        if not calendar.holds(start, end):
            found.append(f"{one.key} is not within the hours")
        if not 1 <= one.board <= terms.boards:
            found.append(f"{one.key}: there is no board {one.board}")
        for key in mine.after if mine else ():
            if key in ends and ends[key] + terms.rest_minutes > start:
                found.append(f"{one.key} begins before {key} and the rest after it are over")
        for other_start, _, other in rows[number + 1 :]:
            if other.board == one.board and other_start < end + terms.board_minutes:
                found.append(f"{one.key} and {other.key} are at board {one.board} at once")
            if mine and other.key in asked and other_start < end + terms.rest_minutes:
                found += [
                    f"{person} has no rest between {one.key} and {other.key}"
                    for person in sorted(_in_both(mine, asked[other.key]))
                ]
    return tuple(found)


@dataclass(slots=True)
class _Board:
    """The matches of one board: their starts in order, and with each the latest end of it and all before it."""

    starts: list[int] = field(default_factory=list)
    latest: list[int] = field(default_factory=list)

    def take(self, start: int, end: int) -> None:
        at = bisect_right(self.starts, start)
        self.starts.insert(at, start)
        self.latest.insert(at, max(end, self.latest[at - 1]) if at else end)
        for later in range(at + 1, len(self.latest)):
            self.latest[later] = max(self.latest[later], end)

    def taken_until(self, before: int) -> int:
        """The end of all that starts before a minute; `-_NEVER` if nothing does."""
        starts = self.starts
        if not starts or starts[-1] < before:  # as nearly always, since boards fill from their first hour
            return self.latest[-1] if starts else -_NEVER
        found = bisect_left(starts, before)
        return self.latest[found - 1] if found else -_NEVER


@dataclass(slots=True)
class _Draft:
    """One plan in minutes: matches as (start, board from 0, end, key), those that do not fit as (key, why, end)."""

    planned: list[tuple[int, int, int, str]] = field(default_factory=list)
    unfit: list[tuple[str, Why, int]] = field(default_factory=list)
    ends: int | None = None


Busy = list[tuple[int, int]]
"""When somebody plays or rests, as (start, end of the rest), by their starts."""


@dataclass(slots=True)
class _Desk:
    """Boards and persons as they fill; changes in place while one plan is made."""

    rest: int
    between: int
    boards: list[_Board]
    has_contests: bool  # several: then those who may come to play get in the way of the other contests
    certain: dict[str, dict[str, Busy]] = field(default_factory=dict)  # by contest and person
    possible: dict[str, dict[str, Busy]] = field(default_factory=dict)
    full: dict[tuple[int, int], int] = field(default_factory=dict)
    """By the length of a match and the opening of a span: no board is free for it there before this minute."""

    def take(self, board: int, start: int, end: int, match: ToPlay | None) -> None:
        self.boards[board].take(start, end)
        if match is None:
            return
        self._note(self.certain, match.contest, match.persons, (start, end + self.rest))
        if self.has_contests:
            self._note(self.possible, match.contest, match.maybe - match.persons, (start, end + self.rest))

    @staticmethod
    def _note(where: dict[str, dict[str, Busy]], contest: str, persons: frozenset[str], taken: tuple[int, int]) -> None:
        of_contest = where.setdefault(contest, {})
        for person in persons:
            of_contest.setdefault(person, []).append(taken)

    def busy(self, match: ToPlay) -> Busy:
        """When those whom a match needs are at another board, or rest from it (`_in_both`)."""
        own = self.certain.get(match.contest, {})
        found = [taken for person in match.persons for taken in own.get(person, ())]
        if self.has_contests:
            for where in (self.certain, self.possible):
                for contest, taken_by in where.items():
                    if contest != match.contest:
                        found += [one for person in match.persons | match.maybe for one in taken_by.get(person, ())]
        return sorted(found)

    def first_free(self, match: ToPlay, busy: Busy, earliest: int, span: Span) -> tuple[int, int] | None:
        """The first start in a span, and the board; None: it does not fit there any more."""
        minutes, between = match.minutes, self.between
        length = minutes, span.opens
        full = self.full.get(length, span.opens)
        start = max(earliest, full)
        if start + minutes > span.closes:
            return None
        seen, count = 0, len(busy)
        while True:
            while seen < count and busy[seen][0] < start + minutes + self.rest:
                if busy[seen][1] > start:
                    start = busy[seen][1]
                seen += 1
            if start + minutes > span.closes:
                return None
            soonest, before = _NEVER, start + minutes + between
            for number, board in enumerate(self.boards):
                free = board.taken_until(before) + between
                if free <= start:
                    return start, number
                if free < soonest:
                    soonest = free
            if start <= full:  # boards only fill: a later match as long is looked for from here on
                self.full[length] = full = max(full, soonest)
            start = soonest


class _Orders:
    """The orders in which matches are placed; none comes before a match that it waits for."""

    def __init__(self, asked: Mapping[str, ToPlay], terms: DayTerms) -> None:
        """Read who waits for whom. Raises DayError: they wait in a ring."""
        self._waits = _Waits(asked)
        self._made: dict[int, list[str]] = {}
        self._load = _loads(asked)
        any_order = self._waits.in_order(lambda key: (key,))
        self._depth: dict[str, int] = {}
        for key in any_order:
            self._depth[key] = 1 + max((self._depth[one] for one in asked[key].after if one in asked), default=0)
        self.tail = _tails(asked, any_order, terms)
        """How many minutes must pass from the start of each to the end of the last that waits for it."""
        tail, load, depth = self.tail, self._load, self._depth
        self._orders: tuple[Callable[[str], tuple[object, ...]], ...] = (
            lambda key: (-tail[key], asked[key].rank, key),
            lambda key: (-max((load[one] for one in asked[key].persons), default=0), -tail[key], asked[key].rank, key),
            lambda key: (-sum(load[one] for one in asked[key].persons), -tail[key], asked[key].rank, key),
            lambda key: (depth[key], asked[key].rank, key),
            lambda key: (asked[key].rank, -tail[key], key),
        )

    def __len__(self) -> int:
        return len(self._orders)

    def __iter__(self) -> Iterator[list[str]]:
        """Each once: where nobody waits for anybody several are the same."""
        seen: list[list[str]] = []
        for number in range(len(self._orders)):
            order = self._in_order(number)
            if order not in seen:
                seen.append(order)
                yield order

    def _in_order(self, number: int) -> list[str]:
        if number not in self._made:
            self._made[number] = self._waits.in_order(self._orders[number])
        return self._made[number]


def _soonest_end(
    asked: Mapping[str, ToPlay], tail: Mapping[str, int], terms: DayTerms, calendar: Calendar, fixed: Sequence[Planned]
) -> int:
    """A minute before which no plan ends in which everything fits, by the boards there are and who waits for whom.

    Whatever the persons do: of the matches that have at least so long a way to the end of all, the last one begins when
    the boards have taken the others, and then comes that way. -1: not everything fits.
    """
    ends = {one.key: calendar.minute(one.end) for one in fixed}
    latest = max(ends.values(), default=0)
    minutes = min((one.minutes for one in asked.values()), default=0)
    free = [0] * terms.boards
    for one in fixed:
        if 1 <= one.board <= terms.boards and calendar.minute(one.start) <= 0:
            free[one.board - 1] = max(free[one.board - 1], ends[one.key] + terms.board_minutes)
    heapq.heapify(free)
    for way in sorted((tail[key] for key in asked if key not in ends), reverse=True):
        starts = (
            max(free[0], span.opens) for span in calendar.spans if max(free[0], span.opens) + minutes <= span.closes
        )
        start = next(starts, None)
        if start is None:
            return -1
        latest = max(latest, start + way)
        heapq.heapreplace(free, start + minutes + terms.board_minutes)
    return latest


def _placed(
    asked: Mapping[str, ToPlay], order: Iterable[str], terms: DayTerms, calendar: Calendar, fixed: Sequence[Planned]
) -> _Draft:
    boards = [_Board() for _ in range(terms.boards)]
    has_contests = len({one.contest for one in asked.values()}) > 1
    desk = _Desk(terms.rest_minutes, terms.board_minutes, boards, has_contests)
    ends: dict[str, int] = {}
    for one in fixed:
        start, ends[one.key] = calendar.minute(one.start), calendar.minute(one.end)
        while one.board > len(desk.boards):
            desk.boards.append(_Board([-_NEVER], [_NEVER]))  # a board that is no more: only what is fixed stands there
        desk.take(one.board - 1, start, ends[one.key], asked.get(one.key))
    found = _Draft()
    missed: set[str] = set()
    after_all = Span(calendar.spans[-1].closes, _NEVER)
    longest = max(span.closes - span.opens for span in calendar.spans)
    for key in order:
        if key in ends:
            continue
        match = asked[key]
        earliest = max([ends[one] + terms.rest_minutes for one in match.after if one in ends], default=0)
        if match.not_before is not None:
            earliest = max(earliest, calendar.minute(match.not_before))
        waits = any(one in missed for one in match.after)
        places = () if waits else calendar.spans
        busy = desk.busy(match)
        place = next((free for span in places if (free := desk.first_free(match, busy, earliest, span))), None)
        if place is None:
            missed.add(key)
            place = desk.first_free(match, busy, earliest, after_all) or (earliest, 0)
        start, board = place
        ends[key] = start + match.minutes
        desk.take(board, start, ends[key], match)
        if key in missed:
            why: Why = "waits-for" if waits else "longer-than-hours" if match.minutes > longest else "no-time-left"
            found.unfit.append((key, why, ends[key]))
        else:
            found.planned.append((start, board, ends[key], key))
    found.ends = max(ends.values(), default=None)
    return found


def _plan_of(draft: _Draft, calendar: Calendar, fixed: Sequence[Planned]) -> Plan:
    """A draft in times, with what was fixed."""
    rows = [(calendar.minute(one.start), one.board, one) for one in fixed]
    time = cache(calendar.time)  # many begin and end at the same
    for start, board, end, key in draft.planned:
        rows.append((start, board + 1, Planned(key, board + 1, time(start), time(end))))
    return Plan(
        planned=tuple(one for _start, _board, one in sorted(rows, key=lambda row: row[:2])),
        unfit=tuple(Unfit(key, why, time(end)) for key, why, end in draft.unfit),
        ends="" if draft.ends is None else calendar.time(draft.ends),
    )


def _in_both(one: ToPlay, other: ToPlay) -> frozenset[str]:
    """Whom two matches would need at once."""
    if one.contest == other.contest:
        return one.persons & other.persons
    return (one.persons | one.maybe) & (other.persons | other.maybe)


def _by_key(matches: Iterable[ToPlay]) -> Mapping[str, ToPlay]:
    found: dict[str, ToPlay] = {}
    for one in matches:
        if one.key in found:
            raise DayError("match-twice", match=one.key)
        if one.minutes < 1:
            raise DayError("no-minutes", match=one.key)
        found[one.key] = one
    return found


class _Waits:
    """Matches that wait for others."""

    def __init__(self, asked: Mapping[str, ToPlay]) -> None:
        self._asked = asked
        self._counts: dict[str, int] = {}
        self._followers: dict[str, list[str]] = {}
        for key, one in asked.items():
            waits = {each for each in one.after if each in asked} if one.after else ()
            self._counts[key] = len(waits)
            for each in waits:
                self._followers.setdefault(each, []).append(key)

    def in_order(self, order: Callable[[str], tuple[object, ...]]) -> list[str]:
        """The keys so that none comes before one it waits for, else by an order. Raises DayError."""
        if not self._followers:
            return sorted(self._asked, key=order)
        left = dict(self._counts)
        heap = [(order(key), key) for key, count in left.items() if not count]
        heapq.heapify(heap)
        found = []
        while heap:
            _, key = heapq.heappop(heap)
            found.append(key)
            for follower in self._followers.get(key, ()):
                left[follower] -= 1
                if not left[follower]:
                    heapq.heappush(heap, (order(follower), follower))
        if len(found) < len(self._asked):
            raise DayError("circle", match=min(set(self._asked) - set(found)))
        return found


def _loads(asked: Mapping[str, ToPlay]) -> Mapping[str, int]:
    """How many minutes everyone plays, as far as it is known."""
    load: dict[str, int] = {}
    for one in asked.values():
        for person in one.persons:
            load[person] = load.get(person, 0) + one.minutes
    return load


def _tails(asked: Mapping[str, ToPlay], any_order: Sequence[str], terms: DayTerms) -> Mapping[str, int]:
    """How many minutes must pass from the start of each to the end of the last that waits for it."""
    tail: dict[str, int] = dict.fromkeys(asked, 0)
    for key in reversed(any_order):
        tail[key] += asked[key].minutes
        for one in asked[key].after:
            if one in tail:
                tail[one] = max(tail[one], tail[key] + terms.rest_minutes)
    return tail
