"""A board entered as a whole, as on a score sheet: who won, coins left, who covered the queen. The laws give points.

What the sheet says is put as the last stroke of the board and judged by the same laws as every stroke, so no second
reckoning of points is here. Pure; a match without positions only.
"""

import re
from dataclasses import dataclass, replace

from carrom.errors import ImpossibleError
from carrom.laws.board_state import COINS, BoardState
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.judge import forfeited_board, judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, Ruling, with_claim
from carrom.match import entries, progression, solo
from carrom.match.requests import Attest, TellBoard
from carrom.match.snapshot import How
from carrom.match.state import MatchState
from carrom.messages import Phrase
from carrom.play.context import Context, Result
from carrom.play.errors import NotAwaitedError, OutOfTurnError
from carrom.terms import Piece, Queen, Side

_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
SOLO_ENDS = ("cleared", "stopped")
MOST_EXTRA = 2  # points that may be demanded: for the striker, for an improper stroke


class ImpossibleSheetError(ImpossibleError):
    """No board ends like this under the laws of the match; `code` says why and is stable.

    sheet-solo, sheet-strokes, sheet-no-winner, sheet-coins-left, sheet-queen, sheet-breaker, sheet-extra,
    sheet-not-an-end, sheet-no-draw, sheet-points, sheet-total; attest-alone, attest-empty, attest-film.
    """

    own_codes = True


@dataclass(frozen=True, slots=True)
class ReportedBoard:
    """How a board ended by a sheet, and the ruling that says so; None where nothing of it is judged."""

    outcome: BoardOutcome
    ruling: Ruling | None = None

    @property
    def how(self) -> How:
        """How the board's result is marked; alone `course` marks it."""
        if self.outcome.end is not BoardEnd.WON:
            return "agreed"
        return "played" if self.ruling is not None else "forfeited"


def report_board(asked: Context, request: TellBoard) -> Result:
    """The board in play ends as the sheet has it, and the match goes on.

    Raises:
        NotAwaitedError, OutOfTurnError: not in this match, not by this author.
        ImpossibleSheetError: no board ends so; nothing was stored.
    """
    if asked.state.position is not None:
        raise NotAwaitedError("boards-played")
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("sheet")
    reported = reported_board(asked.match, request)
    match = asked.match
    if request.strokes is not None and match.board is not None:
        board = replace(match.board, strokes=request.strokes)
        match = replace(match, standing=replace(match.standing, board=board))
    answered = asked.gone_on(progression.after_board(match, reported.outcome, how=reported.how))
    return Result(followed=replace(answered.followed, ruling=reported.ruling))


