"""A player's hand, estimated from the strokes that they made.

A record holds the stroke that was made, not the one that was meant. So both are estimated together: how exactly a hand
strikes, as `carrom.bots.noise` has it, and how closely its player follows what is good for that hand. From the place
and with the speed of a stroke every direction near it is simulated: in which does the turn stay? For a hand of some
magnitude the mean of that over its errors is the worth of each direction, and directions are meant the more often the
more they are worth (a logit choice). The direction that was made is one that was meant plus an error.

    p(made | hand, choice) = sum over directions t of  p(t | hand, choice) * error(made - t | hand)

Strokes multiply; the choice is summed out. The direction alone is looked at, since place and speed are what a player
chose. An error of the place counts as one of the direction towards the piece that is met.

Directions fall into fixed sectors, and all is said of the sector that a stroke was made in: where the player might
have struck instead needs no model. The first stroke on a rack says nothing.

Source: C. Archibald and D. Nieves-Rivera, Estimating Agent Skill in Continuous Action Domains, Journal of Artificial
Intelligence Research 80 (2024): joint estimation of execution and decision-making skill.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.bots.agent import view_of
from carrom.bots.candidates import REACH
from carrom.bots.noise import AIM_SIGMA, PLACE_SIGMA, TAIL_FACTOR, TAIL_SHARE
from carrom.bots.outcomes import imagine
from carrom.bots.view import View
from carrom.bots.worker import FEWEST_STROKES
from carrom.equipment.measurements import BASE_MIDDLE
from carrom.play.domain import stroke_domain
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Stroke

Floats = NDArray[np.float64]

MAGNITUDES: Floats = np.geomspace(0.15, 6.0, 28)  # of hands
CHOICES: Floats = np.geomspace(2.0, 64.0, 6)  # how closely the worth is followed: weights exp(choice * chance)
ANY_DIRECTION = 0.03  # the share of strokes that are meant for anything
ENDS = 0.025, 0.5, 0.975  # of the interval and its middle
MODEL_ERROR = 2.0 * 0.1  # half an interval: however many the strokes, nobody chooses quite as the model (measured)
STEP = math.radians(0.05)
SECTOR, MARGIN = 240, 80  # steps: of a sector, and beyond it on either side where a stroke may have been meant
DIRECTIONS = SECTOR + 2 * MARGIN
USUAL_DISTANCE, NEAREST = 0.6, 0.05  # metres to the first piece: where none is met, and at least
LENGTH = 2048  # of the transform: DIRECTIONS and 2 * DIRECTIONS - 1 together, or more


@dataclass(frozen=True, slots=True)
class OwnHand:
    """An estimated hand: the middle of what it may be, the ends of the 95 % interval, the strokes that say so."""

    magnitude: float
    low: float
    high: float
    strokes: int


def likelihoods(state: PlayState, made: Stroke) -> Floats | None:
    """Return how likely the stroke that a match awaited was made so, by each hand and choice; None: it says nothing.

    Shapes: result (hands, choices), logarithms.
    Raises: NotAwaitedError: no stroke is awaited, or no positions are recorded.
    """
    ask = stroke_domain(state)
    view = view_of(state, ask.seat)
    if not view.board.broken or not ask.spans:
        return None
    first = math.floor(made.angle / (SECTOR * STEP)) * SECTOR - MARGIN
    angles = (first + np.arange(DIRECTIONS) + 0.5) * STEP
    may_be_made = np.logical_or.reduce([(angles >= start) & (angles <= end) for start, end in ask.angles])
    if not may_be_made.any():
        return None
    strokes = np.stack([np.full(DIRECTIONS, made.offset), angles, np.full(DIRECTIONS, made.speed)], axis=-1)
    outcomes = imagine(view, strokes, surface_of(state.match.head), state.match.ruleset)
    stays = np.zeros(DIRECTIONS)
    stays[outcomes.rows] = outcomes.verdicts.keeps
    at = min(max(math.floor(made.angle / STEP) - first, MARGIN), MARGIN + SECTOR - 1)
    return _likelihoods(stays, may_be_made.astype(np.float64), at, _spread(view, made))


def estimate(summed: Floats, strokes: int) -> OwnHand | None:
    """Return the hand by the sum of what so many strokes say (`likelihoods`); None: they are too few.

    Shapes: summed (hands, choices).
    """
    if strokes < FEWEST_STROKES:
        return None
    weights = np.exp(summed - summed.max()).sum(axis=1)
    weights /= weights.sum()
    below = np.cumsum(weights) - weights / 2.0
    low, middle, high = (float(np.interp(end, below, np.log(MAGNITUDES))) for end in ENDS)
    downwards, upwards = (math.hypot(far, MODEL_ERROR) for far in (middle - low, high - middle))
    return OwnHand(math.exp(middle), math.exp(middle - downwards), math.exp(middle + upwards), strokes)


def _likelihoods(stays: Floats, may_be_made: Floats, at: int, spread: float) -> Floats:
    """The logarithms for one stroke, made in the direction `at`, by a hand whose directions spread so at magnitude 1.

    Shapes: stays and may_be_made (DIRECTIONS,); result (hands, choices).
    """
    errors = _errors(MAGNITUDES * spread)  # (hands, lags)
    worths = np.fft.irfft(np.fft.rfft(errors, LENGTH) * np.fft.rfft(stays, LENGTH), LENGTH)
    worths = worths[:, None, DIRECTIONS - 1 : 2 * DIRECTIONS - 1]
    meant = np.exp(CHOICES[:, None] * (worths - 1.0)) * may_be_made  # (hands, choices, directions)
    meant *= (1.0 - ANY_DIRECTION) / meant.sum(axis=2, keepdims=True)
    meant += ANY_DIRECTION * may_be_made / may_be_made.sum()
    lags = DIRECTIONS - 1 - np.arange(DIRECTIONS)  # where an error of nothing stands for each direction
    so = errors[:, lags + at]
    sums = np.concatenate([np.zeros((len(errors), 1)), np.cumsum(errors, axis=1)], axis=1)
    in_sector = sums[:, lags + (MARGIN + SECTOR)] - sums[:, lags + MARGIN]
    found, of_all = (np.einsum("hct,ht->hc", meant, each) for each in (so, in_sector))
    return np.asarray(np.log(np.maximum(found, 1e-300)) - np.log(of_all))


def _errors(spreads: Floats) -> Floats:
    """The chances of errors of the direction, in steps from -(DIRECTIONS - 1). Shapes: (hands,) to (hands, lags)."""
    lags = np.arange(1 - DIRECTIONS, DIRECTIONS) * STEP
    scaled = -0.5 * (lags / spreads[:, None]) ** 2
    errors = (1.0 - TAIL_SHARE) * np.exp(scaled) + TAIL_SHARE / TAIL_FACTOR * np.exp(scaled / TAIL_FACTOR**2)
    return np.asarray(errors / errors.sum(axis=1, keepdims=True))


def _spread(view: View, made: Stroke) -> float:
    """The standard deviation of the direction at magnitude 1, the place's part included. Units: radians."""
    along = np.array([-math.sin(made.angle), math.cos(made.angle)])
    apart = view.coins - np.array([made.offset, -BASE_MIDDLE])
    ahead, beside = apart @ along, apart @ np.array([along[1], -along[0]])
    met = (ahead > 0.0) & (np.abs(beside) < REACH)
    before = ahead[met] - np.sqrt(REACH**2 - beside[met] ** 2)
    distance = max(NEAREST, float(before.min(initial=math.inf)) if met.any() else USUAL_DISTANCE)
    return math.hypot(AIM_SIGMA, PLACE_SIGMA * math.cos(made.angle) / distance)
