"""A player who has left a match that nobody umpires: the other side claims what the laws give, or a computer plays on.

Whether somebody has left is not known here: the site knows who has a page open, and asks only then.
"""

from dataclasses import replace

from carrom.laws.judge import forfeited_board
from carrom.match import entries, progression, requests
from carrom.match.awaiting import Decision
from carrom.match.snapshot import How, StandIn
from carrom.play.context import Context, Result
from carrom.play.errors import NotAnOptionError, NotAwaitedError, OutOfTurnError
from carrom.terms import Side

LONGEST_NAME = 100


def claim(asked: Context, request: requests.ClaimAbsence) -> Result:
    """The board in play, or the match, goes to the author's side; where leaving costs a game, the game does.

    Before the first board, and where the other side has only to say what it demands, the match does. Ruleset
    value `leaving`.

    Raises:
        NotAwaitedError: nobody of the other side is awaited.
        NotAnOptionError: neither board nor match.
    """
    match, gone = asked.match, asked.side.other
    if request.what not in ("board", "match"):
        raise NotAnOptionError("absence", what=request.what)
    if not awaits(asked, gone):
        raise NotAwaitedError("absence")
    if request.what == "match" or match.board is None or match.standing.claim is not None:
        how: How = "forfeited" if match.board is not None or match.boards else "walkover"
        return asked.gone_on(progression.after_forfeit(match, gone, "match", how))
    if match.ruleset.leaving == "forfeit_game":
        return asked.gone_on(progression.after_forfeit(match, gone, "game"))
    return asked.gone_on(
        progression.after_board(match, forfeited_board(match.board, gone, match.ruleset), how="forfeited")
    )


def awaits(asked: Context, side: Side) -> bool:
    """Whether the match cannot go on without somebody of this side; who is seated may ask for the toss."""
    awaiting = asked.match.awaiting
    if awaiting.kind in (Decision.TOSS, Decision.OVER):
        return False
    return any(asked.match.side_at(seat) is side for seat in awaiting.seats)


def stand_in(asked: Context, request: requests.StandIn) -> Result:
    """Somebody else plays for a player from now on, or it is offered. Raises NotAnOptionError, OutOfTurnError."""
    match = asked.match
    if asked.author == entries.UMPIRE or match.head.men == 1 or not match.head.positions:
        raise OutOfTurnError("stand-in")
    if not 0 <= request.player < len(match.players_of(request.side)):
        raise NotAnOptionError("no-such-player")
    if not 0 < len(request.name) <= LONGEST_NAME or not request.name.isprintable():
        raise NotAnOptionError("name-length", most=LONGEST_NAME)
    return replaced(asked, request) if request.agreed else asked.unchanged()


def replaced(asked: Context, request: requests.StandIn) -> Result:
    """Seat a stand-in once it is agreed; the newest for a player holds."""
    standing = asked.match.standing
    newest = StandIn(side=request.side, player=request.player, name=request.name, level=request.level)
    others = (one for one in standing.substitutes if (one.side, one.player) != (newest.side, newest.player))
    result = asked.unchanged()
    return replace(result, followed=replace(result.followed, standing=replace(standing, substitutes=(*others, newest))))