def attest(asked: Context, request: Attest) -> Result:
    """Record the witness of a set that was played alone, or the address of its film; nothing else changes.

    Raises:
        OutOfTurnError: not by who keeps the set.
        ImpossibleSheetError: two sides see each other; nothing is said; a film has an address of the web.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("witness")
    if asked.match.head.men != 1:
        raise ImpossibleSheetError("attest-alone")
    if not (request.witness.strip() or request.film.strip()):
        raise ImpossibleSheetError("attest-empty")
    if request.film and not _ADDRESS.fullmatch(request.film):
        raise ImpossibleSheetError("attest-film")
    return asked.unchanged()


def reported_board(match: MatchState, sheet: TellBoard) -> ReportedBoard:
    """How the board in play ends, with its points, if the sheet is right.

    Raises:
        ImpossibleSheetError: with one of its codes.
        NotAwaitedError: no board is in play.
    Law: ICF 51 to 56, 102 to 112.
    """
    board = match.board
    if board is None:
        raise NotAwaitedError("no-board")
    if board.solo:
        return _alone(match, board, sheet)
    if sheet.ended in SOLO_ENDS or sheet.strokes is not None:
        raise ImpossibleSheetError("sheet-solo.two-sides")
    _check_breaker(match, sheet)
    if sheet.ended in ("drawn", "replayed"):
        return _without_winner(match, sheet)
    if sheet.winner is None:
        raise ImpossibleSheetError("sheet-no-winner")
    _check_counts(board, sheet)
    reported = _BY_END[sheet.ended](match, board, sheet, sheet.winner)
    if sheet.points is not None and sheet.points != reported.outcome.points:
        raise ImpossibleSheetError("sheet-points", given=reported.outcome.points, sheet=sheet.points)
    _check_total(match, sheet, reported.outcome)
    return reported


def _check_total(match: MatchState, sheet: TellBoard, outcome: BoardOutcome) -> None:
    if sheet.total is None or outcome.winner is None:
        return
    total = match.standing.score.plus(outcome.winner, outcome.points).plus(outcome.winner.other, outcome.loser_points)
    if total != sheet.total:
        raise ImpossibleSheetError("sheet-total", a=total.a, b=total.b, sheet_a=sheet.total.a, sheet_b=sheet.total.b)


def _alone(match: MatchState, board: BoardState, sheet: TellBoard) -> ReportedBoard:
    """A board of a set: its strokes are its score, at most the cap (B-004, B-041, B-042)."""
    if sheet.ended not in SOLO_ENDS or _says_of_two_sides(sheet):
        raise ImpossibleSheetError("sheet-solo.alone")
    strokes = _strokes(board, sheet, match.ruleset)
    points = solo.board_score(strokes, match.ruleset)
    if sheet.ended == "stopped":
        return ReportedBoard(BoardOutcome(end=BoardEnd.STOPPED, why=Reason.SOLO_CAPPED, points=points))
    last = replace(
        board,
        white_up=0,
        black_up=1,
        queen=Queen.COVERED,
        queen_side=board.to_play,
        earned=(True, True),
        owed=(0, 0),
        broken=True,
        first_of_turn=False,
        early_queen=False,
        strokes=strokes - 1,
    )
    reported = _judged(match, last, sheet, pocketed=Piece.BLACK)
    return replace(reported, outcome=replace(reported.outcome, points=points))


def _says_of_two_sides(sheet: TellBoard) -> bool:
    said = (sheet.winner, sheet.queen, sheet.points, sheet.total)
    return bool(sheet.coins_left or sheet.extra) or any(one is not None for one in said)


def _strokes(board: BoardState, sheet: TellBoard, rules: Ruleset) -> int:
    """The strokes that a sheet has for a board, if it can count so many."""
    strokes: object = sheet.strokes
    cap = rules.stroke_cap
    if isinstance(strokes, bool) or not isinstance(strokes, int) or strokes < 1:
        raise ImpossibleSheetError("sheet-strokes.too-few", strokes=strokes)
    if cap is not None and strokes > cap:
        raise ImpossibleSheetError("sheet-strokes.cap", cap=cap)
    if sheet.ended == "stopped" and cap is None:
        raise ImpossibleSheetError("sheet-strokes.no-cap", ruleset=rules.title)
    if sheet.ended == "stopped" and strokes != cap:
        raise ImpossibleSheetError("sheet-strokes.before-cap", ruleset=rules.title, cap=cap)
    if strokes <= board.strokes and strokes != cap:
        raise ImpossibleSheetError("sheet-strokes.already", count=board.strokes, strokes=strokes)
    return strokes


def _check_breaker(match: MatchState, sheet: TellBoard) -> None:
    due = match.standing.breaker
    if sheet.breaker is not None and due is not None and match.side_at(due) is not sheet.breaker:
        raise ImpossibleSheetError("sheet-breaker")


def _check_counts(board: BoardState, sheet: TellBoard) -> None:
    """Coins left, the queen, and what was demanded, as far as no law is asked."""
    left: object = sheet.coins_left
    if isinstance(left, bool) or not isinstance(left, int) or not 1 <= left <= COINS:
        raise ImpossibleSheetError("sheet-coins-left", most=COINS, left=left)
    if not 0 <= sheet.extra <= MOST_EXTRA:
        raise ImpossibleSheetError("sheet-extra.too-many", most=MOST_EXTRA)
    if board.queen is Queen.COVERED and sheet.queen is not board.queen_side:
        raise ImpossibleSheetError("sheet-queen.covered-earlier")


def _without_winner(match: MatchState, sheet: TellBoard) -> ReportedBoard:
    drawn = sheet.ended == "drawn"
    if drawn and not match.ruleset.agreed_draw:
        raise ImpossibleSheetError("sheet-no-draw", ruleset=Phrase(match.ruleset.title))
    if sheet.winner is not None or sheet.extra:
        raise ImpossibleSheetError("sheet-no-winner.no-result")
    end = BoardEnd.DRAWN if drawn else BoardEnd.REPLAYED
    return ReportedBoard(BoardOutcome(end=end, why=Reason.BOTH_LAST_REPLAYED))


def _finished(match: MatchState, board: BoardState, sheet: TellBoard, winner: Side) -> ReportedBoard:
    """The winner pocketed their last coin: she was covered before, by them or by the other side."""
    if sheet.queen is None:
        raise ImpossibleSheetError("sheet-queen.not-covered")
    if sheet.extra:
        raise ImpossibleSheetError("sheet-extra.finisher")
    before = _before_the_last(match, board, sheet, strikes=winner, own=1, other=sheet.coins_left)
    return _judged(match, before, sheet, pocketed=before.colour_of(winner))


def _own_last(match: MatchState, board: BoardState, sheet: TellBoard, winner: Side) -> ReportedBoard:
    """The loser pocketed their own last coin while the queen was up."""
    if sheet.queen is not None:
        raise ImpossibleSheetError("sheet-queen.covered")
    before = _before_the_last(match, board, sheet, strikes=winner.other, own=1, other=sheet.coins_left)
    return _judged(match, before, sheet, pocketed=before.colour_of(winner.other))


def _opponent_last(match: MatchState, board: BoardState, sheet: TellBoard, winner: Side) -> ReportedBoard:
    """The loser pocketed the winner's last coin."""
    before = _before_the_last(match, board, sheet, strikes=winner.other, own=sheet.coins_left, other=1)
    return _judged(match, before, sheet, pocketed=before.colour_of(winner))


