"""What may be answered to the awaited decision, as data: the page shows it, computers search in it.

Codes and clause ids, no sentences. Offsets and angles are in the player's axes, places in the board's; metres, radians.
"""

from dataclasses import dataclass

from carrom.laws.ruling import Reason
from carrom.match.awaiting import Decision
from carrom.play.state import PlayState
from carrom.terms import Piece, Seat

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the striker may not lie, from one offset to another, and why."""

    start: float
    end: float
    reason: Reason
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeDomain:
    """A stroke: free stretches of the base line, gaps with their reasons, directions, speeds."""

    kind: Decision = Decision.STROKE
    seat: Seat
    distance: float  # of the striker's centre from the board's
    limit: float  # greatest offset
    spans: tuple[Span, ...]
    gaps: tuple[Gap, ...]
    angles: tuple[Span, ...]
    angles_clauses: tuple[str, ...] = ()
    speed: Span
    may_pass: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingDomain:
    """A placing: where the centre of the piece may lie. `avoid` are discs (x, y, least distance) of centres."""

    kind: Decision = Decision.PLACING
    seats: tuple[Seat, ...]
    piece: int
    piece_kind: Piece
    queue: tuple[int, ...]
    radius: float
    ring: Span
    avoid: tuple[tuple[float, float, float], ...]
    suggested: tuple[float, float]
    may_forgo: bool
    reason: Reason
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceDomain:
    """A toss, a choice, a claim, or nothing to answer: what may be said."""

    kind: Decision
    seats: tuple[Seat, ...]
    options: tuple[str, ...] = ()
    most: int = 0


Domain = StrokeDomain | PlacingDomain | ChoiceDomain


def domain(state: PlayState) -> Domain:
    """What may be answered to the decision that `state` awaits."""
    raise NotImplementedError
