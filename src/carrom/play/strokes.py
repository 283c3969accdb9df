"""One stroke from aim to ruling: is it legal, the simulation, its facts, the ruling, the new position.

Pure. The engine is loaded when the first stroke is simulated.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from carrom.equipment.measurements import SPEED_LIMIT
from carrom.equipment.position import Position
from carrom.laws import judge as laws
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Reason, Restore, Ruling, Sanction
from carrom.match import entries, progression, requests
from carrom.match.entries import Effects
from carrom.match.state import MatchState
from carrom.play.context import Context, Result, engine, is_finite_number
from carrom.play.domain import LEAST_SPEED, StrokeDomain, stroke_domain
from carrom.play.errors import (
    CannotPassError,
    DirectionForbiddenError,
    NotANumberError,
    NotAwaitedError,
    OutOfTurnError,
    PlaceForbiddenError,
    SpeedLimitError,
    StrokeOffLineError,
)
from carrom.play.facts_from_motion import facts_from_motion
from carrom.play.settlement import jumped_of, settle
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Stroke

EDGE = 1e-9  # metres and radians: an answer this near to the end of a span is in it


SANCTIONS: dict[Sanction, Literal["game", "match"]] = {Sanction.GAME: "game", Sanction.MATCH: "match"}


def make_stroke(asked: Context, request: requests.MakeStroke) -> Result:
    """A stroke at the board that the match keeps.

    Raises:
        NotAwaitedError: this match keeps no positions.
        What `check_stroke` raises: it may not be made so.
    """
    state, board = asked.state, asked.board
    if state.position is None:
        raise NotAwaitedError("no-positions-facts")
    check_stroke(state, request.stroke)
    motion = engine(asked.simulate)(state.position, request.stroke, board.seat, surface_of(asked.match.head))
    facts = facts_from_motion(motion, state.position, request.stroke, board.seat)
    followed = judged(
        asked,
        state,
        facts,
        lying=motion.final,
        gone=motion.trace.gone,
    )
    return Result(followed=followed, motion=motion)


def state_facts(asked: Context, request: requests.StateFacts) -> Result:
    """A stroke on a real board: the umpire says what happened.

    Raises:
        NotAwaitedError: this match keeps positions.
        OutOfTurnError: not by the umpire.
        ContradictoryFactsError: the facts could not have happened.
    """
    if asked.state.position is not None:
        raise NotAwaitedError("positions")
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("facts")
    counts = request.facts.made or request.facts.passed
    return Result(followed=judged(asked, asked.state, request.facts, lying=None, counts=counts))


def pass_turn(asked: Context, request: requests.Pass) -> Result:
    """The player lets their turn go by. Raises CannotPassError."""
    if not asked.match.awaiting.may_pass:
        raise CannotPassError()
    facts = StrokeFacts(made=False, passed=True, touched=False)
    return Result(followed=judged(asked, asked.state, facts, lying=asked.state.position))


def judged(
    asked: Context,
    state: PlayState,
    facts: StrokeFacts,
    *,
    lying: Position | None,
    gone: tuple[int, ...] = (),
    counts: bool = True,
) -> Effects:
    """Return the effects of facts on the board of `state`: ruling, pieces put back, dues in hand, what is awaited.

    `asked` gives the random generator for the next board; `lying` is where the stroke left the pieces, `gone` the
    numbers that it
    took off the surface; `counts`: a stroke or a pass, not a fact declared by itself.

    Raises:
        ContradictoryFactsError: the facts could not have happened.
    """
    match = state.match
    board = match.board
    if board is None:
        raise NotAwaitedError("no-board")
    if match.head.asks_claims:
        facts = replace(facts, claims_extra=True)
    ruling = laws.judge(board, facts, match.ruleset)
    if counts:
        made = match.standing.strokes_made.plus(board.to_play, 1)
        match = replace(match, standing=replace(match.standing, strokes_made=made))
    if lying is None:
        after = _sanctioned(match, facts, ruling, progression.after_stroke(match, ruling.after, ruling.outcome, ()))
        return _followed(after, Effects(standing=after.standing, facts=facts, ruling=ruling))
    if ruling.restore is Restore.POSITION and state.position is not None:
        lying, gone = state.position, ()
    left = jumped_of(gone, facts.left_board)
    settled = settle(ruling, lying, match.ruleset, gone=gone, jumped=left, seat=board.seat)
    after = _sanctioned(
        match, facts, ruling, progression.after_stroke(match, settled.board, ruling.outcome, settled.dues)
    )
    position, hand = settled.position, settled.hand
    if after.new_board:
        position, hand = asked.set_up(after) or position, ()
    followed = Effects(
        standing=after.standing,
        position=position,
        hand=hand,
        facts=facts,
        ruling=ruling,
        lying=lying if lying != position else None,
        returned=tuple(settled.returned),
        no_room=settled.no_room,
    )
    return _followed(after, followed)


def _sanctioned(match: MatchState, facts: StrokeFacts, ruling: Ruling, after: progression.Course) -> progression.Course:
    """Apply sanctions beyond the board: a game or the match to the other side; points off are an official's."""
    what = SANCTIONS.get(ruling.sanction) if ruling.sanction else None
    if what is None or match.board is None:
        return after
    playing = match.board.to_play
    return progression.after_forfeit(match, playing.other if facts.by_opponent else playing, what)


