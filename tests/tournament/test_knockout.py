"""Knock-out: byes, seeds, mates, third place."""

import itertools
import random

import pytest

from carrom.tournament.bracket_resolution import State
from carrom.tournament.brackets import apart, seed_order, size_for
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import BYE, Known
from carrom.tournament.format import TooFewError, find
from tests.support.tournament.contests import (
    by_chance,
    by_key,
    decided_meetings,
    drawn_contest,
    entrants,
    played_contest,
    result,
)

KNOCKOUT = find("knockout")
SIZES = (*range(2, 34), 47, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257)


def stands(contest, round_number=1):
    """The slots of a round, fixture by fixture."""
    return [(one.a, one.b) for one in contest.fixtures if one.round == round_number and not one.stage]


@pytest.mark.parametrize("count", SIZES)
def test_any_number_from_2_to_257_makes_a_bracket_whose_byes_are_all_in_the_first_round_and_go_to_the_best(count: int):
    contest = drawn_contest("knockout", entrants(count, seeds=count))
    slots = stands(contest)
    byes = {slot.key for pair in slots if BYE in pair for slot in pair if slot != BYE}

    assert len(slots) * 2 == size_for(count)
    assert sum(slot == BYE for pair in slots for slot in pair) == size_for(count) - count
    assert (BYE, BYE) not in slots
    assert byes == {f"p{number:03}" for number in range(size_for(count) - count)}
    assert sum(one.state is State.BYE for one in KNOCKOUT.meetings(contest)) == len(byes)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 21, 64])
def test_if_the_better_always_wins_everyone_ends_where_the_seeds_say(count: int):
    rows = KNOCKOUT.standings(played_contest(drawn_contest("knockout", entrants(count, seeds=count)), by_key))

    for row in rows:
        assert row.place <= int(row.key[1:]) + 1 <= row.place + row.level - 1
    assert sum(row.place == 1 for row in rows) == 1


