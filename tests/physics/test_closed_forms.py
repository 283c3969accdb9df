"""What can be worked out by hand: docs/physics/model.md has the formulas."""

import math
from dataclasses import replace
from decimal import Decimal
from functools import cache

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.build_sliding_table import friction as sliding_friction
from carrom.physics.simulate import simulate
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.terms import Stroke
from tests.support.physics import inside
from tests.support.thorough import one_of

NOTHING = Position()


@pytest.mark.parametrize("speed", [0.05, 0.4, 0.9, 1.15])
@pytest.mark.parametrize("friction", [0.08, 0.12, 0.2])
def test_a_striker_stops_after_v_squared_over_two_mu_g(speed: float, friction: float):
    motion = simulate(NOTHING, Stroke(0.0, 0.0, speed), surface=replace(TOURNAMENT, board_friction=friction))
    path = speed**2 / (2 * friction * 9.81)
    if path < m.BASE_MIDDLE + m.HALF_SURFACE - m.STRIKER_RADIUS:
        assert motion.segments[-1, 3] + m.BASE_MIDDLE == pytest.approx(path, abs=1e-12)
        assert motion.duration == pytest.approx(speed / (friction * 9.81), abs=1e-12)


@pytest.mark.parametrize("mu", [0.05, 0.10, 0.15, 0.20])
@pytest.mark.parametrize("cut", [0, 10, 15, 20, 30, 45, 60])
def test_throw_of_a_coin_at_rest(mu: float, cut: float):
    """tan(throw) = min(mu, tan(cut) / (3 (1 + e)))."""
    surface = replace(TOURNAMENT, disc_friction=mu)
    reach = m.COIN_RADIUS + m.STRIKER_RADIUS
    normal = math.radians(cut)
    contact_y = 0.05  # of the striker, which goes straight ahead
    coin = PlacedPiece(2, reach * math.sin(normal), contact_y + reach * math.cos(normal))
    motion = simulate(Position((coin,)), Stroke(0.0, 0.0, 2.5), surface=surface)
    row = motion.segments[(motion.segments[:, 0] == 2) & (motion.segments[:, 1] > 0)][0]
    throw = normal - math.atan2(row[4], row[5])

    assert math.tan(throw) == pytest.approx(min(mu, math.tan(normal) / (3 * 1.85)), abs=1e-9)


def test_rebound_off_the_frame_at_45_degrees():
    """Without friction 53 degrees from the normal, with it 44.5."""
    for mu, expected in ((0.0, math.atan(1 / 0.75)), (0.15, math.atan((1 - 0.15 * 1.75) / 0.75))):
        surface = replace(TOURNAMENT, frame_friction=mu, board_friction=0.01, spin_ratio=0.0)
        motion = simulate(NOTHING, Stroke(0.0, -math.pi / 4, 3.0), surface=surface)
        first = next(event for event in motion.events if event.what == "frame")
        row = motion.segments[motion.segments[:, 1] == first.time][0]

        assert first.other == 0
        assert math.atan2(row[5], -row[4]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("mu", "e", "speed"),
    [(0.07, 0.75, 2.9), (0.12, 0.60, 6.0), (0.12, 0.70, 4.3), (0.12, 0.75, 3.8), (0.15, 0.75, 4.2), (0.20, 0.60, 7.8)],
)
def test_speed_that_rebounds_three_and_a_half_times(mu: float, e: float, speed: float):
    """The laws' test of a board: struck with full strength, the striker passes the middle after three rebounds."""
    surface = replace(TOURNAMENT, board_friction=mu, frame_restitution=e)

    assert rebounds(surface, speed - 0.1) < 3.5 <= rebounds(surface, speed + 0.1)


@pytest.mark.parametrize("name", SURFACES)
def test_every_board_passes_the_laws_test_of_rebounds(name: str):
    assert rebounds(SURFACES[name], 6.0) >= 3.5


