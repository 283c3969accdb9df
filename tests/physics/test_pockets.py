"""Pockets with speed against closed forms (docs/physics/model.md, "Pocket"): tipping, falling, rattling, coming out."""

import math
from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.terms import Stroke
from tests.support.physics.samples import any_stroke

SMOOTH = replace(TOURNAMENT, frame_friction=0.0)
TIP = TOURNAMENT.tip_distance(m.STRIKER_RADIUS)
CORNER = math.sqrt(2) * (m.POCKET_RADIUS - m.STRIKER_RADIUS)  # from a pocket's centre to where both frames are met
DIAGONAL = -m.BASE_MIDDLE  # the offset from which a striker at 45 degrees goes through a pocket's centre


def down_the_diagonal(speed: float, surface: Surface = SMOOTH) -> Motion:
    """The striker alone, so that it arrives over the far right pocket's chord with this speed."""
    way = math.sqrt(2) * (m.POCKET_CENTRE + m.BASE_MIDDLE) - surface.tip_distance(surface.striker_radius)
    release = math.sqrt(speed**2 + 2 * surface.board_friction * surface.gravity * way)
    return simulate(Position(), Stroke(DIAGONAL, -math.pi / 4, release), surface=surface)


def row_at(motion: Motion, number: int, time: float) -> np.ndarray:
    rows = motion.segments[motion.segments[:, 0] == number]
    return rows[np.searchsorted(rows[:, 1], time - 1e-12)]


def comes_over(motion: Motion) -> float:
    """When the striker crosses the chord: there its slowing ends, while it moves on."""
    rows = motion.segments
    return float(rows[(rows[:, 6] == 0) & (rows[:, 7] == 0) & (np.hypot(rows[:, 4], rows[:, 5]) > 0)][0, 1])


def test_the_chord_is_where_a_disc_tips():
    """At sqrt(Rp² - r²) from the pocket's centre: 15.6 mm for a coin, 8.3 mm for the striker."""
    assert TOURNAMENT.tip_distance(m.COIN_RADIUS) == pytest.approx(0.01556, abs=1e-5)
    assert pytest.approx(0.00828, abs=1e-5) == TIP


@pytest.mark.parametrize("speed", [0.02, 0.1, 0.3, 0.5, 0.9])
def test_a_slow_disc_falls_a_fall_time_after_it_tips(speed: float):
    motion = down_the_diagonal(speed)
    tips = comes_over(motion)
    at_tip = row_at(motion, 0, tips)

    assert motion.pocketed == (0,)
    assert math.hypot(at_tip[2] - m.POCKET_CENTRE, at_tip[3] - m.POCKET_CENTRE) == pytest.approx(TIP, abs=1e-12)
    assert math.hypot(at_tip[4], at_tip[5]) == pytest.approx(speed, rel=1e-9)
    assert motion.events[-1].what == "pocket"
    assert motion.events[-1].time - tips == pytest.approx(math.sqrt(2 * 0.002 / 9.81), abs=1e-12)


@pytest.mark.parametrize("speed", [1.6, 2.0, 3.0, 4.0, 6.0])
@pytest.mark.parametrize("restitution", [0.6, 0.9])
def test_a_fast_disc_meets_the_far_wall_and_comes_out(speed: float, restitution: float):
    """There with v, back with e v; then it climbs what it has fallen in that time: v² loses (g h)²."""
    motion = down_the_diagonal(speed, replace(SMOOTH, pocket_restitution=restitution))
    way = TIP + CORNER
    tips = comes_over(motion)
    over = way / speed + way / (restitution * speed)
    walls = [event for event in motion.events if event.time <= tips + over]
    out = row_at(motion, 0, tips + over)

    assert [wall.what for wall in walls] == ["wall", "wall"]  # and nothing else: it does not fall here
    assert sorted(wall.other for wall in walls) == [0, 2]
    assert all(wall.time - tips == pytest.approx(way / speed, abs=1e-12) for wall in walls)
    assert all(wall.speed == pytest.approx(speed / math.sqrt(2), rel=1e-9) for wall in walls)
    assert math.hypot(out[2] - m.POCKET_CENTRE, out[3] - m.POCKET_CENTRE) == pytest.approx(TIP, abs=1e-12)
    assert math.hypot(out[4], out[5]) == pytest.approx(
        math.sqrt((restitution * speed) ** 2 - (9.81 * over) ** 2), rel=1e-9
    )
    assert out[4] < 0 and out[5] < 0 and out[6] > 0


