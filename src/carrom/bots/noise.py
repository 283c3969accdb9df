"""How exactly a hand strikes: one magnitude, spread over aim, place and speed.

Magnitude 1 is a strong player, 0 a machine. The same law is used when a computer really strikes and when it
imagines what its stroke may become, so that it knows what it can do and picks what it can do well.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from carrom.terms import Stroke

AIM_SIGMA = math.radians(0.25)  # at magnitude 1: a shoulder-to-shoulder stroke of 40 + 40 cm falls every other time
PLACE_SIGMA = 0.0005  # metres along the base line
SPEED_SIGMA = 0.06  # a share of the speed; a share twice as large of the way

Floats = NDArray[np.float64]


class Rng(Protocol):
    """Where everything random comes from; `random.Random` fits."""

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
        """Give the stroke that the hand makes when this one is meant; three normal draws of the random generator."""
        place, aim, speed = normal(rng), normal(rng), normal(rng)
        return Stroke(
            offset=stroke.offset + self.place * place,
            angle=stroke.angle + self.aim * aim,
            speed=stroke.speed * max(0.0, 1.0 + self.speed * speed),
        )

    def spread(self, strokes: Floats, draws: Floats) -> Floats:
        """Give what each stroke becomes under each draw. All strokes meet the same draws, so they can be compared.

        Shapes: strokes (n, 3) as offset, angle, speed; draws (m, 3) standard normal; result (n, m, 3).
        """
        out = np.repeat(strokes[:, None, :], len(draws), axis=1)
        out[:, :, 0] += self.place * draws[None, :, 0]
        out[:, :, 1] += self.aim * draws[None, :, 1]
        out[:, :, 2] *= np.maximum(0.0, 1.0 + self.speed * draws[None, :, 2])
        return out


def normal(rng: Rng) -> float:
    """Give one standard normal number from two draws (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.random()))
    return radius * math.cos(2.0 * math.pi * rng.random())


def generator(rng: Rng) -> np.random.Generator:
    """Give a stream of numbers for arrays that depends on nothing but the random generator."""
    return np.random.Generator(np.random.PCG64(int(rng.random() * 2**53)))
