"""Ladder: rungs, challenges, rounds of neighbours."""

import random
from dataclasses import replace

import pytest

from carrom.terms import Side
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.format import NothingToDrawError, find
from carrom.tournament.formats.ladder import ChallengeError, challenge
from tests.support.tournament.contests import entrants, result

LADDER = find("ladder")


def rungs(contest):
    return [row.key for row in LADDER.standings(contest)]


def ladder(**options):
    return Contest(format="ladder", entrants=tuple(entrants(6, seeds=6)), options=options)


def challenged(contest, by, to, winner=Side.A):
    contest = contest.with_drawn(Drawn((challenge(contest, by=by, to=to),)))
    return contest.with_result(result(LADDER.meetings(contest)[-1], winner))


def test_who_wins_a_challenge_takes_the_rung_and_those_between_move_down():
    assert rungs(challenged(ladder(), "p003", "p001")) == ["p000", "p003", "p001", "p002", "p004", "p005"]


def test_or_the_two_exchange_their_rungs():
    assert rungs(challenged(ladder(winner_takes="exchange"), "p003", "p001")) == [
        "p000", "p003", "p002", "p001", "p004", "p005"
    ]  # fmt: skip


@pytest.mark.parametrize("winner", [Side.B, None])
def test_who_does_not_win_stays_where_he_is(winner: Side | None):
    assert rungs(challenged(ladder(), "p003", "p001", winner)) == rungs(ladder())


@pytest.mark.parametrize(("by", "to"), [("p005", "p001"), ("p001", "p003"), ("p002", "p002")])
def test_one_challenges_those_within_reach_above(by: str, to: str):
    with pytest.raises(ChallengeError):
        challenge(ladder(reach=3), by=by, to=to)
    assert challenge(ladder(reach=3), by="p005", to="p002").a.key == "p005"


def test_a_challenge_comes_after_an_open_match_and_not_at_once_again():
    contest = ladder()
    contest = contest.with_drawn(Drawn((challenge(contest, by="p002", to="p001"),)))
    with pytest.raises(ChallengeError, match="open"):
        challenge(contest, by="p003", to="p002")

    contest = contest.with_result(result(LADDER.meetings(contest)[-1], Side.B))
    with pytest.raises(ChallengeError, match="round 3"):
        challenge(contest, by="p002", to="p001")
    contest = challenged(contest, "p005", "p004")
    assert challenge(contest, by="p002", to="p001").round == 3


def test_a_ladder_without_a_number_of_rounds_is_never_over():
    assert not LADDER.is_over(ladder(rounds=0))
    assert not LADDER.is_over(challenged(ladder(rounds=0), "p003", "p001"))


def test_rounds_of_neighbours_pair_by_turns_and_end():
    contest = ladder(rounds=2)
    contest = contest.with_drawn(Drawn(LADDER.draw(contest, random.Random(1))))
    pairs = [(one.b.key, one.a.key) for one in contest.fixtures]
    assert pairs == [("p000", "p001"), ("p002", "p003"), ("p004", "p005")]
    with pytest.raises(NothingToDrawError):
        LADDER.draw(contest, random.Random(1))

    for one in LADDER.meetings(contest):
        contest = contest.with_result(result(one, Side.B))
    contest = contest.with_drawn(Drawn(LADDER.draw(contest, random.Random(1))))
    assert [(one.b.key, one.a.key) for one in contest.fixtures if one.round == 2] == [
        ("p001", "p002"),
        ("p003", "p004"),
    ]
    for one in LADDER.meetings(contest)[3:]:
        contest = contest.with_result(result(one, Side.B))
    assert LADDER.is_over(contest)


def test_who_joins_later_stands_on_the_ladder_and_plays_from_then_on():
    contest = ladder()
    contest = replace(contest, entrants=(*contest.entrants, replace(contest.entrants[0], key="late", seed=7, joined=2)))
    first = LADDER.draw(contest, random.Random(1))

    assert rungs(contest)[-1] == "late"
    assert "late" not in {slot.key for one in first for slot in (one.a, one.b)}
    with pytest.raises(ChallengeError, match="does not play"):
        challenge(contest, by="late", to="p005")


def test_lots_decide_the_first_rungs_of_those_without_seed_and_rating():
    contest = Contest(format="ladder", entrants=tuple(entrants(3)))

    assert rungs(contest) == ["p000", "p001", "p002"]
    assert rungs(replace(contest, lots=("p002", "p000", "p001"))) == ["p002", "p000", "p001"]


def test_no_round_is_drawn_beyond_the_last():
    contest = ladder(rounds=1)
    contest = contest.with_drawn(Drawn(LADDER.draw(contest, random.Random(1))))
    for meeting in LADDER.meetings(contest):
        contest = contest.with_result(result(meeting, Side.A))

    with pytest.raises(NothingToDrawError, match="only round"):
        LADDER.draw(contest, random.Random(1))
