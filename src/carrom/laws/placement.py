"""Legal places of the striker and of pieces: plain geometry from a ruleset's values.

Points are `(x, y)` in metres, origin at the centre. For the striker they are in its player's axes (x to the right, y
away from them), for pieces in any axes: nothing there depends on the side but `away`, the direction away from the
player in turn. A ruling says which seat may place what.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from carrom.equipment.arrangement import Aim
from carrom.equipment.measurements import (
    ARROW_HALF_GAP,
    BASE_CIRCLE_OFFSET,
    BASE_CIRCLE_RADIUS,
    BASE_MIDDLE,
    CENTRE_CIRCLE_RADIUS,
    COIN_RADIUS,
    OUTER_CIRCLE_RADIUS,
    POCKET_CENTRE,
    POCKET_RADIUS,
    STRIKER_RADIUS,
)
from carrom.laws.facts import Direction
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason
from carrom.laws.spots import DIAMETER, NEAR, SPACING, Point, beside_two, on_ring

LINE_END = BASE_CIRCLE_OFFSET + BASE_CIRCLE_RADIUS  # where the base lines end
PARALLEL = 1e-6  # radians: a stroke this near to the base line's direction is horizontal
CLEAR = 1e-5  # metres that a striker keeps from a piece which it may not touch
PAIR_REACH = 2 * DIAMETER  # centres this far apart still make a pair: a gap of one coin
NEAR_REACH = DIAMETER + COIN_RADIUS  # centres nearer than this make one where every shot is forbidden (B-033)
AIMED = math.radians(5)  # so far from the line through both a pocket may lie there
POCKETS = tuple((x * POCKET_CENTRE, y * POCKET_CENTRE) for x in (-1, 1) for y in (-1, 1))


class Span(NamedTuple):
    """From one offset (or angle) to another, both allowed."""

    least: float
    most: float


class Gap(NamedTuple):
    """A stretch in which the striker may not lie, with reason and clauses; its ends belong to the spans beside it."""

    least: float
    most: float
    reason: Reason
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StrikerPlaces:
    """Spans of the striker's centre along the base line, centred between the lines. Ascending, in metres."""

    spans: tuple[Span, ...]
    gaps: tuple[Gap, ...]

    def allow(self, offset: float) -> bool:
        """Whether the striker may lie there."""
        return any(least - NEAR <= offset <= most + NEAR for least, most in self.spans)

    def gap_at(self, offset: float) -> Gap | None:
        """The gap that forbids an offset; None where it is allowed."""
        if self.allow(offset):
            return None
        return next((gap for gap in self.gaps if gap.least <= offset <= gap.most), self.gaps[0 if offset < 0 else -1])


def striker_places(ruleset: Ruleset, occupied: Iterable[Point] = ()) -> StrikerPlaces:
    """Return the places at which the striker may be set down, the pieces at `occupied` (its player's axes) in the way.

    From a base circle it must cover that circle and keep off the arrow; elsewhere it may not touch the circle.

    Law: ICF 130, 134.
    """
    cited = ruleset.citations
    covering = STRIKER_RADIUS - BASE_CIRCLE_RADIUS
    arrow = BASE_MIDDLE - math.sqrt(2) * (STRIKER_RADIUS + ARROW_HALF_GAP)
    forbidden: list[tuple[float, float, Reason]] = []
    if ruleset.striker_end_circle == "cover_or_clear":
        least = BASE_CIRCLE_OFFSET - STRIKER_RADIUS - BASE_CIRCLE_RADIUS
        forbidden.append((least, BASE_CIRCLE_OFFSET - covering, Reason.STRIKER_PART_ON_CIRCLE))
        if ruleset.striker_may_touch_arrow:  # else the arrow is nearer
            forbidden.append((BASE_CIRCLE_OFFSET + covering, math.inf, Reason.STRIKER_PART_ON_CIRCLE))
    if not ruleset.striker_may_touch_arrow:
        forbidden.append((arrow, math.inf, Reason.STRIKER_ON_ARROW))
    forbidden.append((LINE_END, math.inf, Reason.STRIKER_OFF_LINES))
    forbidden += [(-most, -least, reason) for least, most, reason in forbidden]
    distance = striker_distance(ruleset)
    for x, y in occupied:
        across = abs(y + BASE_MIDDLE)
        if across < distance:
            half = math.sqrt(distance * distance - across * across)
            forbidden.append((x - half, x + half, Reason.STRIKER_ON_PIECE))
    forbidden.sort(key=lambda gap: gap[0])
    spans: list[Span] = []
    gaps: list[Gap] = []
    reached = -LINE_END
    for least, most, reason in forbidden:
        if least > reached:
            spans.append(Span(reached, least))
            reached = least
        if most > reached:
            gaps.append(Gap(max(least, reached), min(most, LINE_END), reason, cited.get(reason, ())))
            reached = most
    return StrikerPlaces(tuple(spans), tuple(gap for gap in gaps if gap.most > gap.least))


