"""The coach: ideas that come off as often as is said, and what a stroke cost."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from carrom.bots import coach
from carrom.bots.contest import play_match
from carrom.bots.noise import Noise
from carrom.bots.race import MOST, race_of
from carrom.bots.registry import find
from carrom.bots.worker import CoachJob, work
from carrom.equipment.measurements import BASE_MIDDLE
from carrom.match.requests import MakeStroke
from carrom.notation.record import write_entries
from carrom.physics.simulate import simulate
from carrom.play.game import new_head
from carrom.play.handlers import answer
from carrom.play.record import Record
from carrom.terms import Piece, Queen, Seat, Side, Stroke, piece_of
from tests.support.bots import situations
from tests.support.command_line import carrom

STEADY = Noise(1.0)


def advise(state, made=None, *, hand=STEADY, seed=1):
    return coach.advise(state, hand, random.Random(seed), made)


def test_ideas_may_be_made_and_come_off_as_often_as_is_said():
    state = situations.midgame()

    advice = advise(state)

    assert 1 <= len(advice.ideas) <= coach.IDEAS and not advice.solo and advice.cost is None
    assert [idea.worth for idea in advice.ideas] == sorted((idea.worth for idea in advice.ideas), reverse=True)
    assert advice.best == advice.ideas[0].worth and 0.0 < advice.best < 1.0
    assert len({idea.piece for idea in advice.ideas}) == len(advice.ideas)
    hand = random.Random(7)
    for idea in advice.ideas:
        answer(state, MakeStroke(idea.stroke), author="south", request_id="r", time="", rng=hand, entries=())
        if idea.piece is None:
            continue
        assert piece_of(idea.piece) in (Piece.WHITE, Piece.QUEEN)
        made = [simulate(state.position, STEADY.executed(idea.stroke, hand)) for _ in range(200)]
        share = sum(idea.piece in motion.pocketed for motion in made) / 200
        assert abs(share - idea.falls) < 0.15  # four deviations of 200
        ways = [e.other for motion in made for e in motion.events if e.what == "pocket" and e.number == idea.piece]
        assert idea.pocket in ways


def test_the_best_idea_costs_nothing_and_a_stroke_into_the_frame_costs_what_it_gives_away():
    state = situations.midgame()
    best = advise(state).ideas[0].stroke

    good, bad = advise(state, best).cost, advise(state, Stroke(0.0, np.pi / 2, 0.5)).cost

    assert 0.0 <= good.idea < 0.05
    assert bad.idea > 0.2 and abs(bad.aim) < 0.1


def test_luck_and_choice_are_separated():
    """The same stroke is meant; once the hand makes it well, once it misses: what differs is the aim."""
    state, shaky = situations.midgame(), Noise(2.5)
    meant = next(idea for idea in advise(state, hand=shaky).ideas if 0.3 < idea.falls < 0.9)
    made = [shaky.executed(meant.stroke, random.Random(seed)) for seed in range(40)]
    fell = [meant.piece in simulate(state.position, stroke).pocketed for stroke in made]

    well, badly = (advise(state, made[fell.index(it_fell)], hand=shaky).cost for it_fell in (True, False))

    assert badly.aim > well.aim + 0.05
    assert abs(badly.idea - well.idea) < badly.aim - well.aim


def test_alone_strokes_are_counted():
    record = Record(
        play_match(
            new_head("baca19", players=(replace(situations.PLAYERS[0], name="Asha"),), length="board", breaks=Side.A),
            {Side.A: find("easy")},
            seed=3,
            budget=300,
        )
    )
    strokes = list(record.strokes())
    _, first, _ = strokes[0]
    _, last, made = strokes[-1]

    at_first, at_last = advise(first), advise(last, made)

    assert at_first.solo and -40.0 < at_first.best < -12.0
    assert -3.0 < at_last.best <= 0.0 and at_last.cost is not None


def test_the_same_question_has_the_same_answer_in_a_process_for_computers_too():
    state = situations.midgame()
    job = CoachJob(key="one", state=state, magnitude=1.0)

    (first,), (second,) = list(work([job])), list(work([job]))

    assert first.advice == second.advice == coach.advise(state, STEADY, random.Random("one"))


def test_where_the_striker_has_no_room_there_is_no_idea():
    across = {number: (-0.225 + 0.05 * (number - 2), -BASE_MIDDLE) for number in range(2, 12)}

    advice = advise(situations.with_board(situations.started(), across), Stroke(0.0, 0.0, 1.0))

    assert advice.ideas == () and advice.cost is None and 0.0 < advice.best < 1.0


@pytest.mark.parametrize("magnitude", [0.2, 1.0, 3.0])
def test_who_needs_less_and_has_the_turn_wins_more_often(magnitude: float):
    wins = race_of(magnitude).wins[1:, 1:]

    assert ((wins > 0.0) & (wins <= 1.0)).all()
    assert (np.diff(wins, axis=0) < 0.0).all() and (np.diff(wins, axis=1) >= 0.0).all()
    assert (np.diag(wins) > 0.5).all()
    assert race_of(magnitude).wins.shape == (MOST + 1, MOST + 1)


def test_the_steadier_both_hands_the_more_the_turn_is_worth_and_the_less_a_lead():
    behind = [race_of(magnitude).wins[9, 3] for magnitude in (0.2, 1.0, 3.0)]

    assert behind == sorted(behind, reverse=True) and behind[0] > 0.5 > behind[-1]


def test_the_command_looks_through_a_record(tmp_path):
    state = situations.midgame()
    assert state.match.board is not None and state.match.board.queen is Queen.ON_BOARD
    head = new_head(players=situations.PLAYERS, length="board", breaks=Side.A)
    record = play_match(head, {Side.A: find("easy"), Side.B: find("beginner")}, seed=2, budget=60)
    path = tmp_path / "match.txt"
    path.write_text(write_entries(record[:3]))

    status, text, _ = carrom("coach", str(path))
    found = json.loads(carrom("coach", str(path), "--noise", "2", "--json")[1])

    strokes = [entry for entry in record[1:3] if isinstance(entry.asked, MakeStroke)]
    assert status == 0 and len(text.splitlines()) == len(found) == len(strokes)
    assert all("% to win" in line and "idea" in line and "best:" in line for line in text.splitlines())
    assert [one["number"] for one in found] == [entry.number for entry in strokes]
    assert {one["seat"] for one in found} <= {seat.value for seat in Seat}
    assert "bad-usage" in carrom("coach", str(path), "--noise", "0")[2]