def rebounds(surface: Surface, speed: float) -> float:
    """Rebounds of a stroke straight ahead; the way to the next frame counts as half at the board's middle."""
    motion = simulate(NOTHING, Stroke(0.0, 0.0, speed), surface=surface)
    frames = [event for event in motion.events if event.what == "frame"]
    y = motion.segments[-1, 3]
    if not frames:
        return 0.0
    side = 1 if frames[-1].other == 2 else -1
    return len(frames) + (0.5 if y * side <= 0 else 0.0)


@pytest.mark.parametrize(
    ("ratio", "longer"),
    [(0.05, 0.001), (0.1, 0.003), (0.2, 0.01), (0.3, 0.023), (0.45, 0.052), (0.6, 0.094), (1.0, 0.27), (3.0, 1.75)],
)
def test_a_spinning_disc_slides_farther(ratio: float, longer: float):
    """Against the differential equation of a disc that slides and spins; the published figures beside it."""
    v = 0.8 if ratio <= 1 else 0.3
    path, time = slide_by_ode(v, ratio)
    s = inside.discs(np.array([[0.0, 0.0, v, 0.0, ratio * v / m.COIN_RADIUS]]))
    surface = replace(TOURNAMENT, half_surface=10.0, base_middle=5.0)
    rested = inside.slide_to_rest(s, inside.parameters(surface), inside.TABLE)
    free = v**2 / (2 * 0.12 * 9.81)

    assert path / free - 1 == pytest.approx(longer, abs=0.006 if ratio <= 1 else 0.1)
    assert s[0, inside.X] == pytest.approx(path, rel=2e-4)
    assert rested == pytest.approx(time, rel=0.03)


def slide_by_ode(v: float, ratio: float) -> tuple[float, float]:
    """Distance and time, with steps of a hundredth of what is left; friction from the table, by itself tested."""
    grid = np.linspace(0, 1, 513)
    table = np.array([_friction(q) for q in grid.tolist()])
    g, w, path, t = 0.12 * 9.81, ratio * v, 0.0, 0.0
    while v > 1e-5:
        force, torque = (np.interp(w / (v + w), grid, table[:, k]) for k in range(2))
        h = 0.01 * min(v / (g * force), w / (2 * g * torque) if w > 0 else math.inf)
        v2, w2 = v - 0.5 * h * g * force, w - h * g * torque
        force, torque = (np.interp(w2 / (v2 + w2), grid, table[:, k]) for k in range(2))
        path += v * h - 0.5 * g * force * h * h
        v, w, t = v - h * g * force, w - 2 * h * g * torque, t + h
    return path, t


@cache
def _friction(q: float) -> tuple[float, float]:
    force, torque = sliding_friction(Decimal(1) - Decimal(q), Decimal(q))
    return float(force), float(torque)


def test_a_disc_that_only_spins_keeps_its_spin_for_a_while():
    """The torque on a disc that spins on the spot is 2/3 mu m g R: w falls by 4/3 mu g / R a second."""
    s = inside.discs(np.array([[0.0, 0.0, 0.0, 0.0, -50.0]]))
    rate = 4 * 0.12 * 9.81 / (3 * m.COIN_RADIUS)
    after = inside.spin_after(s.copy(), inside.parameters(), inside.TABLE, 0.1)

    assert after == pytest.approx(-50 + 0.1 * rate)
    assert inside.spin_after(s.copy(), inside.parameters(), inside.TABLE, 1.0) == 0


def test_the_table_is_the_integral_of_friction_over_the_disc():
    """Force and torque summed over rings of an evenly pressed disc, against the elliptic integrals."""
    r = (np.arange(400) + 0.5) / 400
    a = (np.arange(720) + 0.5) * math.pi / 360
    radius, angle = np.meshgrid(r, a)
    weight = radius / radius.sum()
    for v, w in ((1.0, 0.2), (1.0, 1.0), (0.3, 1.0)):
        ux, uy = v - w * radius * np.sin(angle), w * radius * np.cos(angle)
        speed = np.hypot(ux, uy)
        force = (weight * ux / speed).sum()
        torque = (weight * radius * (uy * np.cos(angle) - ux * np.sin(angle)) / speed).sum()
        exact = sliding_friction(Decimal(v), Decimal(w))

        assert float(exact[0]) == pytest.approx(force, abs=2e-4)
        assert float(exact[1]) == pytest.approx(torque, abs=2e-4)


