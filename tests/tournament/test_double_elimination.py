"""Double elimination: out after two losses."""

from collections import Counter

import pytest

from carrom.terms import Side
from carrom.tournament.bracket_resolution import NOBODY, State
from carrom.tournament.format import find
from tests.support.tournament.contests import (
    by_chance,
    by_key,
    decided_meetings,
    drawn_contest,
    entrants,
    played_contest,
)

DOUBLE = find("double-elimination")


def losses(contest):
    return Counter(one.loser for one in decided_meetings(contest))


@pytest.mark.parametrize("count", [*range(2, 20), 31, 32, 33, 64, 100])
def test_everyone_loses_twice_but_the_champion(count: int):
    for seed in range(3):
        contest = played_contest(
            drawn_contest("double-elimination", entrants(count, seeds=count // 2), seed), by_chance(seed)
        )
        champion = DOUBLE.standings(contest)[0]
        lost = losses(contest)

        assert champion.place == 1 and champion.level == 1 and champion.reached == "winner"
        assert lost.pop(champion.key, 0) <= 1
        assert lost == {one.key: 2 for one in contest.entrants if one.key != champion.key}


@pytest.mark.parametrize("count", [2, 3, 9, 16])
def test_without_a_second_final_the_one_who_loses_the_first_is_second(count: int):
    contest = played_contest(
        drawn_contest("double-elimination", entrants(count, seeds=2), second_final=False), by_chance(count)
    )
    rows, final = DOUBLE.standings(contest), decided_meetings(contest)[-1]

    assert final.fixture.id == "F1"
    assert [rows[0].key, rows[1].key] == [final.winner, final.loser]
    assert all(number == 2 for key, number in losses(contest).items() if key not in final.keys)


@pytest.mark.parametrize("count", [2, 5, 8, 16, 30])
def test_if_the_better_always_wins_the_first_four_are_the_best_four(count: int):
    contest = played_contest(drawn_contest("double-elimination", entrants(count, seeds=count)), by_key)

    assert [row.key for row in DOUBLE.standings(contest)][:4] == [one.key for one in contest.entrants][:4]
    assert [row.place for row in DOUBLE.standings(contest)][:4] == [1, 2, 3, 4][:count]
    assert contest.fixture("F2") and DOUBLE.meetings(contest)[-1].state is State.NOT_NEEDED


def test_the_second_final_is_played_only_if_the_unbeaten_one_loses_the_first():
    def below_wins_the_final(meeting):
        return Side.B if meeting.fixture.id == "F1" else by_key(meeting)

    contest = played_contest(drawn_contest("double-elimination", entrants(8, seeds=8)), below_wins_the_final)

    assert [one.fixture.id for one in decided_meetings(contest)][-2:] == ["F1", "F2"]
    assert [contest.fixture(key).place for key in ("F1", "F2")] == [1, 1]
    assert set(decided_meetings(contest)[-1].keys) == set(decided_meetings(contest)[-2].keys) == {"p000", "p001"}


@pytest.mark.parametrize("count", [8, 16, 32, 64])
def test_a_rematch_among_the_once_beaten_comes_as_late_as_the_usual_orders_of_coming_down_allow(count: int):
    """The rounds are those of the best of all combinations of the four orders, worked out once for each size."""
    soonest = []
    for seed in range(10):
        contest = played_contest(drawn_contest("double-elimination", entrants(count), seed), by_chance(seed))
        met: dict[frozenset[str], str] = {}
        for one in decided_meetings(contest):
            pair = frozenset(one.keys)
            if pair in met and one.fixture.stage == "losers":
                soonest.append(int(one.fixture.id[1:].split(".")[0]))
            met[pair] = one.fixture.id

    last = 2 * (count.bit_length() - 2)
    assert min(soonest, default=last) >= {8: 3, 16: 4, 32: 5, 64: 7}[count]


def test_rounds_can_be_played_in_their_order():
    for count in (2, 7, 32):
        round_of = {one.id: one.round for one in drawn_contest("double-elimination", entrants(count)).fixtures}
        for one in drawn_contest("double-elimination", entrants(count)).fixtures:
            assert all(round_of[feeder] < one.round for feeder in one.feeders), one.id


def test_a_bye_is_never_anybodys_loss():
    contest = drawn_contest("double-elimination", entrants(5, seeds=5))
    byes = [one for one in DOUBLE.meetings(contest) if one.state is State.BYE]

    assert byes and all(one.loser == NOBODY for one in byes)
    assert sum(row.lost for row in DOUBLE.standings(contest)) == 0
