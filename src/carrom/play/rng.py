"""Random numbers from a seed: the same on every machine, for good.

SplitMix64, so that nothing here depends on the standard library's generator. Each entry of a match has a stream of its
own, so that a match taken up again goes on with the numbers that it would have had.
Source: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014.
"""

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class SeededRng:
    """Numbers from a seed and a stream; fits `equipment.arrangement.Dice`."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        """Dice for one stream of a seed: for a match, the number of the entry to be made."""
        self._state = _mixed((seed & _MASK) ^ _mixed((stream + 1) * _STEP & _MASK))

    def random(self) -> float:
        """A number from 0 up to but not including 1, with 53 random bits."""
        self._state = (self._state + _STEP) & _MASK
        return (_mixed(self._state) >> 11) * 2.0**-53


def _mixed(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
