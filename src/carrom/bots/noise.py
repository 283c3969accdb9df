"""How exactly a hand strikes: one magnitude, spread over aim, place and speed.

Magnitude 1 is a strong player, 0 a machine. Errors are normal, but for a stroke in thirty that slips: people miss by
far more often than a normal spread says (as curling programs found of Olympians). The same law is used when a computer
really strikes and when it imagines what its stroke may become, so that it knows what it can do and picks what it can do
well.
"""

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray

from carrom.physics.native import native
from carrom.terms import Stroke

AIM_SIGMA = math.radians(0.25)  # at magnitude 1: a shoulder-to-shoulder stroke of 40 + 40 cm falls every other time
PLACE_SIGMA = 0.0005  # metres along the base line
SPEED_SIGMA = 0.06  # a share of the speed; a share twice as large of the way
TAIL_SHARE = 0.03  # of the strokes slip: all three errors are drawn from a spread so many times as wide
TAIL_FACTOR = 3.0

Floats = NDArray[np.float64]
_SLIPPING = np.array([TAIL_SHARE, TAIL_FACTOR])


class Rng(Protocol):
    """Source of all random numbers; `random.Random` fits."""

    def random(self) -> float:
        """Give a float in [0, 1)."""
        ...


@dataclass(frozen=True, slots=True)
class Noise:
    """The spread of a hand. Every share of it grows with the one magnitude."""

    magnitude: float

    @property
    def aim(self) -> float:
        """Standard deviation of the direction, radians."""
        return AIM_SIGMA * self.magnitude

    @property
    def place(self) -> float:
        """Standard deviation of the place along the base line, metres."""
        return PLACE_SIGMA * self.magnitude

    @property
    def speed(self) -> float:
        """Standard deviation of the speed, as a share of it."""
        return SPEED_SIGMA * self.magnitude

    def executed(self, stroke: Stroke, rng: Rng) -> Stroke:
        """Return the stroke that the hand makes when this one is meant: seven draws of the random generator."""
        slip = TAIL_FACTOR if rng.random() < TAIL_SHARE else 1.0
        place, aim, speed = slip * normal(rng), slip * normal(rng), slip * normal(rng)
        return Stroke(
            offset=stroke.offset + self.place * place,
            angle=stroke.angle + self.aim * aim,
            speed=stroke.speed * max(0.0, 1.0 + self.speed * speed),
        )

    def spread(self, strokes: Floats, draws: Floats) -> Floats:
        """Return what each stroke becomes under each draw. All strokes meet the same draws, so they can be compared.

        Shapes: strokes (n, 3) as offset, angle, speed; draws (m, 3) from `draws`; result (n, m, 3).
        """
        out = np.repeat(strokes[:, None, :], len(draws), axis=1)
        out[:, :, 0] += self.place * draws[None, :, 0]
        out[:, :, 1] += self.aim * draws[None, :, 1]
        out[:, :, 2] *= np.maximum(0.0, 1.0 + self.speed * draws[None, :, 2])
        return out


def draws(rng: np.random.Generator, count: int) -> Floats:
    """Give errors for a hand of magnitude 1, slips included, in pairs of opposite sign, so that their mean is nothing.

    Shapes: result (count, 3) of place, aim and speed in standard deviations.
    """
    pairs = (count + 1) // 2
    half, slips, errors = rng.standard_normal((pairs, 3)), rng.random(pairs), np.empty((count, 3))
    native().pair_errors(half, slips, _SLIPPING, errors)
    return errors


def normal(rng: Rng) -> float:
    """Return one standard normal number from two draws (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.random()))
    return radius * math.cos(2.0 * math.pi * rng.random())


class Mixed(ISeedSequence):
    """A seed that is mixed already, for numpy to begin a generator with: the words are all that it asks for."""

    def __init__(self, words: NDArray[np.uint64]) -> None:
        self._words = words

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> NDArray[np.uint64]:  # numpy's names
        """Return the words.

        Raises:
            ValueError: others than four of 64 bits are asked for.
        """
        if n_words != len(self._words) or dtype is not np.uint64:
            raise ValueError(f"{n_words} words of {dtype}")
        return self._words


def generator(rng: Rng) -> np.random.Generator:
    """Give a stream of numbers for arrays that depends on nothing but the random generator.

    It is numpy's own from a whole number of 53 bits; the seed is mixed by the kernel's module, which is quicker.
    """
    words = np.empty(4, np.int64)
    native().mix_seed(np.array([int(rng.random() * 2**53)]), words)
    bits = np.random.PCG64(Mixed(words.view(np.uint64)))  # type: ignore[arg-type]  # numpy's stubs forget its interface
    return np.random.Generator(bits)
