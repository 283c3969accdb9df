"""The cheapest round, held against all rounds there are."""

import random

import pytest

from carrom.tournament.formats.swiss_costs import Aims, Contender, Field, field_of, priced
from carrom.tournament.formats.swiss_matching import (
    Round,
    can_go_on,
    cheapest_round,
    cheapest_round_with,
    rounds_from_cheapest,
    stuck,
)
from carrom.tournament.formats.swiss_methods import METHODS, as_many_as_possible, compatriots_last, first_fit
from tests.support.tournament.swiss_rounds import all_rounds


def random_field(rng: random.Random, most: int = 8) -> Field:
    count = rng.randint(2, most)
    keys = [str(number) for number in range(count)]
    met: dict[str, set[str]] = {key: set() for key in keys}
    for _ in range(rng.randrange(2 * count)):
        one, other = rng.sample(keys, 2)
        met[one].add(other)
        met[other].add(one)
    return field_of(
        [
            Contender(
                key=key,
                points=rng.randrange(5),
                met=frozenset(met[key]),
                had_bye=rng.random() < 0.4,
                floats=(rng.choice((-1, 0, 1)), rng.choice((-1, 0, 1))),
                breaks=rng.randrange(-3, 4),
                country=rng.choice("AB"),
                club=rng.choice(("", "x")),
            )
            for key in keys
        ],
        Aims(
            within=rng.choice(("slide", "fold", "adjacent")),
            countries_apart=rng.random() < 0.5,
            clubs_apart=rng.random() < 0.5,
            balance_breaks=rng.random() < 0.5,
        ),
    )


def test_no_legal_round_respects_the_groups_better_than_the_one_drawn():
    rng = random.Random(1)
    none = 0
    for _ in range(400):
        field = random_field(rng)
        offered = priced(field)
        everything = all_rounds(field)
        found = cheapest_round(field.count, offered.costs)
        if not everything:
            assert found is None
            none += 1
            continue

        def off(one: Round, field: Field = field) -> tuple[int, int]:
            points = [player.points for player in field.contenders]
            bye = sum(points[first] - min(points) for first, second in one if second == field.bye)
            return bye, sum((points[first] - points[second]) ** 2 for first, second in one if second != field.bye)

        assert found is not None
        assert off(found) == min(map(off, everything))
        assert list(offered.total(found).values()) == min(list(offered.total(one).values()) for one in everything)
        assert all(
            sum(offered.cost(*met)[code] for met in found) == sum_ for code, sum_ in offered.total(found).items()
        )
    assert 20 < none < 200


def test_rounds_come_in_the_order_of_their_costs_each_once():
    rng = random.Random(2)
    for _ in range(60):
        field = random_field(rng)
        offered = priced(field)

        found = list(rounds_from_cheapest(field.count, offered.costs))

        costs = [sum(offered.costs[met] for met in one) for one in found]
        assert costs == sorted(costs)
        assert sorted(found) == sorted(map(tuple, map(sorted, all_rounds(field))))


def test_a_round_with_a_wanted_pair_is_the_cheapest_of_those():
    rng = random.Random(3)
    for _ in range(100):
        field = random_field(rng)
        offered = priced(field)
        if not offered.costs:
            continue
        wanted = rng.choice(sorted(offered.costs))
        with_it = [one for one in all_rounds(field) if wanted in one]

        found = cheapest_round_with(field.count, offered.costs, wanted)

        assert (found is None) == (not with_it)
        if found is not None:
            assert wanted in found
            assert sum(map(offered.costs.get, found)) == min(sum(map(offered.costs.get, one)) for one in with_it)


@pytest.mark.parametrize("count", [4, 6])
def test_whether_further_rounds_exist_is_as_trying_all_says(count: int):
    rng = random.Random(count)

    def rounds_exist(left: frozenset[tuple[int, int]], rounds: int) -> bool:
        if rounds == 0:
            return True
        field = field_of(
            [
                Contender(
                    key=str(one),
                    met=frozenset(
                        str(other) for other in range(count) if (min(one, other), max(one, other)) not in left
                    ),
                )
                for one in range(count)
            ],
            Aims(),
        )
        return any(rounds_exist(left - set(one), rounds - 1) for one in all_rounds(field))

    answers = set()
    for _ in range(60):
        left = frozenset((one, other) for one in range(count) for other in range(one + 1, count) if rng.random() < 0.7)
        for rounds in range(1, count):
            expected = rounds_exist(left, rounds)
            assert can_go_on(count, left, rounds) is expected
            answers.add((rounds, expected))
    assert {(1, True), (1, False), (2, True), (2, False)} <= answers


