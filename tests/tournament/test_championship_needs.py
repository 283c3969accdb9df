"""What somebody needs in the events of a championship that are left, against trying every end there can be."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product

import pytest

from carrom.tournament import championship_needs
from carrom.tournament.championship import ChampionshipError, Event, Terms, standings
from carrom.tournament.championship_needs import Coming, Every, needs

Places = tuple[str, ...]


def event(*keys: str, **reported: object) -> Event:
    """An event that ended in this order."""
    return Event(key="x", places={key: place for place, key in enumerate(keys, 1)}, **reported)


def orders(known: Sequence[str], sizes: Sequence[int], new: int = 0) -> Iterator[tuple[Places, ...]]:
    """How events of these sizes may end: anybody known may come, newcomers as well, the first of them first."""
    if not sizes:
        yield ()
        return

    def fill(size: int, free: tuple[str, ...], fresh: int) -> Iterator[tuple[Places, int]]:
        if not size:
            yield (), fresh
            return
        for one in (*free, f"new{fresh}"):
            left, seen = tuple(other for other in free if other != one), fresh + (one == f"new{fresh}")
            for rest, last in fill(size - 1, left, seen):
                yield (one, *rest), last

    for first, seen in fill(sizes[0], (*known, *(f"new{number}" for number in range(new))), new):
        for rest in orders(known, sizes[1:], seen):
            yield (first, *rest)


def bonuses(coming: Sequence[Coming], ends: Sequence[Places]) -> Iterator[list[dict[str, Decimal]]]:
    """Every way in which nobody, some or all get the whole bonus."""
    slots = [(number, key) for number, end in enumerate(ends) for key in end if coming[number].bonus]
    for given in product((False, True), repeat=len(slots)):
        found: list[dict[str, Decimal]] = [{} for _ in ends]
        for (number, key), is_given in zip(slots, given, strict=True):
            found[number][key] = coming[number].bonus * is_given
        yield found


def tried(terms: Terms, events: list[Event], coming: Sequence[Coming], target: int):
    """What `a` needs, by trying who comes, who ends where and who gets a bonus."""
    known = sorted({key for one in events for key in one.places})
    seen: dict[tuple[int | None, ...], set[bool]] = defaultdict(set)
    for ends in orders(known, [one.entrants for one in coming]):
        for given in bonuses(coming, ends):
            left = [
                event(*end, weight=one.weight, bonus=more) for end, one, more in zip(ends, coming, given, strict=True)
            ]
            rows = standings(terms, [*events, *left])
            seen[tuple(end.index("a") + 1 if "a" in end else None for end in ends)].add(
                next(row.place for row in rows if row.key == "a") <= target
            )

    def after(place: int | None) -> set[bool]:
        return set().union(*(results for places, results in seen.items() if places[0] == place))

    sizes = [one.entrants for one in coming]
    certain = [place for place in range(1, sizes[0] + 1) if after(place) == {True}]
    possible = [place for place in range(1, sizes[0] + 1) if True in after(place)]
    best = [place for place in range(1, max(sizes) + 1) if seen[tuple(min(place, one) for one in sizes)] == {True}]
    if after(None) == {True}:
        verdict = "certain"
    elif certain or seen[(1,) * len(sizes)] == {True}:
        verdict = "own-hands"
    else:
        verdict = "open" if possible or True in after(None) else "out"
    return verdict, max(certain, default=None), max(possible, default=None), max(best, default=None)


@pytest.mark.parametrize(
    ("sizes", "bonus", "seeds"),
    [((3,), 0, 25), ((2,), 2, 10), ((2, 2), 0, 5), ((3, 2), 0, 1), ((2, 1), 1, 2)],
    ids=str,
)
def test_what_she_needs_is_as_trying_every_end_says(sizes: tuple[int, ...], bonus: int, seeds: int):
    for seed in range(seeds):
        rng = random.Random(seed)
        keys = ["a", "b", "c"][: rng.randint(2, 3)]
        fined = {rng.choice(keys): Decimal(rng.choice((0, 0, 0, -4, 2)))}
        events = [event(*rng.sample(keys, rng.randint(1, len(keys)))) for _ in range(rng.randint(1, 3))]
        events.append(event("a", "b", bonus=fined, weight=Decimal(rng.randint(1, 2))))
        terms = Terms(
            table=tuple(sorted((Decimal(rng.randrange(6)) for _ in range(3)), reverse=True)),
            drop_worst=rng.randrange(4),
            attendance=Decimal(rng.randrange(2)),
        )
        coming = [Coming(entrants=size, weight=Decimal(rng.randint(1, 2)), bonus=Decimal(bonus)) for size in sizes]
        for target in (1, 2, 3):
            found = needs(terms, events, "a", coming, target=target)
            reported = (found.verdict, found.certain, found.possible, found.every.best)

            assert reported == tried(terms, events, coming, target), (seed, target)
            assert found.is_exact


def test_what_she_needs_in_a_season_of_many():
    """54 points against 48 and 42: with one left, the second may win 18, so 12 are needed, those of the fifth place."""
    season = [event(*(f"p{number}" for number in range(20)))] * 3
    once, twice = [Coming(entrants=20)], [Coming(entrants=20)] * 2

    first = needs(Terms(), season, "p0", once)
    assert (first.verdict, first.certain, first.possible) == ("own-hands", 5, 20)
    assert first.every == Every(nothing=20, as_now=7, best=5)  # the second has 16 each time: 64, so 10 are enough
    assert needs(Terms(), season, "p19", once).verdict == "out"
    later = needs(Terms(), season, "p0", twice)  # the second may reach 84
    assert (later.verdict, later.certain, later.every.best) == ("own-hands", None, 2)
    at_its_end = needs(Terms(), season, "p0", [])
    assert (at_its_end.verdict, at_its_end.is_exact) == ("certain", True)
    assert needs(Terms(), season, "p1", []).verdict == "out"


def test_a_bonus_may_turn_what_was_certain():
    season = [event("a", "b")] * 2  # 36 to 32

    assert needs(Terms(), season, "a", [Coming(entrants=2)]).certain == 2  # 52 to 50
    assert needs(Terms(), season, "a", [Coming(entrants=2, bonus=Decimal(3))]).certain == 1
    few = Terms(table=(Decimal(3), Decimal(2)))
    assert needs(few, season * 2, "b", [Coming(entrants=2)]).possible is None  # 11 to 12, even if the other stays away
    assert needs(few, season * 2, "b", [Coming(entrants=2, bonus=Decimal(1))]).possible == 1


def test_a_place_that_only_somebody_fined_could_take_without_getting_ahead_may_be_theirs():
    """Second she has 14, the first place alone brings 15: harmless if `b` takes it, who lost 20."""
    season = [event("a", "b", bonus={"b": Decimal(-20)})]
    few = Terms(table=(Decimal(5), Decimal(3)))

    assert needs(few, season, "a", [Coming(entrants=2, weight=Decimal(3))]).possible == 2
    assert needs(few, [event("a", "b")], "a", [Coming(entrants=2, weight=Decimal(3))]).possible == 1


def test_high_places_of_a_long_season_are_reckoned_quickly_and_beyond_that_on_the_careful_side(monkeypatch):
    rng = random.Random(5)
    people = [f"p{number}" for number in range(40)]
    season = [event(*rng.sample(people, 24)) for _ in range(6)]
    coming = [Coming(entrants=24, bonus=Decimal(2))] * 3
    table = standings(Terms(drop_worst=2), season)

    found = [needs(Terms(drop_worst=2), season, row.key, coming, target=4) for row in table[:8]]
    assert {one.verdict for one in found} <= {"own-hands", "open"}
    certain = [one.every.best for one in found if one.is_exact]
    assert certain
    monkeypatch.setattr(championship_needs, "MOST_TRIED", 3)
    careful = needs(Terms(drop_worst=2), season, table[0].key, coming, target=4)
    assert not careful.is_exact
    assert (careful.every.best or 0) <= (found[0].every.best or 0)


def test_what_cannot_be_asked_is_refused():
    season = [event("a", "b")]

    with pytest.raises(ChampionshipError, match="With the points of the standings"):
        needs(Terms(table="asis"), season, "a", [Coming(entrants=2)])
    with pytest.raises(ChampionshipError, match="At least one entrant"):
        needs(Terms(), season, "a", [Coming(entrants=0)])
    with pytest.raises(ChampionshipError, match="At most 12"):
        needs(Terms(), season, "a", [Coming(entrants=2)] * 13)

    assert needs(Terms(), season, "a", [Coming(entrants=2)] * 12)


def test_of_the_places_where_nobody_may_get_ahead_the_high_ones_and_the_last_matter():
    places = tuple(Decimal(points) for points in (9, 7, 5, 4, 2, 1))

    assert championship_needs._ends(places, 1, 2) == (places[0], *places[4:])
    assert championship_needs._ends(places, 2, 4) == championship_needs._ends(places, 6, 6) == places
