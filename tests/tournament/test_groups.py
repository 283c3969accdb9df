"""Groups, then knock-out: pots, mates, flights, lots."""

import itertools
import random
from dataclasses import replace

import pytest

from carrom.laws.rulesets.every import RULESETS
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import LoserOf, PlaceOf
from carrom.tournament.format import TooFewError, find
from carrom.tournament.formats.groups_knockout import group_tables
from carrom.tournament.groups import draw_from_pots, group_names, lots_needed, mates_in, pots, snaked
from carrom.tournament.regulation import Regulation
from carrom.tournament.rehearsal import rehearse
from tests.support.tournament.contests import by_chance, by_key, drawn_contest, entrants, played_contest, result

GROUPS = find("groups-knockout")


def members(contest):
    """The keys of each group."""
    found: dict[str, set[str]] = {}
    for one in contest.fixtures:
        if one.stage == "group":
            found.setdefault(one.group, set()).update((one.a.key, one.b.key))
    return found


@pytest.mark.parametrize("count", [7, 8, 11, 16, 30])
def test_each_group_has_one_of_each_pot(count: int):
    for seed in range(4):
        contest = drawn_contest("groups-knockout", entrants(count, seeds=count), seed, groups=3)
        groups = members(contest)

        assert {len(group) for group in groups.values()} <= {count // 3, -(-count // 3)}
        for group in groups.values():
            ranks = sorted(int(key[1:]) // 3 for key in group)
            assert ranks[: count // 3] == list(range(count // 3))


def test_results_rank_those_who_meet_in_a_group_and_nobody_in_a_bracket():
    contest = drawn_contest("groups-knockout", entrants(8), groups=2)
    ranks = {one.stage: GROUPS.ranks_by_results(contest, one) for one in contest.fixtures}

    assert ranks.pop("group") and len(ranks) > 0
    assert not any(ranks.values())


def test_the_snake_makes_groups_whose_seeds_add_up_alike():
    groups = snaked(entrants(12, seeds=12), 4)

    assert [[one.key for one in group] for group in groups] == [
        ["p000", "p007", "p008"],
        ["p001", "p006", "p009"],
        ["p002", "p005", "p010"],
        ["p003", "p004", "p011"],
    ]


def test_mates_come_into_other_groups_where_that_can_be():
    """Against every draw from the pots there is, on small cases: the exchange finds the fewest pairs of mates."""
    rng = random.Random(8)
    worse = 0
    for _ in range(60):
        filled = pots([Entrant(key=f"e{n}", club=rng.choice(["ab", "c", "a", ""])) for n in range(6)], 2)
        groups = draw_from_pots(filled, 2, lambda one: one.club, rng)
        best = min(
            mates_in(zip(*chosen, strict=True), lambda one: one.club)
            for chosen in itertools.product(*(itertools.permutations(pot) for pot in filled))
        )

        assert sorted(one.key for group in groups for one in group) == [f"e{n}" for n in range(6)]
        worse += mates_in(groups, lambda one: one.club) > best
    assert worse == 0


def test_four_clubs_of_four_in_four_groups_never_share_one():
    who = [Entrant(key=f"{club}{number}", club=club) for club in "abcd" for number in range(4)]
    for seed in range(20):
        assert all(
            len({key[0] for key in group}) == 4
            for group in members(drawn_contest("groups-knockout", who, seed)).values()
        )


def test_winners_of_groups_meet_the_seconds_of_other_groups():
    contest = drawn_contest("groups-knockout", entrants(16, seeds=16))
    first = [(one.a, one.b) for one in contest.fixtures if one.id.startswith("gold-1.")]

    assert len(first) == 4
    for pair in first:
        assert {slot.place for slot in pair} == {1, 2}
        assert len({slot.group for slot in pair}) == 2
    for group in "ABCD":
        halves = {place // 2 for place, pair in enumerate(first) for slot in pair if slot == PlaceOf(group, 1)}
        others = {place // 2 for place, pair in enumerate(first) for slot in pair if slot == PlaceOf(group, 2)}
        assert halves != others  # those of one group can meet again in the final only


def test_a_place_of_a_group_is_nobodys_before_its_last_match_and_groups_end_one_by_one():
    contest = drawn_contest("groups-knockout", entrants(8, seeds=8), groups=2)
    left = [one for one in GROUPS.meetings(contest) if one.fixture.group == "A"]
    for one in left[:-1]:
        contest = contest.with_result(result(one, by_key(one)))
    assert all(not one.keys for one in GROUPS.meetings(contest) if one.fixture.stage == "gold")

    contest = contest.with_result(result(left[-1], by_key(left[-1])))
    first = [one for one in GROUPS.meetings(contest) if one.fixture.id.startswith("gold-1.")]
    assert {len(one.keys) for one in first} == {1} and {one.state for one in first} == {State.WAITING}


def test_flights_take_the_places_of_the_groups_in_turn_and_all_are_placed():
    contest = played_contest(
        drawn_contest("groups-knockout", entrants(16, seeds=16), flights=2, third_place=True), by_key
    )
    rows = GROUPS.standings(contest)

    assert [row.key for row in rows if row.reached.startswith("gold")] == [row.key for row in rows][:8]
    assert {row.key for row in rows[:8]} == {f"p{number:03}" for number in range(8)}
    assert [row.key for row in rows][:4] == ["p000", "p001", "p002", "p003"]
    assert rows[8].reached == "silver winner"
    assert len(rows) == 16
    thirds = [one.id for one in contest.fixtures if isinstance(one.a, LoserOf) and isinstance(one.b, LoserOf)]
    assert len(thirds) == 1 and thirds[0].startswith("gold"), "third place is played in the first flight alone"


def test_the_last_flight_can_take_all_who_are_left():
    contest = drawn_contest("groups-knockout", entrants(17), flights=2, qualify=1, rest_in_last=True)
    named = [slot for one in contest.fixtures for slot in (one.a, one.b) if isinstance(slot, PlaceOf)]

    assert len(named) == len(set(named)) == 17


def test_a_rehearsal_draws_lots_where_places_are_level():
    """By who won alone, three of a group are level in a quarter of all groups."""
    drawn = 0
    for seed in range(12):
        contest = drawn_contest("groups-knockout", entrants(6), seed, groups=2, qualify=2)
        ended = rehearse(
            replace(contest, regulation=Regulation(order=("points",))), random.Random(seed), RULESETS["icf"]
        )
        drawn += bool(ended.lots)
        assert all(one.is_settled for one in GROUPS.meetings(ended))
    assert 0 < drawn < 12


def test_a_bracket_waits_for_lots_where_places_are_level():
    contest = drawn_contest("groups-knockout", entrants(3), groups=1, qualify=2)
    ring = {("p000", "p001"): "p000", ("p001", "p002"): "p001", ("p000", "p002"): "p002"}
    for one in GROUPS.meetings(contest):
        if one.state is State.READY:
            winner = ring[tuple(sorted(one.keys))]
            contest = contest.with_result(result(one, Side.A if one.a == winner else Side.B))
    in_group = [one for one in GROUPS.meetings(contest) if one.fixture.stage == "group"]

    assert lots_needed(contest, in_group) == (frozenset(("p000", "p001", "p002")),)
    assert GROUPS.meetings(contest)[-1].state is State.WAITING
    # lots decide at last even where the regulation does not name them
    drawn_lots = replace(contest, lots=("p002", "p000", "p001"), regulation=Regulation(order=("points",)))
    assert set(GROUPS.meetings(drawn_lots)[-1].keys) == {"p002", "p000"}
    assert [row.key for _, rows in group_tables(drawn_lots) for row in rows] == ["p002", "p000", "p001"]


def test_ties_are_for_groups_alone():
    contest = drawn_contest("groups-knockout", entrants(8))

    assert [GROUPS.may_tie(contest, one) for one in contest.fixtures] == [
        one.stage == "group" for one in contest.fixtures
    ]


def test_group_names_go_on_after_z():
    assert group_names(28)[25:] == ("Z", "AA", "AB")


def test_too_few_for_the_groups_are_refused():
    with pytest.raises(TooFewError):
        drawn_contest("groups-knockout", entrants(5), groups=3)


@pytest.mark.parametrize(("players", "groups"), [(3, 1), (5, 1), (6, 2), (11, 3), (13, 3), (15, 4), (17, 4)])
def test_without_a_number_groups_are_of_about_four(players: int, groups: int):
    assert len(members(drawn_contest("groups-knockout", entrants(players)))) == groups


def test_two_are_too_few_for_groups():
    with pytest.raises(TooFewError):
        drawn_contest("groups-knockout", entrants(2))


def test_chance_in_all_matches_still_places_everyone():
    for seed in range(5):
        contest = played_contest(drawn_contest("groups-knockout", entrants(13, clubs=3), flights=2), by_chance(seed))
        assert sorted(row.key for row in GROUPS.standings(contest)) == [one.key for one in contest.entrants]
