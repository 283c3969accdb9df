"""The possible answers to the awaited decision, as data: pages show them, computers search them.

Codes and clause ids, no sentences. Offsets and angles are in the player's axes, places in the board's; metres, radians.
"""

from dataclasses import dataclass
from functools import lru_cache

from carrom.equipment.measurements import BASE_MIDDLE, COIN_RADIUS, SPEED_LIMIT
from carrom.equipment.position import Position
from carrom.laws.placement import directions, striker_places
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason
from carrom.match.awaiting import Decision
from carrom.play import places
from carrom.play.errors import NotAwaitedError
from carrom.play.state import PlayState
from carrom.terms import Piece, Seat

Span = tuple[float, float]
LEAST_SPEED = 0.01


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch in which the striker may not lie, from one offset to another, and why."""

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
    angles_reasons: tuple[Reason, ...] = ()  # why some directions are forbidden
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
    """Return the possible answers to the decision that `state` awaits."""
    awaiting = state.match.awaiting
    if awaiting.kind is Decision.STROKE and state.position is not None:
        return stroke_domain(state)
    if awaiting.kind is Decision.PLACING and state.position is not None:
        return placing_domain(state)
    return ChoiceDomain(kind=awaiting.kind, seats=awaiting.seats, options=awaiting.options, most=awaiting.most)


def stroke_domain(state: PlayState) -> StrokeDomain:
    """Return the places for the awaited player's striker, and the directions.

    Raises:
        NotAwaitedError: no stroke is awaited, or no positions are recorded.
    """
    board, position = state.match.board, state.position
    if board is None or position is None or state.match.awaiting.kind is not Decision.STROKE:
        raise NotAwaitedError("no-stroke")
    return domain_on(position, board.seat, state.match.ruleset, may_pass=state.match.awaiting.may_pass)


def domain_on(position: Position, seat: Seat, ruleset: Ruleset, *, may_pass: bool = False) -> StrokeDomain:
    """Return the places for the striker of a player at `seat` on a position, and the directions."""
    seen = position.seen_from(seat)
    places_of_striker = striker_places(ruleset, tuple((piece.x, piece.y) for piece in seen.pieces))
    allowed = directions(ruleset)
    return StrokeDomain(
        seat=seat,
        distance=BASE_MIDDLE,
        limit=striker_limit(ruleset),
        spans=tuple((span.least, span.most) for span in places_of_striker.spans),
        gaps=tuple(Gap(*gap) for gap in places_of_striker.gaps),
        angles=tuple((span.least, span.most) for span in allowed.spans),
        angles_reasons=allowed.reasons,
        angles_clauses=allowed.clauses,
        speed=(LEAST_SPEED, SPEED_LIMIT),
        may_pass=may_pass,
    )


@lru_cache(maxsize=64)
def striker_limit(ruleset: Ruleset) -> float:
    """The greatest offset at which the striker may lie when no piece is in its way."""
    return max(max(-span.least, span.most) for span in striker_places(ruleset).spans)


def placing_domain(state: PlayState) -> PlacingDomain:
    """Return the places for the first due.

    Raises:
        NotAwaitedError: no placing is awaited, or no positions are recorded.
    """
    awaiting, position, ruleset = state.match.awaiting, state.position, state.match.ruleset
    if not awaiting.dues or position is None or awaiting.dues[0].number is None:
        raise NotAwaitedError("no-placing")
    due = awaiting.dues[0]
    region = places.ring(position, due, ruleset)
    suggested = places.suggested(position, due, ruleset)
    if suggested is None:
        raise NotAwaitedError("no-room")
    return PlacingDomain(
        seats=awaiting.seats,
        piece=awaiting.dues[0].number,
        piece_kind=due.piece,
        queue=tuple(d.number for d in awaiting.dues if d.number is not None),
        radius=COIN_RADIUS,
        ring=(region.least, region.most),
        avoid=tuple((p.x, p.y, 2 * COIN_RADIUS) for p in position.pieces),
        suggested=suggested,
        may_forgo=awaiting.may_forgo,
        reason=due.why,
        clauses=due.clauses,
    )
