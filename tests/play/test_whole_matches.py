"""Whole matches by random legal answers: they end, and everything that must hold holds at every entry."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.match.awaiting import Decision
from carrom.match.requests import TakeBack
from carrom.match.snapshot import Tally
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.replay import verify
from tests.support.play.whole_matches import legal_answer, play_on
from tests.support.thorough import examples

SINGLES, DOUBLES = ("A", "B"), ("A1", "B1", "A2", "B2")


@settings(max_examples=examples(50))
@given(seed=st.integers(0, 2**32), players=st.sampled_from([SINGLES, DOUBLES]))
def test_a_board_of_random_legal_answers_ends_and_its_record_verifies(seed, players):
    match = play_on(Match.new(players=players, length="board", seed=seed), random.Random(seed))
    checked = verify(match.record)

    assert match.over
    assert match.state.match.result.winner is not None
    assert match.record.state == match.state
    assert checked.faults == ()
    assert checked.judged >= checked.simulated > 0
    assert checked.ruled_otherwise == checked.other_engine == ()


@pytest.mark.parametrize(("length", "players"), [("game", DOUBLES), ("match", SINGLES)])
def test_a_game_and_a_match_are_played_to_their_ends(length, players):
    match = play_on(Match.new(players=players, length=length, seed=5), random.Random(5))
    state = match.state.match

    assert match.over
    assert max(state.result.games) == (1 if length == "game" else 2)
    assert Tally(*(sum(game.score[k] for game in state.games) for k in (0, 1))) == state.result.points
    for game in state.games:
        counted = [board for board in state.boards if board.game == game.game and board.how != "replayed"]
        assert counted[-1].score == game.score
        assert max(game.score) >= 25 or len(counted) >= 8
        breakers = [board.breaking_side for board in counted[:8]]
        assert all(one is not other for one, other in pairwise(breakers))
    assert verify(match.record, strokes=False).holds


@settings(max_examples=examples(40))
@given(seed=st.integers(0, 2**32), strokes=st.integers(1, 25))
def test_taking_back_gives_exactly_the_state_before_that_sides_last_stroke(seed, strokes):
    rng = random.Random(seed)
    match = Match.new(length="match", seed=seed, take_back="own")
    asked_before = {}
    while sum(match.state.match.standing.strokes_made) < strokes:
        if match.awaiting.kind is Decision.STROKE:
            asked_before[match.state.match.side_at(match.awaiting.seats[0])] = match.state
        match.answer(legal_answer(match, rng))
    side, before = rng.choice(sorted(asked_before.items()))
    seat = next(s.seat for s in match.state.match.seats if s.side is side)
    match.answer(TakeBack(), author=seat.value)

    after = match.state
    assert (after.position, after.hand, after.match.standing) == (before.position, before.hand, before.match.standing)
    assert (after.match.boards, after.match.games) == (before.match.boards, before.match.games)
    assert after.match.struck == tuple(range(before.version + 1, after.version))
    assert after.match.side_at(match.awaiting.seats[0]) is side
    play_on(match, rng, most=30)
    assert verify(match.record).holds


def test_a_match_taken_up_again_from_its_record_goes_on_as_it_would_have():
    first = play_on(Match.new(seed=3), random.Random(1), most=40)
    again = Match(Record(first.entries))
    for match in (first, again):
        play_on(match, random.Random(3), most=200)

    assert first.entries == again.entries
    assert len({entry.followed.standing.board_number for entry in first.entries}) > 1