@pytest.mark.parametrize("drop", [0.002, 0.003, 0.004])
@pytest.mark.parametrize("restitution", [0.5, 0.6, 0.75])
def test_the_speed_from_which_a_pocket_does_not_hold_a_disc(drop: float, restitution: float):
    """(1 + 1/e) times the way to the wall in the time of the fall; for a striker 1 to 2 m/s."""
    surface = replace(SMOOTH, pocket_drop=drop, pocket_restitution=restitution)
    held = (TIP + CORNER) * (1 + 1 / restitution) / math.sqrt(2 * drop / 9.81)

    assert down_the_diagonal(0.999 * held, surface).pocketed == (0,)
    # just above it, it is so slow behind the wall that it cannot climb out again
    climbs = 9.81 * math.sqrt(2 * drop / 9.81) / restitution
    assert down_the_diagonal(1.001 * max(held, climbs), surface).pocketed == (() if held > climbs else (0,))
    assert down_the_diagonal(1.2 * max(held, climbs), surface).pocketed == ()


def test_a_disc_that_cannot_climb_out_falls_at_the_rim():
    surface = replace(SMOOTH, pocket_drop=0.02, pocket_restitution=0.3)
    speed = 1.02 * (TIP + CORNER) * (1 + 1 / 0.3) / surface.fall_time
    motion = down_the_diagonal(speed, surface)
    fall = motion.events[-1]

    assert motion.pocketed == (0,) and fall.what == "pocket" and fall.speed == 0
    at_rest = row_at(motion, 0, fall.time)
    assert math.hypot(at_rest[2] - m.POCKET_CENTRE, at_rest[3] - m.POCKET_CENTRE) == pytest.approx(TIP, abs=1e-12)
    assert fall.time - comes_over(motion) == pytest.approx(surface.fall_time, abs=1e-12)


def test_a_disc_that_the_wall_stops_falls_beside_it():
    motion = down_the_diagonal(3.0, replace(SMOOTH, pocket_restitution=0.0))
    last = motion.segments[-1]

    assert motion.pocketed == (0,)
    assert last[2] == last[3] == m.HALF_SURFACE - m.STRIKER_RADIUS


@pytest.mark.parametrize("beside", [0.001, 0.002, 0.003])
def test_a_disc_that_crosses_the_edge_of_a_hole_sinks_a_little(beside: float):
    """Straight ahead over a chord of length c: v² loses (g c / v)²; if c / v is too long, it falls."""
    surface = replace(TOURNAMENT, striker_radius=0.010)  # small, so that no frame is met over the hole
    tip = surface.tip_distance(0.010)
    chord = 2 * math.sqrt(tip**2 - (tip - beside) ** 2)
    way = m.POCKET_CENTRE - chord / 2 + m.BASE_MIDDLE

    def crossing(speed: float) -> Motion:
        release = math.sqrt(speed**2 + 2 * 0.12 * 9.81 * way)
        return simulate(Position(), Stroke(m.POCKET_CENTRE - tip + beside, 0.0, release), surface=surface)

    for speed in (1.2 * chord / surface.fall_time, 2.0, 4.0):
        motion = crossing(speed)
        out = row_at(motion, 0, comes_over(motion) + chord / speed)

        assert motion.events[0].what == "frame" and motion.events[0].time > comes_over(motion) + chord / speed
        assert out[3] == pytest.approx(m.POCKET_CENTRE + chord / 2, abs=1e-12)
        assert out[5] == pytest.approx(math.sqrt(speed**2 - (9.81 * chord / speed) ** 2), rel=1e-9)
    assert crossing(0.95 * chord / surface.fall_time).pocketed == (0,)


def hanging(distance: float) -> Position:
    """A white coin on the far right pocket's rim, seen from the board's centre, so far from the pocket's centre."""
    at = m.POCKET_CENTRE - distance / math.sqrt(2)
    return Position((PlacedPiece(2, at, at),))


