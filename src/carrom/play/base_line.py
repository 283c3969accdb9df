"""The base line of the one who strikes: stretches where the striker may lie, gaps where it may not and why.

What the laws ask of the line comes from `laws.placement`; the pieces that lie on it come from the position.
"""

import math
from dataclasses import dataclass

from carrom.equipment.measurements import BASE_MIDDLE, COIN_RADIUS, STRIKER_RADIUS
from carrom.equipment.position import Position
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason

Span = tuple[float, float]
_APART = 1e-9  # metres between a striker and a piece that surely do not overlap
_TOUCH = 1e-6  # metres kept from a piece where the striker may not touch it


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the striker may not lie, from one offset to another, and why."""

    start: float
    end: float
    reason: Reason
    clauses: tuple[str, ...]


def free_stretches(ruleset: Ruleset, seen: Position) -> tuple[tuple[Span, ...], tuple[Gap, ...]]:
    """Spans of legal offsets and the gaps between them, both ascending; `seen` is in the player's axes."""
    spans, gaps = lawful_stretches(ruleset)
    apart = _APART if ruleset.striker_may_touch_coin else _TOUCH
    clauses = ruleset.citations.get(Reason.STRIKER_ON_PIECE, ())
    for start, end in _taken(seen, apart):
        left: list[Span] = []
        for low, high in spans:
            if end <= low or start >= high:
                left.append((low, high))
                continue
            gaps = (*gaps, Gap(max(start, low), min(end, high), Reason.STRIKER_ON_PIECE, clauses))
            if start >= low:
                left.append((low, start))
            if end <= high:
                left.append((end, high))
        spans = tuple(left)
    return spans, tuple(sorted(gaps, key=lambda gap: gap.start))


def _taken(seen: Position, apart: float) -> list[Span]:
    """Stretches on which the striker would lie on pieces, joined where they overlap."""
    reach = STRIKER_RADIUS + COIN_RADIUS + apart
    raw = []
    for piece in seen.pieces:
        across = piece.y + BASE_MIDDLE
        if abs(across) < reach:
            half = math.sqrt(reach * reach - across * across)
            raw.append((piece.x - half, piece.x + half))
    joined: list[Span] = []
    for start, end in sorted(raw):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, BASE_CIRCLE_RADIUS  # noqa: E402

LIMIT = 0.2223


def lawful_stretches(ruleset: Ruleset) -> tuple[tuple[Span, ...], tuple[Gap, ...]]:
    clear = BASE_CIRCLE_OFFSET - BASE_CIRCLE_RADIUS - STRIKER_RADIUS
    cover = BASE_CIRCLE_OFFSET - (STRIKER_RADIUS - BASE_CIRCLE_RADIUS)
    c = ruleset.citations.get(Reason.STRIKER_PART_ON_CIRCLE, ())
    spans = ((-LIMIT, -cover), (-clear, clear), (cover, LIMIT))
    return spans, (
        Gap(-cover, -clear, Reason.STRIKER_PART_ON_CIRCLE, c),
        Gap(clear, cover, Reason.STRIKER_PART_ON_CIRCLE, c),
    )
