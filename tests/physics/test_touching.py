"""Discs that touch: what a nanometre more or less between them changes, and when springs take the place of impacts."""

import math
from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics import kernel, surface
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.terms import Stroke

RIGID = replace(TOURNAMENT, contact_stiffness=0.0)
A_NANOMETRE = 1e-9
MOST_A_NANOMETRE = 1e-4  # metres by which any disc may come to rest elsewhere, up to 4 m/s and 100 nanometres


def before_the_striker(lag: float, half_angle: float) -> Position:
    """Two coins that a striker straight from below meets at once, but that it meets one of them so much later."""
    across, up = math.sin(half_angle), math.cos(half_angle)
    reach = m.COIN_RADIUS + m.STRIKER_RADIUS
    return Position((PlacedPiece(2, -across * reach, up * reach), PlacedPiece(3, across * reach, up * reach + lag)))


def pair(gap: float) -> Position:
    """Two coins with such a gap, at an angle to the stroke."""
    d = 2 * m.COIN_RADIUS + gap
    return Position((PlacedPiece(2, 0.0, 0.0), PlacedPiece(3, math.sin(0.5) * d, math.cos(0.5) * d)))


def apart(one: Position, other: Position, stroke: tuple[float, float, float], board: Surface) -> float:
    """How far the worst disc comes to rest from itself after the same stroke; infinity if another set falls."""
    first, second = (simulate_batch(position, [stroke], surface=board).layouts[0] for position in (one, other))
    if (np.isnan(first) != np.isnan(second)).any():
        return math.inf
    return float(np.nanmax(np.hypot(*(first - second).T)))


@pytest.mark.parametrize("speed", [1.0, 2.0, 4.0])
@pytest.mark.parametrize("half_angle", [0.6, 0.8, 1.0])
@pytest.mark.parametrize("nanometres", [-100, -1, 1, 10, 100])
def test_a_striker_on_two_coins_at_once_moves_none_far_for_a_lag_of_nanometres(
    nanometres: int, half_angle: float, speed: float
):
    late = before_the_striker(nanometres * A_NANOMETRE, half_angle)
    at_once = before_the_striker(0.0, half_angle)

    assert apart(at_once, late, (0.0, 0.0, speed), TOURNAMENT) < abs(nanometres) * MOST_A_NANOMETRE


@pytest.mark.parametrize("speed", [1.0, 2.0, 4.0])
@pytest.mark.parametrize("offset", [0.0, 0.01, 0.02])
@pytest.mark.parametrize("nanometres", [1, 10, 100])
def test_a_gap_of_nanometres_is_as_none(nanometres: int, offset: float, speed: float):
    gap = nanometres * A_NANOMETRE

    assert apart(pair(0.0), pair(gap), (offset, 0.0, speed), TOURNAMENT) < nanometres * MOST_A_NANOMETRE


@pytest.mark.parametrize("half_angle", [0.6, 0.8, 1.0])
def test_a_micrometre_changes_what_a_micrometre_can(half_angle: float):
    at_once, late = (before_the_striker(lag, half_angle) for lag in (0.0, 1e-6))

    assert apart(at_once, late, (0.0, 0.0, 2.0), TOURNAMENT) < 0.005


def test_single_impacts_know_no_lag():
    """So that the tests above are not passed by strokes that nothing could change."""
    at_once, late = (before_the_striker(lag, 0.6) for lag in (0.0, A_NANOMETRE))

    assert apart(at_once, late, (0.0, 0.0, 2.0), RIGID) > 0.1


def test_a_third_disc_counts_only_as_far_as_a_contact_lasts():
    """At 2 m/s the struck coin comes some 0.17 mm far in a contact's duration: beyond, impacts follow one another."""
    stroke = Stroke(0.0, 0.0, 2.0)
    near, far = ((simulate(pair(gap), stroke), simulate(pair(gap), stroke, surface=RIGID)) for gap in (3e-5, 5e-4))

    assert near[0].final != near[1].final
    assert far[0].final == far[1].final


def test_the_steps_that_the_damping_is_made_for_are_the_kernels():
    assert surface.PRESS_STEPS == kernel.PRESS_STEPS
