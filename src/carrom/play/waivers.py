"""Giving up coins in a match without positions: they count as back, until the side that places them declines."""

from collections.abc import Sequence

from carrom.laws.board_state import may_forgo, with_dues_down
from carrom.laws.ruling import Ruling
from carrom.match import entries, progression, requests
from carrom.match.awaiting import Decision, Due
from carrom.match.entries import Entry
from carrom.match.progression import claim_of
from carrom.match.state import MatchState
from carrom.play.context import Context, Result
from carrom.play.errors import CannotForgoError, OutOfTurnError
from carrom.play.record import counting
from carrom.terms import Piece, Seat

# what may be entered between a stroke and the word that its coins are not placed
_OF_A_LEADER = (requests.Protest, requests.TimeOut, requests.Ready, requests.Begin)
_BETWEEN = (
    requests.Note,
    requests.Appeal,
    requests.Decide,
    requests.TakeBack,
    requests.Amend,
    requests.Verify,
    *_OF_A_LEADER,
)


def forgo(asked: Context) -> Result:
    """The claim that was ruled last is given up as a whole: its coins stay down, and nothing is owed for them.

    Raises:
        OutOfTurnError: the author is no umpire.
        CannotForgoError: no coins came back last, or one of the side must stay up.
    Law: ICF 79 to 83, 87, 88.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("forgo")
    claim = forgoable(asked.match, asked.entries)
    if not claim or claim[0].side is None:
        raise CannotForgoError("nothing-returned")
    board = with_dues_down(asked.board, claim[0].side, len(claim), owed_again=False)
    return asked.gone_on(progression.without_claim(asked.match, board, ()))


def forgoable(match: MatchState, record: Sequence[Entry]) -> tuple[Due, ...]:
    """The claim that may be given up now in a match without positions: dues of one side with one placer; else none."""
    if match.head.positions or match.awaiting.kind is not Decision.STROKE or match.board is None or match.board.solo:
        return ()
    forgone = 0
    for entry in reversed(counting(record, match.struck)):
        if isinstance(entry.asked, _BETWEEN):
            continue
        if isinstance(entry.asked, requests.Forgo):
            forgone += 1
            continue
        ruling = entry.followed.ruling
        claims = [] if ruling is None or ruling.outcome is not None else _claims(ruling)
        if forgone >= len(claims):
            return ()
        claim = claims[forgone]
        side = claim[0].side
        return claim if side is not None and may_forgo(match.board, side, len(claim)) else ()
    return ()


def _claims(ruling: Ruling) -> list[tuple[Due, ...]]:
    """The coins that somebody at the board places, by side and placer, in the order in which they are placed."""
    dues = tuple(
        Due(
            piece=back.piece,
            side=ruling.after.side_of(back.piece),
            placer=back.placer,
            region=back.region,
            why=back.why,
            clauses=back.clauses,
        )
        for back in ruling.returns
        if isinstance(back.placer, Seat) and back.piece is not Piece.QUEEN and not back.jumped
    )
    claims = []
    while dues:
        claim = claim_of(dues)
        claims.append(claim)
        dues = tuple(due for due in dues if (due.side, due.placer) != (claim[0].side, claim[0].placer))
    return claims