def test_the_first_two_seeds_can_meet_in_the_final_only_and_the_first_four_not_before_the_semi_finals():
    order = seed_order(64)

    assert {order.index(1) // 32, order.index(2) // 32} == {0, 1}
    assert {order.index(seed) // 16 for seed in (1, 2, 3, 4)} == {0, 1, 2, 3}
    assert {order.index(seed) // 8 for seed in range(1, 9)} == set(range(8))
    assert all(order[place] + order[place + 1] == 65 for place in range(0, 64, 2))


def test_drawn_seeds_stay_in_their_tiers():
    places = {
        drawn_contest("knockout", entrants(16, seeds=8), seed, seed_lots="drawn").draws[0].fixtures for seed in range(6)
    }

    assert len(places) > 1
    for fixtures in places:
        quarter = {slot.key: (one.place - 1) // 2 for one in fixtures[:8] for slot in (one.a, one.b)}
        assert (quarter["p000"], quarter["p001"]) == (0, 3)
        assert {quarter["p002"], quarter["p003"]} == {1, 2}


def test_everybody_but_the_winner_loses_once_and_everyone_has_a_place():
    contest = played_contest(drawn_contest("knockout", entrants(37, seeds=4)), by_chance(5))
    rows = KNOCKOUT.standings(contest)

    assert len(decided_meetings(contest)) == 36
    assert [row.lost for row in rows] == [0, *[1] * 36]
    assert sorted(row.key for row in rows) == [one.key for one in contest.entrants]
    assert sorted({row.place for row in rows}) == [1, 2, 3, 5, 9, 17, 33]


def test_third_place_is_played_by_those_who_lost_the_semi_finals():
    contest = played_contest(drawn_contest("knockout", entrants(8, seeds=8), third_place=True), by_key)
    last = [one for one in decided_meetings(contest) if one.fixture.stage == "third-place"]

    assert [set(one.keys) for one in last] == [{"p002", "p003"}]
    assert [row.key for row in KNOCKOUT.standings(contest)][:4] == ["p000", "p001", "p002", "p003"]
    assert [row.place for row in KNOCKOUT.standings(contest)][:4] == [1, 2, 3, 4]


def test_with_three_the_one_who_loses_the_only_semi_final_is_third_without_a_match():
    contest = played_contest(drawn_contest("knockout", entrants(3, seeds=3), third_place=True), by_key)

    assert [row.key for row in KNOCKOUT.standings(contest)] == ["p000", "p001", "p002"]
    assert len(decided_meetings(contest)) == 2


def test_one_alone_makes_no_bracket():
    with pytest.raises(TooFewError):
        drawn_contest("knockout", entrants(1))


def mates_who_meet(labels):
    return sum(labels[place] != "" and labels[place] == labels[place + 1] for place in range(0, len(labels), 2))


def test_mates_meet_in_the_first_round_only_where_every_draw_would_have_them_meet():
    rng = random.Random(4)
    for _ in range(120):
        labels = [rng.choice(["", "a", "a", "b", "c"]) for _ in range(8)]
        free = sorted(rng.sample(range(8), rng.randint(2, 7)))
        at = apart(labels, [free], 1)
        found = [labels[place] for place in at]

        assert sorted(at) == list(range(8))
        assert all(at[place] == place for place in range(8) if place not in free)
        best = min(
            mates_who_meet(
                [dict(zip(free, chosen, strict=True)).get(place, label) for place, label in enumerate(labels)]
            )
            for chosen in set(itertools.permutations([labels[place] for place in free]))
        )
        assert mates_who_meet(found) == best


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_mates_are_separated_for_as_many_rounds_as_asked(rounds: int):
    who = [Entrant(key=f"{club}{number}", club=club) for club in "abcdefgh" for number in range(4)]
    for seed in range(5):
        contest = drawn_contest("knockout", who, seed, apart_rounds=rounds)
        parts = 2**rounds
        keys = [slot.key for pair in stands(contest) for slot in pair]

        for start in range(0, 32, parts):
            assert len({key[0] for key in keys[start : start + parts]}) == parts


def test_it_says_where_mates_could_not_be_separated():
    contest = drawn_contest("knockout", [Entrant(key=f"n{number}", club="North") for number in range(4)])
    codes = [why.code for one in contest.fixtures if one.round == 1 for why in one.why]

    assert codes.count("mates-cannot-be-apart") == 2


def test_the_draw_does_not_depend_on_the_order_of_entry_and_differs_by_its_seed():
    who = entrants(30, clubs=5, seeds=4)
    turned = random.Random(2).sample(who, 30)

    assert drawn_contest("knockout", who).draws == drawn_contest("knockout", turned).draws
    assert drawn_contest("knockout", who, 1).draws != drawn_contest("knockout", who, 2).draws


def test_a_fixture_whose_two_sides_both_lose_sends_nobody_on():
    contest = drawn_contest("knockout", entrants(4, seeds=4))
    first, second, _ = KNOCKOUT.meetings(contest)
    nobody = result(first, None)
    contest = contest.with_result(
        type(nobody)(fixture="1.1", a=first.a, b=first.b, winner=None, how="no-show", both_lose=True)
    )
    contest = contest.with_result(result(second, by_key(second)))
    final = KNOCKOUT.meetings(contest)[-1]

    assert final.state is State.BYE
    assert KNOCKOUT.standings(contest)[0].key == final.winner == "p001"
    assert KNOCKOUT.is_over(contest)


def test_every_first_fixture_names_its_entrants_and_later_ones_who_feeds_them():
    contest = drawn_contest("knockout", entrants(6, seeds=2))

    for one in contest.fixtures:
        assert one.why
        if one.round == 1:
            assert {slot.key for slot in (one.a, one.b) if isinstance(slot, Known)} <= {
                why["entrant"] for why in one.why if "entrant" in dict(why.about)
            }
        else:
            assert one.why[0].code == "winners-meet"