def striker_distance(ruleset: Ruleset) -> float:
    """How far from a piece's centre the striker's must lie when it is set down."""
    return STRIKER_RADIUS + COIN_RADIUS + (NEAR if ruleset.striker_may_touch_coin else CLEAR)


def refusal_of_striker(ruleset: Ruleset, at: Point, occupied: Iterable[Point] = ()) -> "Refusal | None":
    """Why the striker may not lie at a point of its player's axes; None where it may.

    For a board of wood, where its centre need not lie midway between the lines: touching both lines it may be up to
    4.75 mm off the middle; where that is not asked, its centre must lie within the strip.

    Law: ICF 130, 134; K-023 to K-025, P-011 to P-013, L-004 to L-006.
    """
    x, y = at
    across = abs(y + BASE_MIDDLE)
    to_circle = math.dist((abs(x), y), (BASE_CIRCLE_OFFSET, -BASE_MIDDLE))
    covers = to_circle <= STRIKER_RADIUS - BASE_CIRCLE_RADIUS + NEAR
    part = not covers and to_circle < STRIKER_RADIUS + BASE_CIRCLE_RADIUS - NEAR
    distance = striker_distance(ruleset)
    reason: Reason | None = None
    if not (covers or across <= STRIKER_BOTH_LINES[ruleset.striker_both_lines] + NEAR):  # also when y is no number
        reason = Reason.STRIKER_OFF_LINES
    elif not ruleset.striker_may_touch_arrow and abs(x) + y > -math.sqrt(2) * (STRIKER_RADIUS + ARROW_HALF_GAP):
        reason = Reason.STRIKER_ON_ARROW
    elif part and ruleset.striker_end_circle == "cover_or_clear":
        reason = Reason.STRIKER_PART_ON_CIRCLE
    elif not abs(x) <= LINE_END:
        reason = Reason.STRIKER_OFF_LINES
    elif any(math.dist(at, piece) < distance - 2 * NEAR for piece in occupied):
        reason = Reason.STRIKER_ON_PIECE
    return None if reason is None else Refusal(reason, ruleset.citations.get(reason, ()))


# how far from the strip's middle the striker's centre may lie
STRIKER_BOTH_LINES = {True: STRIKER_RADIUS - BASE_CIRCLE_RADIUS, False: BASE_CIRCLE_RADIUS}


@dataclass(frozen=True, slots=True)
class Directions:
    """Angles from straight ahead, left positive, in which the striker may be released; why others are not."""

    spans: tuple[Span, ...]
    reasons: tuple[Reason, ...]
    clauses: tuple[str, ...]

    def allow(self, angle: float) -> bool:
        """Whether a stroke may be made at this angle."""
        turned = math.remainder(angle, math.tau)
        return any(least <= turned <= most for least, most in self.spans)