def _followed(after: progression.Course, followed: Effects) -> Effects:
    return replace(
        followed,
        sides_changed=after.sides_changed,
        board_results=after.board_results,
        game_results=after.game_results,
        match_result=after.match_result,
    )


def check_stroke(state: PlayState, stroke: Stroke) -> None:
    """Pass if the laws and the equipment let the awaited player make this stroke.

    Raises:
        What `check_within` raises.
    """
    check_within(stroke, lambda: stroke_domain(state))


def check_within(stroke: Stroke, domain: Callable[[], StrokeDomain]) -> None:
    """Pass if this stroke may be made; the domain is asked for when its numbers are sound.

    Raises:
        NotANumberError, SpeedLimitError, StrokeOffLineError, PlaceForbiddenError, DirectionForbiddenError.
    """
    for name, number in (("offset", stroke.offset), ("angle", stroke.angle), ("speed", stroke.speed)):
        if not is_finite_number(number):
            raise NotANumberError("stroke", name=name, number=number)
    if not LEAST_SPEED <= stroke.speed <= SPEED_LIMIT:
        raise SpeedLimitError(least=LEAST_SPEED, most=SPEED_LIMIT, speed=stroke.speed)
    if abs(stroke.angle) > math.pi + EDGE:
        raise NotANumberError("angle", angle=stroke.angle)
    allowed = domain()
    check_offset(allowed, stroke.offset)
    if not any(low - EDGE <= stroke.angle <= high + EDGE for low, high in allowed.angles):
        raise DirectionForbiddenError()


def check_offset(allowed: StrokeDomain, offset: float) -> None:
    """Pass if the striker may lie at this offset.

    Raises:
        StrokeOffLineError, PlaceForbiddenError.
    """
    if abs(offset) > allowed.limit + EDGE:
        raise StrokeOffLineError("too-far", limit=allowed.limit, offset=offset)
    if any(low - EDGE <= offset <= high + EDGE for low, high in allowed.spans):
        return
    gap = next((gap for gap in allowed.gaps if gap.start <= offset <= gap.end), None)
    if gap is None:
        raise StrokeOffLineError("forbidden", offset=offset)
    if gap.reason is Reason.STRIKER_ON_PIECE:
        raise PlaceForbiddenError("striker-on-piece", reason=gap.reason, clauses=gap.clauses)
    raise PlaceForbiddenError("striker", reason=gap.reason, clauses=gap.clauses)