def test_who_is_stuck_is_named_with_the_only_ones_left_to_them():
    """Four who may meet only the fifth: at least two of them are left over."""
    open_pairs = [(0, 4), (1, 4), (2, 4), (3, 4), (4, 5)]

    left_out, only = stuck(6, open_pairs)

    assert left_out == (0, 1, 2, 3, 5)
    assert only == (4,)


def test_groups_are_counted_where_points_are_too_far_apart_to_be_weighed():
    field = field_of([Contender(key=str(number), points=10**17 * (40 - number // 2)) for number in range(40)], Aims())
    offered = priced(field)

    assert cheapest_round(40, offered.costs) == tuple((one, one + 1) for one in range(0, 40, 2))


def tried(field: Field, method: str, left: list[int]) -> Round | None:
    """A method's round by trying in its order and taking back what leads nowhere."""
    if not left:
        return ()
    order = METHODS[method](field, left)
    if field.aims.keep_apart:
        order = compatriots_last(field, left, order)
    for other in (left[index] for index in order if index):
        if field.may_meet(left[0], other):
            rest = tried(field, method, [one for one in left if one not in (left[0], other)])
            if rest is not None:
                return ((left[0], other), *rest)
    return None


@pytest.mark.parametrize("method", METHODS)
def test_a_method_of_sol_finds_the_round_that_trying_in_its_order_finds(method: str):
    rng = random.Random(4)
    none = 0
    for _ in range(300):
        field = random_field(rng, 10)
        found = first_fit(field, METHODS[method])
        assert found == tried(field, method, list(range(field.count)))
        none += found is None
    assert 10 < none < 200


def test_serial_pairs_neighbours_dazed_halves_and_staggered_never_goes_further_than_25():
    level = field_of([Contender(key=f"{number:03}") for number in range(120)], Aims())

    assert first_fit(level, METHODS["serial"]) == tuple((one, one + 1) for one in range(0, 120, 2))
    assert first_fit(level, METHODS["dazed"]) == tuple((one, one + 60) for one in range(60))
    assert first_fit(level, METHODS["staggered"]) == tuple(
        (one + block, one + block + 25) for block in (0, 50) for one in range(25)
    ) + tuple((one, one + 10) for one in range(100, 110))


def test_an_odd_group_takes_in_the_first_of_the_next():
    points = (4, 4, 4, 2, 2, 2)
    field = field_of([Contender(key=str(number), points=two) for number, two in enumerate(points)], Aims())

    assert first_fit(field, METHODS["dazed"]) == ((0, 2), (1, 3), (4, 5))


def test_an_even_group_keeps_to_itself_while_it_can():
    """The first has met the lower half of those level, and so meets one of the own half."""
    points, met = (4, 4, 4, 4, 2, 2), {"0": "23", "2": "0", "3": "0"}
    field = field_of(
        [
            Contender(key=str(number), points=two, met=frozenset(met.get(str(number), "")))
            for number, two in enumerate(points)
        ],
        Aims(),
    )

    assert first_fit(field, METHODS["dazed"]) == ((0, 1), (2, 3), (4, 5))


def test_compatriots_are_tried_last_among_those_level_only():
    countries = "IIIXXI"
    field = field_of(
        [Contender(key=str(number), points=2 - number // 5, country=one) for number, one in enumerate(countries)],
        Aims(countries_apart=True),
    )

    assert first_fit(field, METHODS["serial"]) == ((0, 3), (1, 4), (2, 5))


def test_all_that_can_be_played_is_played_when_no_full_round_is_left():
    """The first three have met; a fourth and a fifth have met nobody else than the first."""
    met = {"0": "12", "1": "02", "2": "01", "3": "", "4": "5", "5": "4"}
    field = field_of([Contender(key=key, met=frozenset(others)) for key, others in met.items()], Aims())

    assert len(as_many_as_possible(field)) == 3
    barred = field_of([Contender(key=key, met=frozenset("0123") - {key}) for key in "0123"], Aims())
    assert as_many_as_possible(barred) == ()


def test_no_further_round_can_always_be_drawn():
    assert can_go_on(4, [], 0) is True and can_go_on(3, [], -1) is True
    assert can_go_on(4, [], 1) is False
