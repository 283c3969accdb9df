"""The computers that others are measured against: what they are, and that they stay what they are."""

import random
from dataclasses import replace

import pytest

from carrom.bots.agent import Computer
from carrom.bots.contest import BoardPlayed, play_board, result_of
from carrom.bots.noise import Noise
from carrom.bots.registry import baseline_names, find, names
from carrom.match.requests import MakeStroke
from carrom.play.domain import stroke_domain
from carrom.play.handlers import answer
from tests.support.bots import situations

every_baseline = pytest.mark.parametrize("name", baseline_names())


def test_baselines_are_listed_apart_from_the_computers_people_play_against():
    assert baseline_names() == ("random-strokes", "smash", "greedy-h")
    assert not set(baseline_names()) & set(names())


@every_baseline
def test_a_baseline_has_the_hand_of_the_reference_player(name: str):
    baseline = find(name)

    assert isinstance(baseline, Computer)
    assert baseline.noise.magnitude == 1.0


# What each means to do in three situations, to a tenth of a millimetre, a ten-thousandth of a radian and a mm/s.
# Other strokes here mean another reference: what was measured against it is measured again, and its name changes.
MEANT = {
    ("random-strokes", "rack"): (-0.1451, 0.0158, 4.099),
    ("random-strokes", "midgame"): (-0.1451, 0.0158, 4.099),
    ("random-strokes", "to_cover"): (-0.1451, 0.0158, 4.099),
    ("smash", "rack"): (-0.1451, -0.7372, 8.0),
    ("smash", "midgame"): (-0.1451, 0.1543, 8.0),
    ("smash", "to_cover"): (-0.1451, -0.4472, 8.0),
    ("greedy-h", "rack"): (0.1429, 0.466, 5.529),
    ("greedy-h", "midgame"): (0.0882, 0.5835, 1.551),
    ("greedy-h", "to_cover"): (-0.0031, -0.4875, 1.499),
}


@every_baseline
@pytest.mark.parametrize("situation", ["rack", "midgame", "to_cover"])
def test_a_baseline_is_frozen(name: str, situation: str):
    baseline, state = find(name), getattr(situations, situation)()
    assert isinstance(baseline, Computer)

    stroke = baseline.think(state, random.Random(2026)).stroke

    assert (round(stroke.offset, 4), round(stroke.angle, 4), round(stroke.speed, 3)) == MEANT[name, situation]


@every_baseline
def test_what_a_baseline_strikes_is_accepted(name: str):
    state = situations.midgame()

    request = find(name).answer(state, random.Random(3))

    assert isinstance(request, MakeStroke)
    answer(state, request, author=stroke_domain(state).seat.value, request_id="r", time="", rng=random.Random(1))


def test_the_reference_knows_what_its_hand_can_do():
    reference, state = find("greedy-h"), situations.midgame()
    assert isinstance(reference, Computer)

    sure, shaky = (replace(reference, noise=Noise(m)).think(state, random.Random(1)).worth for m in (0.0, 6.0))

    assert sure == 1.0
    assert shaky < 0.9


def test_the_reference_wins_against_chance_and_a_board_without_a_stroke_of_the_other_is_a_slam():
    boards = [play_board(find("greedy-h"), find("random-strokes"), seed=seed) for seed in (1, 2)]

    assert [board.winner for board in boards] == ["a", "a"]
    for board in boards:
        authors = {entry.author for entry in board.entries if isinstance(entry.asked, MakeStroke)}
        assert board.slam == (len(authors) == 1)


def test_slams_are_counted_for_who_made_them():
    a, b = find("greedy-h"), find("smash")
    boards = [
        BoardPlayed("a", 9, 8, (), slam=True),
        BoardPlayed("b", 12, 9, (), slam=True),
        BoardPlayed("b", 3, 30, ()),
    ]

    result = result_of(a, b, boards)

    assert (result.slams_a, result.slams_b) == (1, 1)