def _breach(match: MatchState, board: BoardState, sheet: TellBoard, winner: Side) -> ReportedBoard:
    """The loser lost the board by a breach: their coins up, and the queen unless she is theirs."""
    if sheet.extra:
        raise ImpossibleSheetError("sheet-extra.breach")
    before = _before_the_last(match, board, sheet, strikes=winner, own=1, other=sheet.coins_left)
    return ReportedBoard(forfeited_board(before, winner.other, match.ruleset))


_BY_END = {"finished": _finished, "own_last": _own_last, "opponent_last": _opponent_last, "breach": _breach}


def _before_the_last(
    match: MatchState, board: BoardState, sheet: TellBoard, *, strikes: Side, own: int, other: int
) -> BoardState:
    """The board before the stroke that ended it, with so many coins up of the side that strikes and of the other."""
    white = board.white_side or Side.A  # without reported colours both are the same
    up = {strikes: own, strikes.other: other}
    return BoardState(
        white_up=up[white],
        black_up=up[white.other],
        queen=Queen.ON_BOARD if sheet.queen is None else Queen.COVERED,
        queen_side=sheet.queen,
        white_side=white,
        earned=(True, True),
        score=board.score,
        to_play=strikes,
        seat=match.seats_of(strikes)[0],
        players=board.players,
        broken=True,
        first_of_turn=False,
        strokes=board.strokes,
    )


def _judged(match: MatchState, before: BoardState, sheet: TellBoard, *, pocketed: Piece | None) -> ReportedBoard:
    """The ruling on the last stroke, which must end the board for the winner that the sheet names."""
    facts = StrokeFacts(
        pocketed=() if pocketed is None else (pocketed,),
        striker_pocketed=sheet.extra > 0,
        improper=sheet.extra > 1,
        claims_extra=sheet.extra,
    )
    try:
        ruling = judge(before, facts, match.ruleset)
    except ContradictoryFactsError as error:
        raise ImpossibleSheetError(
            "sheet-not-an-end.contradictory", ruleset=Phrase(match.ruleset.title), cause=error
        ) from error
    outcome = ruling.outcome
    if outcome is None or outcome.winner is not sheet.winner:
        raise ImpossibleSheetError("sheet-not-an-end.coin-returns", ruleset=Phrase(match.ruleset.title))
    if outcome.extra_points < sheet.extra:
        raise ImpossibleSheetError("sheet-extra.not-allowed", ruleset=Phrase(match.ruleset.title))
    reported = tuple(finding for finding in ruling.findings if finding.reason not in _OF_THE_STROKE)
    outcome = with_claim(outcome, sheet.extra)
    return ReportedBoard(outcome, replace(ruling, findings=reported, outcome=outcome))


# what is found about the stroke that ended the board: a sheet does not tell it
_OF_THE_STROKE = frozenset(
    {
        Reason.OWN_POCKETED,
        Reason.OPPONENT_POCKETED,
        Reason.TURN_CONTINUES,
        Reason.STRIKING_BREACH,
        Reason.BLACK_STAYS,
        Reason.SOLO_STROKE_COUNTS,
        Reason.SOLO_CAPPED,
    }
)