def test_frame_and_disc_impacts_never_gain_energy():
    rng = np.random.default_rng(1)
    for _ in range(one_of(1_000, 5_000)):
        surface = replace(
            TOURNAMENT,
            disc_restitution=rng.uniform(0, 1),
            frame_restitution=rng.uniform(0, 1),
            disc_friction=rng.uniform(0, 0.6),
            frame_friction=rng.uniform(0, 0.6),
        )
        p = inside.parameters(surface)
        angle = rng.uniform(0, 2 * math.pi)
        s = inside.discs(np.column_stack((np.zeros((2, 2)), rng.normal(0, 2, (2, 2)), rng.normal(0, 100, 2))))
        s[1, 0:2] = 2 * m.COIN_RADIUS * math.cos(angle), 2 * m.COIN_RADIUS * math.sin(angle)
        before = energy(s)
        inside.collide(s, p)
        assert energy(s) <= before * (1 + 1e-14)
        frame = int(rng.integers(4))
        s[0, 2 + frame // 2] = abs(s[0, 2 + frame // 2]) * (1 if frame % 2 == 0 else -1)
        before = energy(s)
        inside.rebound(s, frame, p)
        assert energy(s) <= before * (1 + 1e-14)


def test_impacts_at_once_never_gain_energy_and_keep_the_momentum():
    rng = np.random.default_rng(2)
    for _ in range(one_of(400, 2_000)):
        p = inside.parameters(
            replace(TOURNAMENT, disc_restitution=rng.uniform(0.2, 1), disc_friction=rng.uniform(0, 0.6))
        )
        k = int(rng.integers(2, 7))
        around = rng.uniform(0, 2 * math.pi) + np.arange(k) * math.pi / 3
        s = inside.discs(
            np.column_stack((np.zeros((k + 1, 2)), rng.normal(0, 1, (k + 1, 2)), rng.normal(0, 60, k + 1)))
        )
        s[1:, 0], s[1:, 1] = 2 * m.COIN_RADIUS * np.cos(around), 2 * m.COIN_RADIUS * np.sin(around)
        pairs = np.array([[0] * k, list(range(1, k + 1))])
        before, momentum = energy(s), s[:, 2:4].sum(axis=0)
        speeds = inside.collide_together(s, pairs, p)

        assert energy(s) <= before * (1 + 1e-12)
        assert np.allclose(s[:, 2:4].sum(axis=0), momentum, atol=1e-12)
        assert (speeds >= 0).all()


def energy(s: np.ndarray) -> float:
    return float(0.5 * m.COIN_MASS * (s[:, 2] ** 2 + s[:, 3] ** 2 + 0.5 * (m.COIN_RADIUS * s[:, 4]) ** 2).sum())


def test_a_head_on_hit_hands_on_what_restitution_says():
    """Equal masses at rest: the striker of mass M keeps (M - e m) / (M + m) of its speed."""
    coin = PlacedPiece(2, 0.0, 0.0)
    motion = simulate(Position((coin,)), Stroke(0.0, 0.0, 2.0))
    hit = motion.events[0]
    after = {row[0]: row[5] for row in motion.segments[motion.segments[:, 1] == hit.time]}
    big, small = m.STRIKER_MASS, m.COIN_MASS

    assert after[0] == pytest.approx(hit.speed * (big - 0.85 * small) / (big + small))
    assert after[2] == pytest.approx(hit.speed * 1.85 * big / (big + small))
