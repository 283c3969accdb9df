"""What one does with a match at a prompt: copies, forks, undo, chance, strokes one after the other, pictures."""

import pickle
import random

import pytest

import carrom
from carrom.game import Match, UndoError
from carrom.play.errors import NotAwaitedError
from carrom.play.record import Record
from carrom.play.scenes import scene


def played(strokes: int = 3) -> Match:
    match = Match.new(length="board", breaks=carrom.Side.A, seed=7)
    for number in range(strokes):
        play_on(match, number)
    return match


def play_on(match: Match, number: int):
    stroke = match.sample_stroke(random.Random(number))
    return match.play_stroke(stroke.offset, stroke.angle, 2.0)


def test_a_copy_goes_its_own_way():
    match = played()
    other = match.copy()
    assert other.state == match.state

    play_on(other, 5)

    assert len(other.entries) == len(match.entries) + 1


def test_undo_takes_the_last_entry_back_and_the_same_stroke_gives_the_same_again():
    match = played(3)
    before, entry = match.state, match.entries[-1]

    match.undo()
    assert match.state == played(2).state
    play_on(match, 2)

    assert match.state == before and match.entries[-1] == entry


def test_nothing_played_is_nothing_to_undo():
    with pytest.raises(UndoError) as refused:
        played(0).undo()

    assert refused.value.code == "nothing-to-undo"


def test_a_fork_stands_after_the_entry_it_names():
    match = played(3)

    assert match.fork(1).state == played(1).state
    with pytest.raises(UndoError):
        match.fork(len(match.entries))


def test_strokes_come_in_order_with_positions_facts_and_rulings():
    match = played(3)
    made = list(match.strokes())

    assert [one.number for one in made] == [1, 2, 3]
    assert made[0].before == played(0).position and made[-1].after == match.position
    assert all(one.ruling == match.entries[one.number].followed.ruling for one in made)


def test_a_sampled_stroke_is_legal_on_every_board():
    rng = random.Random(1)
    match = played(0)
    for _ in range(40):
        if match.awaiting.kind.value != "stroke":
            break
        stroke = match.sample_stroke(rng)
        match.play_stroke(stroke.offset, stroke.angle, stroke.speed)

    assert len(match.entries) > 5


def test_legal_placements_are_given_only_when_a_piece_is_to_be_placed():
    match = played(0)
    with pytest.raises(NotAwaitedError):
        match.legal_placements()

    match._state = scene("due-to-place")
    found = match.legal_placements()

    assert found and match.domain.kind.value == "placing"


def test_a_match_says_what_it_is():
    match = played(1)

    assert repr(match).startswith("<carrom.Match icf 0:0, entry 1, awaits ")
    assert str(match).count("\n") > 10
    assert match._repr_svg_().startswith("<svg ")


def test_a_match_and_its_motion_are_pickled():
    match = played(2)
    motion = play_on(match, 2)

    assert pickle.loads(pickle.dumps(match)).state == match.state
    assert pickle.loads(pickle.dumps(motion)).final == motion.final
    assert pickle.loads(pickle.dumps(Record(match.entries))) == match.record
