"""Round robin: everybody meets everybody, evenly, in rounds that fit the boards."""

from collections import Counter
from dataclasses import replace

import pytest

from carrom.tournament.circle import circle, fit, legs
from carrom.tournament.format import find
from carrom.tournament.regulation import Regulation
from tests.support.tournament.contests import by_key, drawn_contest, entrants, played_contest

ROBIN = find("round-robin")


@pytest.mark.parametrize("count", range(2, 31))
def test_everybody_meets_everybody_once_and_plays_once_a_round(count: int):
    rounds = circle(count)
    pairs = [frozenset(pair) for pairs in rounds for pair in pairs]

    assert len(pairs) == len(set(pairs)) == count * (count - 1) // 2
    assert len(rounds) == count - 1 + count % 2
    assert all(len({one for pair in pairs for one in pair}) == 2 * (count // 2) for pairs in rounds)


@pytest.mark.parametrize("count", range(2, 31))
def test_everybody_is_named_first_as_often_as_second_but_for_one_match(count: int):
    first = Counter(a for pairs in circle(count) for a, _ in pairs)

    assert {abs(2 * first[one] - (count - 1)) for one in range(count)} == ({1} if count % 2 == 0 else {0})
    assert set(Counter(a for pairs in legs(circle(count), 2) for a, _ in pairs).values()) == {count - 1}


@pytest.mark.parametrize("count", range(3, 21))
def test_nobody_is_named_first_three_times_running(count: int):
    for one in range(count):
        reported = "".join("12"[pair[1] == one] for pairs in circle(count) for pair in pairs if one in pair)
        assert "111" not in reported and "222" not in reported


def test_rounds_of_any_shape_are_made_to_fit():
    """From 0 on, the pairs of the fuller and the emptier round make a path that moves nothing over: not that one."""
    made = fit([[(0, 1), (3, 4), (5, 6)], [(1, 2)]], 2)

    assert sorted(map(len, made)) == [2, 2]
    assert sorted(pair for pairs in made for pair in pairs) == [(0, 1), (1, 2), (3, 4), (5, 6)]
    assert all(len({one for pair in pairs for one in pair}) == 4 for pairs in made)


@pytest.mark.parametrize("count", [4, 8, 14])
def test_the_two_best_meet_in_the_last_round(count: int):
    contest = drawn_contest("round-robin", entrants(count, seeds=count), numbers="strength")
    last = [{one.a.key, one.b.key} for one in contest.fixtures if one.round == count - 1]

    assert {"p000", "p001"} in last


@pytest.mark.parametrize(
    ("count", "boards", "rounds"), [(8, 4, 7), (8, 3, 10), (8, 2, 14), (8, 1, 28), (7, 2, 11), (12, 5, 14)]
)
def test_with_few_boards_there_are_as_many_rounds_as_it_takes_and_no_more(count: int, boards: int, rounds: int):
    made = fit(circle(count), boards)

    assert len(made) == rounds
    assert max(map(len, made)) <= boards
    assert sorted(pair for pairs in made for pair in pairs) == sorted(pair for pairs in circle(count) for pair in pairs)
    assert all(len({one for pair in pairs for one in pair}) == 2 * len(pairs) for pairs in made)


def test_two_legs_are_played_the_other_way_round():
    contest = drawn_contest("round-robin", entrants(5), legs=2, boards=2)
    pairs = Counter((one.a.key, one.b.key) for one in contest.fixtures)

    assert set(pairs.values()) == {1} and all((b, a) in pairs for a, b in pairs)


def test_who_wins_all_is_first():
    rows = ROBIN.standings(played_contest(drawn_contest("round-robin", entrants(6)), by_key))

    assert [row.key for row in rows] == [f"p{number:03}" for number in range(6)]
    assert [row.value("points") for row in rows] == [10, 8, 6, 4, 2, 0]


@pytest.mark.parametrize(("rule", "counted"), [("stands", True), ("void", False), ("void_below_half", False)])
def test_who_leaves_early_gives_his_points_to_those_left_or_counts_for_nobody(rule: str, counted: bool):
    contest = replace(drawn_contest("round-robin", entrants(6)), regulation=Regulation(withdrawn=rule))
    first = [one for one in contest.fixtures if one.round == 1]
    gone = first[0].a.key
    contest = replace(
        contest, entrants=tuple(replace(one, left=2) if one.key == gone else one for one in contest.entrants)
    )
    rows = ROBIN.standings(played_contest(contest, by_key))
    best = next(row for row in rows if row.key != gone)

    assert best.played == (5 if counted else 4)
    assert ROBIN.is_over(played_contest(contest, by_key))


def test_who_has_played_half_of_his_matches_keeps_them():
    contest = replace(drawn_contest("round-robin", entrants(5)), regulation=Regulation(withdrawn="void_below_half"))
    mine = sorted(one.round for one in contest.fixtures if "p004" in (one.a.key, one.b.key))

    def rows(left):
        gone = tuple(replace(one, left=left) if one.key == "p004" else one for one in contest.entrants)
        return {row.key: row for row in ROBIN.standings(played_contest(replace(contest, entrants=gone), by_key))}

    assert rows(mine[1] + 1)["p000"].played == 4  # two of four played
    assert rows(mine[1])["p000"].played == 3