def directions(ruleset: Ruleset) -> Directions:
    """The directions a stroke may take.

    Where the own frame may be touched first, backward strokes may be made; whether the striker then crossed its front
    line in time is for the ruling.

    Law: ICF 34; K-028, K-029, L-010, L-140.
    """
    reasons = []
    quarter = math.pi / 2
    edge = quarter - PARALLEL
    if ruleset.horizontal_stroke == "allowed":
        edge = quarter + PARALLEL
    else:
        reasons.append(Reason.HORIZONTAL_STROKE)
    front, back = [Span(-edge, edge)], list[Span]()
    if ruleset.backward_stroke == "allowed" or ruleset.allow_own_frame_first:
        back = [Span(-math.pi, -quarter - PARALLEL), Span(quarter + PARALLEL, math.pi)]
    else:
        reasons.append(Reason.BACKWARD_STROKE)
    joined: list[Span] = []
    for span in sorted(front + back):
        if joined and joined[-1].most >= span.least:
            joined[-1] = Span(joined[-1].least, span.most)
        else:
            joined.append(span)
    clauses = dict.fromkeys(clause for reason in reasons for clause in ruleset.citations.get(reason, ()))
    return Directions(tuple(joined), tuple(reasons), tuple(clauses))


def direction_of(angle: float) -> Direction:
    """Return the direction of a stroke of this angle from straight ahead."""
    from_side = abs(math.remainder(angle, math.tau)) - math.pi / 2
    if abs(from_side) <= PARALLEL:
        return Direction.HORIZONTAL
    return Direction.FORWARD if from_side < 0 else Direction.BACKWARD


def rack_aim(ruleset: Ruleset) -> Aim | None:
    """The direction of an arm of the white Y before the break; None: by custom.

    Where the breaker may choose a pocket it is the far one at their right, until they name another.

    Law: ICF 41; P-006.
    """
    return RACK_AIM[ruleset.rack_aim]


RACK_AIM = {"free": None, "chosen_pocket": Aim.FAR_RIGHT}


class Ring(NamedTuple):
    """Distances from the board's centre at which the centre of a due may lie."""

    least: float
    most: float


def due_ring(ruleset: Ruleset) -> Ring:
    """The ring in which a due may be placed: wholly in the outer circle, and off the centre circle where that is asked.

    Law: ICF 84, 86, 89.
    """
    least = 0.0 if ruleset.penalty_may_cover_centre else CENTRE_CIRCLE_RADIUS + COIN_RADIUS
    return Ring(least, OUTER_CIRCLE_RADIUS - COIN_RADIUS)


class Refusal(NamedTuple):
    """Why a piece may not be put somewhere."""

    reason: Reason
    clauses: tuple[str, ...]


def refusal_of_due(
    ruleset: Ruleset, at: Point, occupied: Sequence[Point], queen: Point | None, *, stacked: bool = False
) -> Refusal | None:
    """Why a due may not be placed at a point; None where it may.

    `occupied` are the centres of all pieces on the surface, the queen's too; `queen` is hers, if she is there. It may
    touch other pieces, but not lie on them, and may not make a pair or cannon with the queen. `stacked`: on a board of
    wood it was laid on another piece, which some laws allow when no flat place is free.

    Law: ICF 84 to 86, 89, 114; K-045.
    """
    ring = due_ring(ruleset)
    from_centre = math.hypot(*at)
    reason: Reason | None = None
    if not from_centre <= ring.most + NEAR:  # also when a coordinate is no number
        reason = Reason.PLACE_OUTSIDE_CIRCLE
    elif from_centre < ring.least - NEAR:
        reason = Reason.PLACE_ON_CENTRE
    elif any(math.dist(at, other) < DIAMETER for other in occupied):
        if stacked and STACKING[ruleset.stacking](ruleset, occupied, queen):
            return None
        reason = Reason.PLACE_TAKEN
    elif makes_forbidden_shot(ruleset, at, occupied, queen):
        reason = Reason.PLACE_MAKES_SHOT
    return None if reason is None else Refusal(reason, ruleset.citations.get(reason, ()))


