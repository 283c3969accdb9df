"""Random generators that record and repeat: the random numbers of a draw are stored with it."""

from collections.abc import Sequence
from typing import TypeVar

from carrom.equipment.arrangement import Rng
from carrom.errors import ImpossibleError

T = TypeVar("T")


class RngSpentError(ImpossibleError):
    """A draw asks for more chance than was recorded for it: it was not made by this draw."""

    code = "dice-spent"


class RecordingRng:
    """Random generators that keep every number they give."""

    __slots__ = ("_rng", "_given")

    def __init__(self, rng: Rng) -> None:
        """Record these random numbers."""
        self._rng = rng
        self._given: list[float] = []

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        number = self._rng.random()
        self._given.append(number)
        return number

    @property
    def given(self) -> tuple[float, ...]:
        """All numbers so far."""
        return tuple(self._given)


class RepeatingRng:
    """Random generators that give recorded numbers once more, from the first to the last."""

    __slots__ = ("_left",)

    def __init__(self, numbers: Sequence[float]) -> None:
        """Repeat these numbers."""
        self._left = list(reversed(numbers))

    def random(self) -> float:
        """The next number. Raises DiceSpentError: there is none."""
        if not self._left:
            raise RngSpentError
        return self._left.pop()


def shuffled(items: Sequence[T], rng: Rng) -> list[T]:
    """The items in an order that the random generator choose, each order with the same chance (Fisher and Yates)."""
    order = list(items)
    for index in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (index + 1))
        order[index], order[other] = order[other], order[index]
    return order
