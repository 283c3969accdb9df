"""How much a test does: in the suite always the same sample, with CARROM_THOROUGH=1 all of it."""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("CARROM_THOROUGH", "") not in ("", "0")


def one_of(quick: T, thorough: T) -> T:
    """The first in the suite, the second in a thorough run."""
    return thorough if THOROUGH else quick


def examples(count: int) -> int:
    """How many examples hypothesis tries; `count` in a thorough run."""
    return count if THOROUGH else max(5, count // 4)


def sample(cases: Sequence[T], count: int) -> list[T]:
    """Some of the cases in their order, always the same ones; all of them in a thorough run."""
    if THOROUGH or count >= len(cases):
        return list(cases)
    return [cases[row] for row in sorted(random.Random(count).sample(range(len(cases)), count))]
