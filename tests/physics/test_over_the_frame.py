"""Discs that go over a frame: the threshold, what is recorded, and how the laws judge it."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.arrangement import opening
from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.play.facts_from_motion import facts_from_motion
from carrom.play.game import Match
from carrom.play.replay import verify
from carrom.play.settlement import jumped_of
from carrom.terms import Piece, Seat, Side, Stroke
from tests.support.physics.samples import any_stroke
from tests.support.play.whole_matches import play_on
from tests.support.thorough import one_of

LOW = SURFACES["low-frames"]
LOWER = replace(LOW, frame_lift=0.16)  # discs go over it from 3.8 m/s on
WAY = m.HALF_SURFACE - m.STRIKER_RADIUS + m.BASE_MIDDLE  # of the striker's centre from the base line to the far frame


def release_for(speed: float, surface: Surface = LOW, way: float = WAY) -> float:
    """The release with which the striker has this speed after its way."""
    return math.sqrt(speed**2 + 2 * surface.board_friction * surface.gravity * way)


def threshold(surface: Surface = LOW) -> float:
    assert surface.jump_speed is not None
    return surface.jump_speed


def test_no_disc_leaves_a_board_by_itself_unless_its_surface_says_so():
    rng = np.random.default_rng(1)
    for name, surface in SURFACES.items():
        assert (surface.jump_speed is None) == (name != "low-frames")
    cases = [any_stroke(rng) for _ in range(300)]
    fast = [Stroke(offset, angle, 8.0) for _, (offset, angle, _) in cases]

    assert not simulate_batch([position for position, _ in cases], fast).jumped.any()


def test_a_disc_leaves_when_the_speed_that_is_turned_upwards_lifts_it_over_the_frame():
    """Lifted by h = (part of v)² / 2 g."""
    speed = math.sqrt(2 * 9.81 * LOW.frame_height) / LOW.frame_lift
    held = simulate(Position(), Stroke(0.0, 0.0, release_for(0.9999 * speed)), surface=LOW)
    gone = simulate(Position(), Stroke(0.0, 0.0, release_for(1.0001 * speed)), surface=LOW)

    assert threshold() == pytest.approx(speed)
    assert held.trace.jumped == frozenset() and len(held.events) > 1
    assert gone.trace.jumped == {0} and not gone.striker_pocketed
    (jump,) = gone.events
    assert (jump.what, jump.number, jump.other) == ("jump", 0, 2)
    assert jump.speed == pytest.approx(1.0001 * speed, rel=1e-9)
    assert gone.duration == jump.time and gone.at(jump.time) == ()


def test_only_the_speed_against_the_frame_counts():
    angle = math.radians(50)
    speed = 1.2 * threshold()
    way = WAY / math.cos(angle)
    oblique = simulate(Position(), Stroke(0.2, angle, release_for(speed, way=way)), surface=LOW)

    assert oblique.events[0].what == "frame" and oblique.events[0].speed < threshold()
    assert oblique.trace.jumped == frozenset()


def test_a_coin_that_touches_the_frame_goes_over_it_when_it_is_struck_hard_against_it():
    """It gets (1 + e) M / (M + m) of the striker's speed, and meets the frame at the same moment."""
    coin = Position((PlacedPiece(2, 0.0, m.HALF_SURFACE - m.COIN_RADIUS),))
    way = WAY - 2 * m.COIN_RADIUS
    given = 1.85 * m.STRIKER_MASS / (m.STRIKER_MASS + m.COIN_MASS)
    for part, jumped in ((0.999, frozenset()), (1.001, frozenset({2}))):
        motion = simulate(coin, Stroke(0.0, 0.0, release_for(part * threshold() / given, way=way)), surface=LOW)

        assert motion.trace.jumped == jumped
        assert motion.events[1].time == motion.events[0].time
        assert (motion.final == Position()) == bool(jumped)


@pytest.mark.parametrize("seat", list(Seat))
def test_what_went_over_is_reported_alike_alone_in_a_batch_and_by_the_facts(seat: Seat):
    position = opening(random.Random(3), seat)
    rng = np.random.default_rng(2)
    strokes = [Stroke(float(rng.uniform(-0.2, 0.2)), float(rng.normal(0, 0.3)), 8.0) for _ in range(120)]
    batch = simulate_batch(position, strokes, seat, LOWER)
    traces, which = batch.distinct_traces()
    coins = strikers = 0
    for row, stroke in enumerate(strokes):
        motion = simulate(position, stroke, seat, LOWER)
        facts = facts_from_motion(motion, position, stroke, seat)
        jumps = [event for event in motion.events if event.what == "jump"]
        coins += len(facts.left_board)
        strikers += facts.striker_left_board

        assert motion.trace == batch.trace(row) == traces[which[row]]
        assert motion.trace.jumped == {jump.number for jump in jumps}
        assert len(facts.left_board) + facts.striker_left_board == len(jumps)
        assert set(position.numbers) == set(motion.final.numbers) | set(motion.trace.gone)
        assert not motion.trace.jumped & set(motion.pocketed)
    assert coins > 10 and strikers > 3


def test_a_jumped_coin_is_ruled_and_comes_back_to_the_centre_as_the_laws_say():
    for seed in range(40):
        match = Match.new(players="AB", length="board", breaks=Side.A, surface="low-frames", seed=seed)
        motion = match.play_stroke(0.1 - 0.005 * seed, 0.02 * (seed % 7 - 3), 8.0)
        followed = match.entries[-1].followed
        if motion.trace.jumped - {0}:
            break
    assert followed.facts is not None and followed.ruling is not None
    jumped = sorted(motion.trace.jumped - {0})

    assert len(followed.facts.left_board) == len(jumped)
    assert Reason.COIN_OFF_BOARD in {finding.reason for finding in followed.ruling.findings}
    assert {piece.number for piece in followed.returned} >= set(jumped)
    assert math.hypot(*followed.returned[0][1:]) < 0.15
    assert verify(match.record).holds


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_whole_boards_with_jumps_are_played_under_every_ruleset_and_their_records_hold(slug: str):
    players = ("A",) if RULESETS[slug].side_count == 1 else ("A", "B")
    jumps = 0
    for seed in range(one_of(1, 2)):
        match = Match.new(players=players, ruleset=slug, length="board", surface="low-frames", seed=seed)
        checked = verify(play_on(match, random.Random(seed), most=400).record)
        reported = [entry.followed.facts for entry in match.entries if entry.followed.facts is not None]
        jumps += sum(len(facts.left_board) + facts.striker_left_board for facts in reported)

        assert checked.faults == () and checked.simulated > 0
    assert jumps > 3


def test_of_coins_alike_the_lowest_numbers_count_as_jumped():
    assert jumped_of((5, 3, 12, 1), (Piece.WHITE,)) == (3,)
    assert jumped_of((5, 3, 12, 1), (Piece.WHITE, Piece.BLACK, Piece.WHITE)) == (3, 12, 5)
    assert jumped_of((5, 3), ()) == ()


def test_a_surface_stored_before_discs_could_jump_is_read_with_frames_that_hold():
    old = {name: held for name, held in TOURNAMENT.to_dict().items() if not name.startswith("frame_l")}
    del old["frame_height"]

    assert Surface.from_dict(old) == TOURNAMENT