def test_a_coin_hangs_on_the_rim_at_rest_and_falls_when_it_is_touched():
    tip = TOURNAMENT.tip_distance(m.COIN_RADIUS)
    coin = hanging(tip + 1e-9)
    left_alone = simulate(coin, Stroke(0.0, 1.0, 1.0))
    release = 2 * 0.12 * 9.81 * (math.sqrt(2) * (m.POCKET_CENTRE + m.BASE_MIDDLE) - tip - 0.03655)
    touched = simulate(coin, Stroke(DIAGONAL, -math.pi / 4, math.sqrt(release + 0.05**2)))

    assert left_alone.final == coin
    assert touched.events[0].what == "pair" and touched.events[0].speed == pytest.approx(0.05, abs=1e-3)
    assert touched.pocketed == (2,)


def test_pieces_fall_in_the_order_in_which_they_are_held():
    rng = np.random.default_rng(3)
    several = 0
    for _ in range(1_500):
        position, stroke = any_stroke(rng)
        motion = simulate(position, Stroke(*stroke))
        falls = [event for event in motion.events if event.what == "pocket"]
        several += len(falls) > 1

        assert motion.pocketed == tuple(event.number for event in falls)
        for fall in falls:
            assert row_at(motion, fall.number, fall.time)[4] == 0
            assert not (motion.segments[motion.segments[:, 0] == fall.number][:, 1] > fall.time).any()
    assert several > 20


def test_what_is_over_a_hole_is_not_braked_and_nothing_stays_there():
    rng = np.random.default_rng(4)
    seen = 0
    for _ in range(1_500):
        position, stroke = any_stroke(rng)
        motion = simulate(position, Stroke(*stroke))
        for wall in (event for event in motion.events if event.what == "wall"):
            row = row_at(motion, wall.number, wall.time)
            radius = m.COIN_RADIUS if wall.number else m.STRIKER_RADIUS
            from_centre = math.hypot(abs(row[2]) - m.POCKET_CENTRE, abs(row[3]) - m.POCKET_CENTRE)
            seen += 1

            assert from_centre < TOURNAMENT.tip_distance(radius)
            assert row[6] == row[7] == row[9] == 0
        for number, x, y in motion.final.pieces:
            distance = math.hypot(abs(x) - m.POCKET_CENTRE, abs(y) - m.POCKET_CENTRE)
            assert distance > TOURNAMENT.tip_distance(m.COIN_RADIUS) - 1e-9, number
    assert seen > 50


def test_without_a_drop_every_disc_falls_on_the_chord():
    at_once = replace(TOURNAMENT, pocket_drop=0.0)
    for speed in (0.1, 1.0, 3.0, 6.0):
        motion = down_the_diagonal(speed, replace(at_once, frame_friction=0.0))
        fall = motion.events[-1]
        row = row_at(motion, 0, fall.time)

        assert motion.pocketed == (0,) and fall.speed == pytest.approx(speed, rel=1e-9)
        assert math.hypot(row[2] - m.POCKET_CENTRE, row[3] - m.POCKET_CENTRE) == pytest.approx(TIP, abs=1e-12)


def test_speed_costs_pockets_and_a_deeper_fall_costs_more():
    """Hard strokes at one coin before a pocket: the farther a coin must fall, the fewer are held."""
    rng = np.random.default_rng(5)
    coin = Position((PlacedPiece(2, 0.3, 0.3),))
    strokes = np.column_stack((np.full(2_000, DIAGONAL), rng.normal(-math.pi / 4, 0.01, 2_000), np.full(2_000, 3.0)))
    down = [
        int((simulate_batch(coin, strokes, surface=replace(TOURNAMENT, pocket_drop=drop)).pocketed == 2).sum())
        for drop in (0.0, 0.002, 0.004, 0.008)
    ]

    assert down[0] > down[1] > down[2] > down[3]


def test_a_surface_stored_before_pockets_had_a_depth_is_read_with_pockets_that_hold_at_once():
    for surface in SURFACES.values():
        old = {name: held for name, held in surface.to_dict().items() if not name.startswith("pocket_d")}
        del old["pocket_restitution"]
        read = Surface.from_dict(old)

        assert read.pocket_drop == 0
        assert replace(read, pocket_drop=surface.pocket_drop, pocket_restitution=surface.pocket_restitution) == surface