def has_room(ruleset: Ruleset, occupied: Sequence[Point], queen: Point | None) -> bool:
    """Whether a due has a flat place anywhere in its ring.

    If it has, it has one that touches two pieces, or a piece and an edge of the ring, or nothing at all.
    """
    ring = due_ring(ruleset)
    edges = [radius for radius in ring if radius > NEAR]
    candidates = [(0.0, 0.0), *((radius * x, radius * y) for radius in edges for x, y in AROUND)]
    for i, p in enumerate(occupied):
        candidates += [point for q in occupied[i + 1 :] for point in beside_two(p, q, SPACING)]
        candidates += [point for radius in edges for point in on_ring(p, radius, SPACING)]
    return any(refusal_of_due(ruleset, point, occupied, queen) is None for point in candidates)


def never_stacked(ruleset: Ruleset, occupied: Sequence[Point], queen: Point | None) -> bool:
    """Nothing may lie on another piece."""
    return False


def stacked_without_room(ruleset: Ruleset, occupied: Sequence[Point], queen: Point | None) -> bool:
    """A due may lie on another piece when no flat place is left."""
    return not has_room(ruleset, occupied, queen)


STACKING = {False: never_stacked, True: stacked_without_room}
AROUND = tuple((math.cos(turned * math.pi / 12), math.sin(turned * math.pi / 12)) for turned in range(24))


def makes_forbidden_shot(ruleset: Ruleset, at: Point, occupied: Sequence[Point], queen: Point | None) -> bool:
    """Whether a piece placed there makes a shot that the ruleset forbids.

    Law: ICF 16, 114; K-063, B-033.
    """
    return PLACING_MAKES_SHOT[ruleset.placing_makes_shot](at, occupied, queen)


def no_shot_forbidden(at: Point, occupied: Sequence[Point], queen: Point | None) -> bool:
    """Every place is as good as another."""
    return False


def shot_with_queen(at: Point, occupied: Sequence[Point], queen: Point | None) -> bool:
    """Only a shot with the queen is forbidden."""
    return queen is not None and makes_shot(at, queen)


def any_shot(at: Point, occupied: Sequence[Point], queen: Point | None) -> bool:
    """No two pieces that touch, or nearly do, may be aimed at a pocket."""
    x = at[0]
    return any(-NEAR_REACH < x - other[0] < NEAR_REACH and is_aimed(at, other) for other in occupied)


PLACING_MAKES_SHOT = {"allowed": no_shot_forbidden, "not_with_queen": shot_with_queen, "forbidden": any_shot}


def is_aimed(one: Point, other: Point) -> bool:
    """Whether two pieces lie less than a coin's radius apart, in a line within 5 degrees of a pocket ahead of them.

    Source: the reading of B-033, which names this measure.
    """
    apart = math.dist(one, other)
    if not 0 < apart < NEAR_REACH:
        return False
    ends = ((one, other), (other, one))
    return any(_turned(behind, ahead, pocket) <= AIMED for behind, ahead in ends for pocket in POCKETS)


def _turned(behind: Point, ahead: Point, target: Point) -> float:
    """By how much the way on from a piece to a target turns off the line through it from the one behind."""
    ux, uy = ahead[0] - behind[0], ahead[1] - behind[1]
    vx, vy = target[0] - ahead[0], target[1] - ahead[1]
    return abs(math.atan2(ux * vy - uy * vx, ux * vx + uy * vy))


def makes_shot(one: Point, other: Point) -> bool:
    """Whether two pieces are lined up on a pocket, touching (a cannon) or with a gap (a pair).

    They are, when they lie close and the line through their centres runs, ahead of one of them, into a pocket.

    Source: ICF 16 names no measure; a gap of one coin and the pocket's own width are taken.
    """
    dx, dy = other[0] - one[0], other[1] - one[1]
    apart = math.hypot(dx, dy)
    if not 0 < apart <= PAIR_REACH:
        return False
    ux, uy = dx / apart, dy / apart
    for px, py in POCKETS:
        along = (px - other[0]) * ux + (py - other[1]) * uy
        beside = (px - other[0]) * uy - (py - other[1]) * ux
        if abs(beside) <= POCKET_RADIUS and (along > 0 or along < -apart):
            return True
    return False
