"""A player's needs in the remaining events of a championship: exact, whatever the others do.

Everybody may come to an event that is left or stay away, people whom nobody has seen yet may come too, each place is
taken by one person, and on top of a place's points anybody may get a bonus between nothing and a stated maximum.
Coming may cost points: where the worst are dropped, nothing is dropped for anyone who came to no more events than that.
Shared places are not foreseen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Literal

from carrom.tournament.championship import CENT, NOTHING, ChampionshipError, Event, Terms, awards

MOST_LEFT = 12
MOST_TRIED = 4_000
"""Ways that are tried for one question. Beyond, a question for a high place counts as not certain, as not possible."""
Results = tuple[Decimal | None, ...]
Order = tuple[Decimal, int]
Verdict = Literal["certain", "own-hands", "open", "out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """An event that is left: its entrants, its weight, and the most that anybody may get as a bonus."""

    entrants: int
    weight: Decimal = Decimal(1)
    bonus: Decimal = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Every:
    """The worst place that is enough, had in every event that is left (None: not even winning them all).

    `nothing`: nobody else gets any more points; `as_now`: everybody goes on with the mean of their results so far;
    `best`: whatever the others do.
    """

    nothing: int | None = None
    as_now: int | None = None
    best: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """A player's needs for a place or better.

    `certain` and `possible` are places in the next event: the worst with which it is certain whatever follows, also if
    she never comes again; and the worst with which it still may be. None: with no place. `verdict`: it is certain
    already, it is if she wins everything that is left, it depends on others too, or it is out of reach. `is_exact` is
    false where so many ways would have had to be tried that the answers are on the careful side. Those left level
    counts as not beaten and not behind.
    """

    verdict: Verdict
    certain: int | None = None
    possible: int | None = None
    every: Every = Every()
    is_exact: bool = True


def needs(terms: Terms, events: Sequence[Event], key: str, coming: Sequence[Coming], *, target: int = 1) -> Needs:
    """Return a player's needs in the remaining events, the next one first, to be at `target` or better after them all.

    Raises:
        ChampionshipError: nobody plays in one of them; more are left than `MOST_LEFT`; `asis` has no points of places.
    """
    if terms.table == "asis":
        raise ChampionshipError("asis")
    if any(event.entrants < 1 for event in coming):
        raise ChampionshipError("no-entrants")
    if len(coming) > MOST_LEFT:
        raise ChampionshipError("too-many-left", most=MOST_LEFT)
    asked = _Question(terms, events, key, coming, target)
    if not coming:
        return Needs(verdict="certain" if asked.is_certain(()) else "out")
    wins_all = (1,) * len(coming)
    certain = _worst(coming[0].entrants, lambda place: asked.is_certain_after(place))
    possible = _worst(coming[0].entrants, lambda place: asked.is_possible_after(place))
    verdict: Verdict = "out"
    if asked.is_certain_after(None):
        verdict = "certain"
    elif certain is not None or asked.is_certain(wins_all):
        verdict = "own-hands"
    elif possible is not None or asked.is_possible_after(None):
        verdict = "open"
    longest = max(event.entrants for event in coming)
    every = Every(
        nothing=_worst(longest, lambda place: asked.is_ahead_of_all(place, NOTHING)),
        as_now=_worst(longest, lambda place: asked.is_ahead_of_all(place, None)),
        best=_worst(longest, lambda place: asked.is_certain(asked.same(place))),
    )
    return Needs(verdict=verdict, certain=certain, possible=possible, every=every, is_exact=asked.is_exact)


def _worst(places: int, is_enough: Callable[[int], bool]) -> int | None:
    """The worst place that is enough, where every better one is too."""
    low, high = 0, places
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_enough(middle) else (low, middle - 1)
    return low or None


class _Question:
    """One person's question: results so far, tables of what is left; a search that counts what it tries."""

    def __init__(self, terms: Terms, events: Sequence[Event], key: str, coming: Sequence[Coming], target: int) -> None:
        given = [awards(terms, event) for event in events]
        self.drop, self.target, self.coming = terms.drop_worst, target, coming
        self.tables = [
            tuple(points * event.weight + terms.attendance for points in terms.points(event.entrants))
            for event in coming
        ]
        self.bonuses = [event.bonus for event in coming]
        self.own: Results = tuple(one.get(key) for one in given)
        names = sorted({name for one in given for name in one} - {key})
        self.others: list[Results] = [tuple(one.get(name) for one in given) for name in names]
        self.newcomer: Results = (None,) * len(given)
        self.absent: Results = (None,) * len(coming)
        self.is_exact = True

    def order(self, past: Results, coming: Results) -> Order:
        """The ranking criteria at the end: the total after dropping, then how many events somebody came to."""
        values = [value or NOTHING for value in (*past, *coming)]
        there = sum(value is not None for value in past) + sum(value is not None for value in coming)
        if there > self.drop > 0:
            values.sort()
            return sum(values[self.drop :], NOTHING), there
        return sum(values, NOTHING), there

    def same(self, place: int) -> tuple[int, ...]:
        """That place in every event, or the last one of a smaller event."""
        return tuple(min(place, event.entrants) for event in self.coming)

    def is_ahead_of_all(self, place: int, each: Decimal | None) -> bool:
        """Whether that place everywhere is enough if the others get so much in every event; None: their means."""
        own = self._own(self.same(place))
        ahead = 0
        for past in self.others:
            had = [value for value in past if value is not None]
            mean = (sum(had, NOTHING) / len(had)).quantize(CENT) if each is None and had else None
            ahead += self.order(past, tuple(mean for _ in self.coming)) > own
        return ahead < self.target

    def is_certain_after(self, place: int | None) -> bool:
        """Whether a place in the next event (None: staying away) is certain to be enough, whatever follows."""
        last = [(None, event.entrants) for event in self.coming[1:]]
        ways = [(place, *rest) for rest in product(*last)]
        ways.sort(key=self._own)
        if all(event.entrants > self.target for event in self.coming):  # her last place is nobody's loss
            ways = ways[:1]
        return all(self.is_certain(way) for way in ways)

    def is_possible_after(self, place: int | None) -> bool:
        """Whether it may still be enough after a place in the next event (None: staying away)."""
        ways = [(place, *rest) for rest in product(*[(1, None) for _ in self.coming[1:]])]
        ways.sort(key=lambda way: (self._own(way, with_bonus=True), -sum(one is None for one in way)), reverse=True)
        if None not in ways[0][1:]:  # winning all is best for her, and leaves least to the others
            ways = ways[:1]
        return any(self._is_possible(way) for way in ways)

    def _own(self, places: Sequence[int | None], *, with_bonus: bool = False) -> Order:
        more = self.bonuses if with_bonus else [NOTHING] * len(self.bonuses)
        return self.order(
            self.own,
            tuple(
                None if place is None else table[place - 1] + bonus
                for place, table, bonus in zip(places, self.tables, more, strict=True)
            ),
        )

    def is_certain(self, places: Sequence[int | None]) -> bool:
        """Whether these places are enough without a bonus, whatever the others do with all theirs."""
        own = self._own(places)
        wanted = self.target - sum(self.order(past, self.absent) > own for past in self.others)
        if wanted <= 0:
            return False
        slots = [
            tuple(points + bonus for index, points in enumerate(table, 1) if index != place)[:wanted]
            for table, bonus, place in zip(self.tables, self.bonuses, places, strict=True)
        ]
        candidates = [past for past in self.others if self.order(past, self.absent) <= own]
        candidates = [past for past in (*candidates, *[self.newcomer] * wanted) if self._reach(past, slots) > own]
        if len(candidates) < wanted or wanted == 1:
            return len(candidates) < wanted
        candidates.sort(key=lambda past: self._reach(past, slots), reverse=True)
        search = _Search(self, own, slots)
        found = search.is_easy_for(candidates[:wanted]) or search.can_all(candidates, wanted)
        self.is_exact = self.is_exact and not search.is_over
        return not found

    def _reach(self, past: Results, slots: Sequence[tuple[Decimal, ...]]) -> Order:
        """The best end that somebody can have with the best places: of so many events, those that bring most."""
        best = sorted((one[0] for one in slots if one), reverse=True)
        ways = (tuple(best[:count]) for count in range(len(best) + 1))
        return max(self.order(past, (*way, *[None] * (len(slots) - len(way)))) for way in ways)

    def _is_possible(self, places: Sequence[int | None]) -> bool:
        """Whether these places with all her bonuses can be enough, the others having none.

        Every place is taken. A place whose points alone beat her total puts its taker ahead (`high`), unless
        points were taken from them before; every other place can go to somebody new.
        """
        own = self._own(places, with_bonus=True)
        free = [
            tuple(points for index, points in enumerate(table, 1) if index != place)
            for table, place in zip(self.tables, places, strict=True)
        ]
        high = [sum(self.order(self.newcomer, (points,)) > own for points in one) for one in free]
        stuck, movable = 0, []
        for past in self.others:
            is_ahead = self.order(past, self.absent) > own
            was_fined = any(value is not None and value < 0 for value in past)
            if (is_ahead and self._least(past, free) <= own) or (was_fined and any(high)):
                movable.append((past, is_ahead))
            else:
                stuck += is_ahead
        if max([stuck, *(one - len(movable) for one in high)]) >= self.target:
            return False
        if max([stuck + sum(ahead for _, ahead in movable), *high]) < self.target:
            return True
        search = _Search(self, own, [_ends(one, top, len(movable)) for one, top in zip(free, high, strict=True)])
        found = search.can_hold(movable, stuck, high, self.target)
        self.is_exact = self.is_exact and not search.is_over
        return found

    def _least(self, past: Results, free: Sequence[tuple[Decimal, ...]]) -> Order:
        worst = sorted(one[-1] for one in free if one)
        ways = (tuple(worst[:count]) for count in range(len(worst) + 1))
        return min(self.order(past, (*way, *[None] * (len(free) - len(way)))) for way in ways)


