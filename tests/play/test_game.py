"""The public way to play: a match, one stroke by itself, seeded random numbers, the counts that are shown."""

import pytest

from carrom.errors import CarromError
from carrom.match.requests import Toss
from carrom.play import scenes
from carrom.play.game import Match, play_stroke
from carrom.play.rng import SeededRng
from carrom.play.tallies import queen_tally, side_tallies, stroke_number
from carrom.terms import Piece, Queen, Side, Stroke


def test_ten_lines_play_a_break_and_read_the_ruling():
    match = Match.new(length="board", breaks=Side.A, seed=4)
    motion = match.play_stroke(0.0, 0.0, 5.0)
    ruling = match.entries[-1].followed.ruling

    assert motion.first_contact is not None
    assert ruling.after.broken
    assert match.state.match.board == ruling.after or match.state.hand
    assert [entry.kind for entry in match.entries] == ["head", "stroke"]


def test_a_refused_answer_changes_nothing():
    match = Match.new(breaks=Side.A)
    before = (match.state, match.entries)
    with pytest.raises(CarromError):
        match.answer(Toss())

    assert (match.state, match.entries) == before


def test_one_stroke_is_simulated_and_judged_without_a_match():
    position = scenes.position("midgame")
    played = play_stroke(position, Stroke(0.0, 0.0, 2.0))

    assert played.motion.final.numbers
    assert played.ruling.after.strokes == 1
    assert len(played.facts.pocketed) == len(position.pieces) - len(played.motion.final.pieces)


def test_seeded_numbers_are_even_and_each_stream_differs():
    numbers = [SeededRng(7, stream).random() for stream in range(2000)]
    rng = SeededRng(7)
    run = [rng.random() for _ in range(2000)]

    for drawn in (numbers, run):
        assert all(0 <= number < 1 for number in drawn)
        assert len(set(drawn)) == 2000
        assert sum(drawn) / 2000 == pytest.approx(0.5, abs=0.03)
    assert SeededRng(7, 3).random() == SeededRng(7, 3).random() != SeededRng(8, 3).random()


def test_counts_tell_what_is_down_up_and_owed():
    a, b = side_tallies(scenes.scene("owing").match)

    assert (a.colour, a.up, a.down, a.owed) == (Piece.WHITE, 4, 5, 2)
    assert (b.colour, b.up, b.down, b.owed) == (Piece.BLACK, 4, 5, 1)
    assert queen_tally(scenes.scene("queen-pending").match).standing is Queen.AWAITING_COVER
    assert stroke_number(scenes.scene("toss").match) == 0
    assert stroke_number(scenes.scene("opening").match) == 1
