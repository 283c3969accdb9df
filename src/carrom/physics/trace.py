"""Traces of strokes: the happenings that laws may ask about, without any law. Standard library only."""

from dataclasses import dataclass
from functools import lru_cache

NONE = 255  # -1 as a byte: no more numbers
OWN_FRAME = 8  # bit of the frame behind the player, as the kernel sees it


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The happenings on one simulated stroke, in numbers of pieces (`terms.piece_of`), hashable.

    "Own" is the side of the seat that struck; the striker's places are those of its centre.
    """

    pocketed: tuple[int, ...]  # in the order they fell; 0 is the striker
    first_contact: int | None  # the piece that the striker hit first; of several at once the lowest number
    struck: frozenset[int]  # the pieces that the striker itself hit
    jumped: frozenset[int] = frozenset()  # what went over a frame; 0 is the striker
    spread_numbers: frozenset[int]  # pieces that crossed a base line outwards or fell; not the striker
    crossed_front_line: bool  # the striker crossed its own front line forwards before its first contact
    stayed_behind_line: bool  # its centre never crossed that line, before or after a contact
    touched_own_frame: bool  # it touched the frame behind the player before its first contact
    came_back_into_own_half: bool  # it crossed the centre line and came back before its first contact

    @property
    def gone(self) -> tuple[int, ...]:
        """The pieces that left the surface: those that fell in order, then those that went over a frame."""
        return tuple(number for number in (*self.pocketed, *sorted(self.jumped)) if number)

    @property
    def striker_pocketed(self) -> bool:
        """The striker fell."""
        return 0 in self.pocketed


@lru_cache(maxsize=4096)
def numbers_in(mask: int) -> frozenset[int]:
    """The numbers whose bits are set."""
    return frozenset(number for number in range(mask.bit_length()) if mask >> number & 1)


@lru_cache(maxsize=4096)
def trace_of(
    pocketed: bytes,
    first: int,
    struck: int,
    jumped: int,
    spread: int,
    frames: int,
    crossed: int,
    behind: int,
    back: int,
) -> Trace:
    """The trace that the kernel's facts tell: numbers in order and NONE, masks for sets."""
    return Trace(
        pocketed=tuple([number for number in pocketed if number != NONE]),
        first_contact=None if first < 0 else first,
        struck=numbers_in(struck),
        jumped=numbers_in(jumped),
        spread_numbers=numbers_in(spread),
        crossed_front_line=bool(crossed),
        stayed_behind_line=bool(behind),
        touched_own_frame=frames & OWN_FRAME != 0,
        came_back_into_own_half=bool(back),
    )