def _ends(places: tuple[Decimal, ...], top: int, count: int) -> tuple[Decimal, ...]:
    """The places that matter where nobody may get ahead: the high ones, and as many of the last as there are them."""
    return places if top + count >= len(places) else (*places[:top], *places[len(places) - count :])


class _Search:
    """Search over the takers of places: one an event each or none, no place twice. Gives up after `MOST_TRIED`."""

    def __init__(self, asked: _Question, own: Order, slots: Sequence[tuple[Decimal, ...]]) -> None:
        self.asked, self.own, self.slots = asked, own, slots
        self.tried = 0

    @property
    def is_over(self) -> bool:
        """Whether it gave up."""
        return self.tried > MOST_TRIED

    def can_all(self, candidates: Sequence[Results], wanted: int, used: tuple[int, ...] = ()) -> bool:
        """Whether so many of the candidates can be ahead of her at once. Given up counts as yes.

        `used`: a bit for each slot that is taken, event by event.
        """
        if wanted <= 0 or self.is_over:
            return True
        used = used or (0,) * len(self.slots)
        left = [past for past in candidates if self._reaches(past, used)]
        while len(left) >= wanted and not self._is_too_little(left, wanted, used):
            chosen, *left = left
            ways = [way for way in self._ways(used) if self._order(chosen, way) > self.own]
            for way in self._frugal(chosen, ways):
                if self.can_all(left, wanted - 1, self._with(used, way)):
                    return True
            # without them, nobody who can do no more is of use
            left = [other for other in left if not self._is_no_better(other, chosen)]
        return self.is_over

    def is_easy_for(self, chosen: Sequence[Results]) -> bool:
        """Whether these are all ahead if in each event the better places go to those who lack more by then."""
        had: list[tuple[Decimal | None, ...]] = [() for _ in chosen]
        for event, slots in enumerate(self.slots):
            rest = (NOTHING,) * (len(self.slots) - event)
            needy = sorted(range(len(chosen)), key=lambda index: self.asked.order(chosen[index], (*had[index], *rest)))
            free = iter(slots)
            for index in needy:
                had[index] = (*had[index], next(free, None))
        return all(self.asked.order(past, coming) > self.own for past, coming in zip(chosen, had, strict=True))

    def can_hold(self, movable: Sequence[tuple[Results, bool]], ahead: int, high: Sequence[int], target: int) -> bool:
        """Whether fewer than `target` can be ahead, each high place taken. Given up counts as no."""
        seen: set[tuple[int, int, tuple[int, ...]]] = set()

        def go(index: int, ahead: int, used: tuple[int, ...]) -> bool:
            if self.is_over or ahead >= target or (index, ahead, used) in seen:
                return False
            seen.add((index, ahead, used))
            if index == len(movable):
                bare = (top - (taken & ((1 << top) - 1)).bit_count() for top, taken in zip(high, used, strict=True))
                return max([ahead, *bare]) < target
            past, is_ahead = movable[index]
            ways = (way for way in self._ways(used) if self._order(past, way) <= self.own)
            return any(go(index + 1, ahead, self._with(used, way)) for way in ways) or (
                is_ahead and go(index + 1, ahead + 1, used)
            )

        return go(0, ahead, (0,) * len(self.slots))

    @staticmethod
    def _with(used: tuple[int, ...], way: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(taken | (1 << slot if slot >= 0 else 0) for taken, slot in zip(used, way, strict=True))

    def _ways(self, used: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every choice of a free slot or none (-1) in each event."""
        open_slots = [
            [-1, *(index for index in range(len(one) - 1, -1, -1) if not taken >> index & 1)]
            for one, taken in zip(self.slots, used, strict=True)
        ]
        for way in product(*open_slots):
            self.tried += 1
            if self.is_over:
                return
            yield way

    def _free(self, used: tuple[int, ...]) -> list[list[Decimal]]:
        return [
            [points for index, points in enumerate(one) if not taken >> index & 1]
            for one, taken in zip(self.slots, used, strict=True)
        ]

    def _reaches(self, past: Results, used: tuple[int, ...]) -> bool:
        """Whether somebody alone can be ahead with the best of what is free."""
        best = sorted((one[0] for one in self._free(used) if one), reverse=True)
        ways = (tuple(best[:count]) for count in range(1, len(best) + 1))
        return any(self.asked.order(past, (*way, *[None] * (len(used) - len(way)))) > self.own for way in ways)

    def _is_too_little(self, left: Sequence[Results], wanted: int, used: tuple[int, ...]) -> bool:
        """Whether all free places together are less than so many lack: a place adds no more than its points."""
        nothing = (NOTHING,) * len(used)
        had = (
            max(sum((value or NOTHING for value in past), NOTHING), self.asked.order(past, nothing)[0]) for past in left
        )
        lack = sorted(self.own[0] - total for total in had)
        return sum(lack[:wanted], NOTHING) > sum((points for one in self._free(used) for points in one), NOTHING)

    def _frugal(self, past: Results, ways: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The ways of which no event could be missed or be ended worse: better ones are left to others."""
        good = set(ways)
        return [
            way
            for way in ways
            if not any(
                (*way[:event], worse, *way[event + 1 :]) in good
                for event, slot in enumerate(way)
                if slot >= 0
                for worse in (-1, *range(slot + 1, len(self.slots[event])))
            )
        ]

    def _order(self, past: Results, way: tuple[int, ...]) -> Order:
        coming = tuple(None if slot < 0 else one[slot] for slot, one in zip(way, self.slots, strict=True))
        return self.asked.order(past, coming)

    def _is_no_better(self, one: Results, other: Results) -> bool:
        """Whether the one ends no better than the other whatever both do alike."""
        drop = self.asked.drop
        there, others = (sum(value is not None for value in past) for past in (one, other))
        if drop == 0:
            return self.asked.order(one, ()) <= self.asked.order(other, ())
        if there != others:
            return False
        values, more = (sorted(value or NOTHING for value in past) for past in (one, other))
        return all(value <= best for value, best in zip(values, more, strict=True))
