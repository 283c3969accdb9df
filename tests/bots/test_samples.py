"""Samples under a hand's errors, shared between neighbours: they tell what many samples of each would."""

import numpy as np
import pytest

from carrom.bots.noise import TAIL_FACTOR, TAIL_SHARE, Noise, draws
from carrom.bots.samples import Samples

NOISE = Noise(1.0)


def worth(made: np.ndarray) -> np.ndarray:
    """1 within a window of directions, and more for a slow stroke."""
    return (np.abs(made[..., 1] - 0.3) < 0.006) + 0.1 * (3.0 - made[..., 2])


def sampled(strokes: np.ndarray, count: int, seed: int = 1) -> Samples:
    samples = Samples(NOISE)
    made = NOISE.spread(strokes, draws(np.random.default_rng(seed), count))
    samples.add(strokes, made, worth(made))
    return samples


def fan(width: float, count: int) -> np.ndarray:
    return np.array([[0.1, 0.3 + at, 2.0] for at in np.linspace(-width, width, count)])


def test_neighbours_together_know_more_than_each_alone():
    strokes = fan(0.008, 9)
    truth = worth(NOISE.spread(strokes, draws(np.random.default_rng(9), 4000))).mean(axis=1)
    alone, shared = [], []
    for seed in range(20):
        samples = sampled(strokes, 8, seed)
        alone.append(samples.worths[0].reshape(9, -1).mean(axis=1) - truth)
        shared.append(samples.of(strokes).means - truth)

    assert np.std(shared) < 0.75 * np.std(alone)
    assert np.abs(np.mean(shared, axis=0)).max() < 0.12


def test_a_stroke_that_was_never_sampled_is_judged_by_those_about_it():
    samples = sampled(fan(0.008, 9), 200)
    beside = np.array([[0.1, 0.3013, 2.05]])

    seen = samples.of(beside)

    truth = worth(NOISE.spread(beside, draws(np.random.default_rng(9), 4000))).mean()
    assert seen.means[0] == pytest.approx(truth, abs=0.06)
    assert seen.backing[0] > 50


def test_a_stroke_far_from_all_samples_has_nobody_behind_it():
    samples = sampled(fan(0.008, 9), 8)

    assert samples.of(np.array([[0.1, 0.6, 2.0], [0.05, 0.3, 2.0]])).backing.tolist() == pytest.approx(
        [0.0, 0.0], abs=1.0
    )


def test_each_sample_counts_as_much_as_the_balance_heuristic_says():
    first, second = fan(0.004, 4), fan(0.009, 3)
    samples = sampled(first, 6)
    samples.of(second)  # what it knows by now must not be counted twice
    made = NOISE.spread(second, draws(np.random.default_rng(2), 9))
    samples.add(second, made, worth(made))

    seen = samples.of(second)

    def density(meant: np.ndarray, made: np.ndarray) -> np.ndarray:
        apart = made[None] - meant[:, None]
        apart[..., 2] /= meant[:, None, 2]
        square = ((apart / [NOISE.place, NOISE.aim, NOISE.speed]) ** 2).sum(axis=-1)
        bell = (1.0 - TAIL_SHARE) * np.exp(-0.5 * square)
        return (bell + TAIL_SHARE / TAIL_FACTOR**3 * np.exp(-0.5 / TAIL_FACTOR**2 * square)) / meant[:, None, 2]

    every, worths = np.concatenate(samples.made), np.concatenate(samples.worths)
    weights = density(second, every) / (6 * density(first, every).sum(axis=0) + 9 * density(second, every).sum(axis=0))
    means = weights @ worths / weights.sum(axis=1)
    squares = (weights * (worths - means[:, None]) ** 2).sum(axis=1) / weights.sum(axis=1)
    assert seen.means == pytest.approx(means, rel=1e-6)
    assert seen.deviations == pytest.approx(np.sqrt(squares), rel=1e-6)
    assert seen.backing == pytest.approx(weights.sum(axis=1) ** 2 / (weights**2).sum(axis=1), rel=1e-6)


def test_samples_of_a_machine_are_what_they_are():
    samples = Samples(Noise(0.0))
    strokes = fan(0.008, 3)
    samples.add(strokes, np.repeat(strokes[:, None], 2, axis=1), np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]))

    assert samples.of(strokes[[2, 0]]).means.tolist() == [3.0, 1.0]


def test_a_machine_on_a_board_that_is_not_known_is_worth_the_mean_of_the_boards():
    samples = Samples(Noise(0.0))
    strokes = fan(0.008, 2)
    samples.add(strokes, np.repeat(strokes[:, None], 4, axis=1), np.array([[1.0, 0.0, 1.0, 0.0], [2.0, 2.0, 2.0, 1.0]]))

    assert samples.of(strokes).means.tolist() == [0.5, 1.75]
