"""Optional choices before the first stroke of a board: a colour, and the pocket to which the rack points.

Law: K-018, P-006.
"""

from dataclasses import replace

from carrom.equipment.arrangement import Aim, opening
from carrom.match import entries, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects
from carrom.match.state import MatchState
from carrom.play.context import Context, Result
from carrom.play.errors import NotAnOptionError, NotAwaitedError, OutOfTurnError
from carrom.play.state import PlayState
from carrom.terms import Seat, Side


def colour_chooser(match: MatchState) -> Side | None:
    """The side that may choose its colour now: the winner of the toss, without one the breaker; None: nobody may."""
    standing = match.standing
    if match.ruleset.colour_assignment != "chosen" or not is_untouched(match) or standing.breaker is None:
        return None
    return standing.toss_winner or match.side_at(standing.breaker)


def rack_turner(state: PlayState) -> Seat | None:
    """The seat that may turn the rack now; None: nobody may."""
    match = state.match
    if match.ruleset.rack_aim != "chosen_pocket" or state.position is None or not is_untouched(match):
        return None
    return match.standing.breaker


def choose_colour(asked: Context, request: requests.ChooseColour) -> Result:
    """The toss winner takes a colour for this board; until they do the breaker has white.

    Raises:
        NotAwaitedError, OutOfTurnError, NotAnOptionError.
    """
    match, chooser = asked.match, colour_chooser(asked.match)
    if chooser is None:
        raise NotAwaitedError("colours")
    if asked.author != entries.UMPIRE and asked.side is not chooser:
        raise OutOfTurnError("colour")
    if request.colour not in ("white", "black"):
        raise NotAnOptionError("colour", colour=request.colour)
    board = replace(asked.board, white_side=chooser if request.colour == "white" else chooser.other)
    standing = replace(match.standing, board=board)
    return Result(followed=Effects(standing=standing, position=asked.state.position, hand=asked.state.hand))


def turn_rack(asked: Context, request: requests.TurnRack) -> Result:
    """The breaker has the rack set up again, an arm of the white Y towards a pocket of their choice.

    Raises:
        NotAwaitedError, OutOfTurnError, NotAnOptionError.
    """
    turner = rack_turner(asked.state)
    if turner is None:
        raise NotAwaitedError("rack")
    if asked.author not in (entries.UMPIRE, turner.value):
        raise OutOfTurnError("rack")
    if request.pocket not in tuple(Aim):
        raise NotAnOptionError("rack", targets=[aim.value for aim in Aim], target=request.pocket)
    position = opening(asked.rng, turner, Aim(request.pocket))
    return Result(followed=Effects(standing=asked.match.standing, position=position, hand=asked.state.hand))


def is_untouched(match: MatchState) -> bool:
    """Whether no stroke of this board has been made yet."""
    board = match.board
    return (
        match.awaiting.kind in (Decision.STROKE, Decision.READY)
        and board is not None
        and not board.broken
        and board.attempt == 1
        and board.strokes == 0
    )
