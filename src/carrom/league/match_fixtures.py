"""The fixtures of a match league: pools, rounds by the circle, who is at home, on which day, and what does not fit.

Everybody meets everybody as often as the terms say, nobody plays twice on a match day, home and away differ by one at
most. Who gets which number of the circle is chosen so that no venue has more matches on a day than it can hold, where
that can be; what is left is reported, for the organiser to move.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from carrom.equipment.arrangement import Rng
from carrom.league.match_terms import WEEKDAYS, Ground, MatchLeagueTerms
from carrom.tournament.circle import circle, fit, legs
from carrom.tournament.entries import Entrant, by_strength
from carrom.tournament.fixtures import Fixture, Known, numbered, why
from carrom.tournament.format import TooFewError
from carrom.tournament.groups import draw_from_pots, group_names, pots, snaked
from carrom.tournament.rng import shuffled


class TooFewForPoolsError(TooFewError):
    """Too few entrants for this number of pools."""

    code = "too-few-for-pools"


TRIES = 6  # orders of numbers that are improved, where venues are shared
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """When and where a fixture is played: an ISO date, a time as "19:30" or none, a venue or none."""

    fixture: str
    day: str
    time: str = ""
    venue: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FullVenue:
    """A venue that has more matches on a day than it holds."""

    venue: str
    day: str
    matches: int
    most: int


def season_fixtures(
    terms: MatchLeagueTerms, entrants: Sequence[Entrant], grounds: Mapping[str, Ground], rng: Rng
) -> tuple[Fixture, ...]:
    """All fixtures of the season, round by round; side A is at home.

    Raises:
        TooFewError: a pool would have fewer than two.
    """
    order = by_strength(entrants)
    if len(order) < 2 * terms.pools:
        raise TooFewForPoolsError(pools=terms.pools, needed=2 * terms.pools, entrants=len(order))
    if terms.pools == 1:
        pools: tuple[tuple[Entrant, ...], ...] = (order,)
    elif terms.into_pools == "pots":
        pools = draw_from_pots(pots(order, terms.pools), terms.pools, lambda one: one.club, rng)
    else:
        pools = snaked(order, terms.pools)
    offsets = [sum(map(len, pools[:number])) for number in range(len(pools))]
    rounds = _rounds(terms, [len(pool) for pool in pools], offsets)
    members = _numbered(pools, rounds, grounds, rng)
    pool_of = [number for number, pool in enumerate(pools) for _ in pool]
    names = group_names(terms.pools) if terms.pools > 1 else ("",)
    found = []
    for number, pairs in enumerate(rounds, 1):
        places: Counter[str] = Counter()
        for a, b in pairs:
            pool = names[pool_of[a]]
            places[pool] += 1
            found.append(
                Fixture(
                    id=f"{pool}{number}.{places[pool]}",
                    round=number,
                    place=places[pool],
                    a=Known(members[a].key),
                    b=Known(members[b].key),
                    stage="group" if pool else "",
                    group=pool,
                    why=(why("everybody-meets", number_a=a + 1, number_b=b + 1, of=len(pools[pool_of[a]])),),
                )
            )
    return numbered(found)


def _rounds(terms: MatchLeagueTerms, sizes: Sequence[int], offsets: Sequence[int]) -> tuple[Pairs, ...]:
    """The rounds of all pools side by side, as pairs of numbers that go on from pool to pool."""
    made = [legs(circle(size), terms.legs) for size in sizes]
    together = tuple(
        tuple(
            (a + offset, b + offset)
            for rounds, offset in zip(made, offsets, strict=True)
            if number < len(rounds)
            for a, b in rounds[number]
        )
        for number in range(max(map(len, made)))
    )
    return fit(together, terms.at_once) if terms.at_once and not terms.home_and_away else together


def _numbered(
    pools: Sequence[Sequence[Entrant]], rounds: Sequence[Pairs], grounds: Mapping[str, Ground], rng: Rng
) -> list[Entrant]:
    """The entrants by number: by lot within pools, then exchanged while that leaves fewer matches without room."""
    best: list[Entrant] = []
    least: int | None = None
    for _ in range(TRIES):
        order = [one for pool in pools for one in shuffled(list(pool), rng)]
        excess = _improve(order, pools, rounds, grounds)
        if least is None or excess < least:
            best, least = order, excess
        if not least:
            break
    return best


def _improve(
    order: list[Entrant], pools: Sequence[Sequence[Entrant]], rounds: Sequence[Pairs], grounds: Mapping[str, Ground]
) -> int:
    shared = {venue for venue, count in Counter(grounds[one.key].venue for one in order if one.key in grounds).items()
              if venue and count > 1}  # fmt: skip
    ground = [grounds.get(one.key, Ground()) for one in order]

    def excess() -> int:
        over = 0
        for pairs in rounds:
            homes = Counter((ground[a].venue, ground[a].weekday) for a, _ in pairs if ground[a].venue in shared)
            room = {(one.venue, one.weekday): one.matches for one in ground if one.venue in shared}
            over += sum(max(0, count - room[key]) for key, count in homes.items())
        return over

    now = excess() if shared else 0
    starts = [sum(map(len, pools[:number])) for number in range(len(pools) + 1)]
    better = True
    while now and better:
        better = False
        for start, end in pairwise(starts):
            for one in range(start, end):
                for other in range(one + 1, end):
                    if ground[one].venue == ground[other].venue:
                        continue
                    _exchange(order, ground, one, other)
                    after = excess()
                    if after < now:
                        now, better = after, True
                    else:
                        _exchange(order, ground, one, other)
                    if not now:
                        return 0
    return now


def _exchange(order: list[Entrant], ground: list[Ground], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]
    ground[one], ground[other] = ground[other], ground[one]


def match_days(terms: MatchLeagueTerms, count: int, *, after: str = "") -> tuple[str, ...]:
    """So many match days from the first one, or the next ones after a day; free days are left out."""
    step = timedelta(days=terms.every_days)
    day = date.fromisoformat(terms.first_day)
    while after and day.isoformat() <= after:
        day += step
    found: list[str] = []
    free = set(terms.free_days)
    while len(found) < count:
        if day.isoformat() not in free:
            found.append(day.isoformat())
        day += step
    return tuple(found)


def first_slots(
    terms: MatchLeagueTerms, fixtures: Sequence[Fixture], grounds: Mapping[str, Ground], *, after: str = ""
) -> tuple[Slot, ...]:
    """When and where each is played at first: on its round's match day, at home on the home side's weekday.

    The weekday counts where match days are a week or more apart; it is the first such day from the match day on.
    """
    rounds = sorted({one.round for one in fixtures})
    days = dict(zip(rounds, match_days(terms, len(rounds), after=after), strict=True))
    found = []
    for one in fixtures:
        ground = grounds.get(one.a.key, Ground()) if isinstance(one.a, Known) and terms.home_and_away else Ground()
        day = date.fromisoformat(days[one.round])
        if ground.weekday is not None and terms.every_days >= WEEKDAYS:
            day += timedelta(days=(ground.weekday - day.weekday()) % WEEKDAYS)
        found.append(Slot(fixture=one.id, day=day.isoformat(), time=ground.time or terms.time, venue=ground.venue))
    return tuple(found)


def full_venues(slots: Sequence[Slot], grounds: Mapping[str, Ground]) -> tuple[FullVenue, ...]:
    """Return the venues with more matches on a day than room."""
    room: dict[str, int] = {}
    for ground in grounds.values():
        if ground.venue:
            room[ground.venue] = max(ground.matches, room.get(ground.venue, 0))
    counts = Counter((slot.day, slot.venue) for slot in slots if slot.venue in room)
    return tuple(
        FullVenue(venue=venue, day=day, matches=count, most=room[venue])
        for (day, venue), count in sorted(counts.items())
        if count > room[venue]
    )
