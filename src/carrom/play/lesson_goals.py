"""The goals of a lesson's steps: whether a stroke reached them, and why not.

Everything comes from the motion, the facts and the ruling of a stroke.
"""

import math
from enum import StrEnum

from carrom.equipment.measurements import BASE_MIDDLE, COIN_RADIUS, STRIKER_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.placement import POCKETS
from carrom.laws.ruling import BoardEnd, Reason, Ruling
from carrom.physics.motion import Happening, Motion
from carrom.terms import STRIKER_NUMBER, Piece, Queen, Side, Stroke, piece_of

FAR_FRAME, FAR_POCKET = 2, 2  # of events: the far frame, and the bit of both far pockets
ASIDE = 0.06  # metres that the striker is moved from the middle, where placing it is the task
THIN = 0.5  # of the two radii: the coin leaves at 30 degrees from the striker's way, or more


class Goal(StrEnum):
    """The goal of an action."""

    PLACED = "placed"  # the striker was moved along its line, and touched a coin of one's own first
    TOUCHED = "touched"  # a coin of one's own was touched first
    FAR_SIDE = "far_side"  # a coin of one's own reached the frame, or a pocket, on the far side
    SUNK = "sunk"  # a coin of one's own is down, and the striker is not
    QUEEN = "queen"  # the queen is down, and may be covered
    COVERED = "covered"  # she is covered
    STRIKER_LOST = "striker_lost"  # the striker is down
    RETURNED = "returned"  # a coin that the opponent owes lies where it may
    GUARDED = "guarded"  # and where no way from it to the opponent's own far pockets is free
    THIN = "thin"  # a coin of one's own is down, and the striker's middle passed it by half of the two radii or more
    BANKED = "banked"  # a coin of one's own met a frame before it fell
    STRIKER_BANKED = "striker_banked"  # the striker met a frame first, then sank a coin of one's own
    BACKWARD = "backward"  # a coin of one's own is down, by a stroke toward oneself
    COMBINATION = "combination"  # a coin of one's own is down that the striker itself did not hit
    WON = "won"  # the board is won, or cleared alone


PUT_GOALS = (Goal.RETURNED, Goal.GUARDED)  # by putting a coin back, not by a stroke


class Missed(StrEnum):
    """Why an action did not reach its goal."""

    STRIKER_DOWN = "striker_down"
    NOTHING_TOUCHED = "nothing_touched"
    NOT_MOVED = "not_moved"  # the striker stayed in the middle of its line
    OTHER_COIN = "other_coin"  # a coin of the opponent was touched first
    NOT_YET = "not_yet"


def is_reached(goal: Goal | Reason, facts: StrokeFacts, ruling: Ruling, stroke: Stroke, motion: Motion) -> bool:
    """Whether a stroke brought a goal about."""
    if isinstance(goal, Reason):
        return any(finding.reason is goal for finding in ruling.findings)
    if goal is Goal.STRIKER_LOST:
        return facts.striker_pocketed
    if facts.striker_pocketed:
        return False
    own_first = facts.first_contact is Piece.WHITE
    own_sunk = Piece.WHITE in facts.pocketed
    match goal:
        case Goal.PLACED:
            return own_first and abs(stroke.offset) >= ASIDE
        case Goal.TOUCHED:
            return own_first
        case Goal.FAR_SIDE:
            return own_first and _went_far(motion)
        case Goal.SUNK:
            return own_sunk
        case Goal.THIN:
            return own_sunk and own_first and cut_of(stroke, motion) >= THIN
        case Goal.BANKED:
            return _banked(motion)
        case Goal.STRIKER_BANKED:
            return own_sunk and _striker_banked(motion)
        case Goal.BACKWARD:
            return own_sunk and facts.direction is Direction.BACKWARD
        case Goal.COMBINATION:
            return own_sunk and Piece.WHITE not in facts.struck
        case Goal.QUEEN:
            return Piece.QUEEN in facts.pocketed and ruling.after.queen is not Queen.ON_BOARD
        case Goal.COVERED:
            return ruling.after.queen is Queen.COVERED
        case Goal.WON:
            outcome = ruling.outcome
            return outcome is not None and (outcome.winner is Side.A or outcome.end is BoardEnd.CLEARED)
        case _:
            return False


def cut_of(stroke: Stroke, motion: Motion) -> float:
    """How far beside the striker's way the piece lies that it met first, in the two radii; 0 off a frame."""
    first = next((event for event in motion.events if event.what in (Happening.PAIR, Happening.FRAME)), None)
    if first is None or first.what is Happening.FRAME:
        return 0.0
    met = max(first.number, first.other)
    piece = next(disc for disc in motion.at(0.0) if disc.number == met)
    x, y = piece.x - stroke.offset, piece.y + BASE_MIDDLE
    return abs(x * math.cos(stroke.angle) + y * math.sin(stroke.angle)) / (COIN_RADIUS + STRIKER_RADIUS)


def _banked(motion: Motion) -> bool:
    """Whether a white coin came off a frame that does not end at the pocket it fell into."""
    met: dict[int, set[int]] = {}
    for event in motion.events:
        if event.number == STRIKER_NUMBER or piece_of(event.number) is not Piece.WHITE:
            continue
        frames = met.setdefault(event.number, set())
        if event.what is Happening.FRAME:
            frames.add(event.other)
        elif event.what is Happening.POCKET:
            right, far = event.other & 1, event.other & 2
            if frames - {0 if right else 1, 2 if far else 3}:
                return True
    return False


def _striker_banked(motion: Motion) -> bool:
    """Whether the striker met a frame before it met a piece."""
    for event in motion.events:
        if event.what is Happening.PAIR:
            return False
        if event.what is Happening.FRAME and event.number == STRIKER_NUMBER:
            return True
    return False


def _went_far(motion: Motion) -> bool:
    """Whether a white coin met the far frame, or fell into a far pocket."""
    return any(
        piece_of(event.number) is Piece.WHITE
        and (
            (event.what is Happening.FRAME and event.other == FAR_FRAME)
            or (event.what is Happening.POCKET and event.other & FAR_POCKET)
        )
        for event in motion.events
        if event.number
    )


def why_missed(goal: Goal | Reason, facts: StrokeFacts, stroke: Stroke) -> Missed:
    """Why a stroke did not reach a goal."""
    if isinstance(goal, Reason):
        return Missed.NOT_YET
    if facts.striker_pocketed:
        return Missed.STRIKER_DOWN
    if goal is Goal.PLACED and abs(stroke.offset) < ASIDE:
        return Missed.NOT_MOVED
    if not facts.touched and goal is not Goal.STRIKER_LOST:
        return Missed.NOTHING_TOUCHED
    if goal in (Goal.PLACED, Goal.TOUCHED, Goal.FAR_SIDE) and facts.first_contact is not Piece.WHITE:
        return Missed.OTHER_COIN
    return Missed.NOT_YET


def is_guarded(position: Position, put: tuple[float, float]) -> bool:
    """Whether other pieces lie in the way from a place to both pockets at SOUTH, the far ones of the opponent."""
    return all(
        any(_distance_to_way(put, pocket, piece) < 2 * COIN_RADIUS for piece in position.pieces)
        for pocket in POCKETS
        if pocket[1] < 0
    )


def _distance_to_way(start: tuple[float, float], end: tuple[float, float], piece: PlacedPiece) -> float:
    """How far a piece lies from the straight way between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((piece.x - start[0]) * dx + (piece.y - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(piece.x - start[0] - along * dx, piece.y - start[1] - along * dy)
