"""Could this have happened on this board? Then: what fell, whose, and what is up after it.

Codes of `ContradictoryFactsError`:
    coin-count, owed-count, score-count, attempt-range, players-not-allowed, solo-mismatch, colours-not-open,
    board-over, unbroken-with-pieces-down, open-with-pieces-down, queen-in-two-places, queen-of-nobody,
    early-queen-at-once, pending-first-of-turn, down-yet-not-earned, not-covered-this-turn, no-white-to-cover:
    the board;
    striker-among-pieces, striker-twice, more-coins-than-up, queen-not-up, queen-twice, untouched-yet-moved,
    spread-contradicted, struck-not-pocketed, pieces-without-stroke, dropped-in-stroke, dropped-and-passed,
    claim-negative: the stroke.
"""

from carrom.laws.board_state import COINS, BoardState
from carrom.laws.clauses.draft import Draft, QueenRight
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason
from carrom.terms import Piece, Queen, Side

IMPOSSIBLE = ContradictoryFactsError


def possible(draft: Draft) -> None:
    """Refuse what could not have happened; count what fell.

    Raises:
        ContradictoryFactsError: with one of the codes above.
    """
    check_board(draft.board, draft.rules)
    check_stroke(draft.board, draft.facts)
    count(draft)


def check_board(board: BoardState, rules: Ruleset) -> None:
    """Refuse a board that no play leads to.

    Raises:
        ContradictoryFactsError: with one of the codes above.
    """
    white, black, queen = board.white_up, board.black_up, board.queen
    if not (0 <= white <= COINS and 0 <= black <= COINS):
        raise IMPOSSIBLE("coin-count", f"of nine coins {white} white and {black} black cannot be up")
    if board.owed[0] < 0 or board.owed[1] < 0:
        raise IMPOSSIBLE("owed-count", "nobody can owe less than nothing")
    if board.score[0] < 0 or board.score[1] < 0:
        raise IMPOSSIBLE("score-count", "a score cannot be below zero")
    if board.solo is not (rules.side_count == 1):
        raise IMPOSSIBLE("solo-mismatch", f"the ruleset {rules.slug} is for {rules.side_count} side(s)")
    if not board.solo and board.players not in rules.players_allowed:
        raise IMPOSSIBLE("players-not-allowed", f"{board.players} cannot play under the ruleset {rules.slug}")
    if (queen is Queen.ON_BOARD) is not (board.queen_side is None):
        raise IMPOSSIBLE("queen-of-nobody", "a queen that is down belongs to the side that pocketed or covered her")
    if board.early_queen:
        if queen is not Queen.ON_BOARD:
            raise IMPOSSIBLE("queen-in-two-places", f"the queen waits to go back and is {queen.value}")
        if rules.early_queen_return == "at_once":
            raise IMPOSSIBLE("early-queen-at-once", "under this ruleset a queen pocketed too early goes back at once")
    if board.first_of_turn and not board.solo and (board.early_queen or queen is Queen.AWAITING_COVER):
        raise IMPOSSIBLE("pending-first-of-turn", "a queen that waits was pocketed in this turn")
    covered_by_player = queen is Queen.COVERED and board.queen_side is board.to_play
    if board.covered_this_turn and (board.solo or board.first_of_turn or not covered_by_player):
        raise IMPOSSIBLE("not-covered-this-turn", "only the side to play can have covered the queen in this turn")
    if queen is Queen.AWAITING_COVER and board.queen_side is not board.to_play:
        raise IMPOSSIBLE("queen-of-nobody", "only the side to play can have a queen to cover")
    if board.solo:
        if white == 0 and black == 0 and queen is Queen.COVERED:
            raise IMPOSSIBLE("board-over", "all nineteen are down: the board is over")
        if white == 0 and queen is not Queen.COVERED:
            raise IMPOSSIBLE("no-white-to-cover", "the last white comes back while the queen is not covered")
    elif (white == 0 or black == 0) and (queen is Queen.COVERED or rules.own_last_queen_up != "return"):
        raise IMPOSSIBLE("board-over", "a side has no coin up: the board is over")  # else by an error that comes back
    for side in Side:
        if board.white_side is not None and board.up_of(side) < COINS and not board.earned[side is Side.B]:
            raise IMPOSSIBLE("down-yet-not-earned", "a coin is down, so one was down on this board")
    if board.broken:
        if board.white_side is None:
            if rules.colour_assignment != "first_pocketed":
                raise IMPOSSIBLE("colours-not-open", "under this ruleset the colours are never open")
            if white < COINS or black < COINS or queen is Queen.COVERED:
                raise IMPOSSIBLE("open-with-pieces-down", "colours are open, yet pieces are down")
        return
    if white < COINS or black < COINS or queen is not Queen.ON_BOARD or board.early_queen:
        raise IMPOSSIBLE("unbroken-with-pieces-down", "the break has not been made, yet pieces are down")
    if board.white_side is None and rules.colour_assignment != "first_pocketed":
        raise IMPOSSIBLE("colours-not-open", "under this ruleset the colours are never open")
    limit = 3 if rules.break_attempts is None else rules.break_attempts
    if not 1 <= board.attempt <= limit:
        raise IMPOSSIBLE("attempt-range", f"attempt {board.attempt} of {limit} at the break")


def check_stroke(board: BoardState, facts: StrokeFacts) -> None:
    """Refuse a stroke that this board could not have seen.

    Raises:
        ContradictoryFactsError: with one of the codes above.
    """
    pocketed, left, dropped = facts.pocketed, facts.left_board, facts.dropped
    if board.solo and facts.by_opponent:
        raise IMPOSSIBLE("solo-mismatch", "one player is alone: no fact concerns another side")
    if facts.striker_pocketed and facts.striker_left_board:
        raise IMPOSSIBLE("striker-twice", "the striker cannot be pocketed and leave the board")
    if facts.claims_extra < 0:
        raise IMPOSSIBLE("claim-negative", "extra points demanded cannot be below zero")
    if not facts.made:
        if pocketed or left or facts.striker_pocketed or facts.striker_left_board or facts.struck:
            raise IMPOSSIBLE("pieces-without-stroke", "without a stroke nothing is pocketed or leaves the board")
        if dropped and facts.passed:
            raise IMPOSSIBLE("dropped-and-passed", "a piece that drops and a pass are told one after the other")
        if not dropped:
            return
    elif dropped or facts.passed:
        raise IMPOSSIBLE("dropped-in-stroke", "a piece that falls in a stroke is pocketed; a stroke is no pass")
    elif not (pocketed or left or facts.struck):
        if not facts.touched and (facts.first_contact is not None or facts.spread):
            raise IMPOSSIBLE("untouched-yet-moved", "the striker touched nothing, yet a piece was hit")
        return
    elif not facts.touched:
        raise IMPOSSIBLE("untouched-yet-moved", "the striker touched nothing, yet pieces fell or were hit")
    moved = pocketed + left + dropped
    whites, blacks, queens = moved.count(Piece.WHITE), moved.count(Piece.BLACK), moved.count(Piece.QUEEN)
    if whites + blacks + queens < len(moved):
        raise IMPOSSIBLE("striker-among-pieces", "the striker is told apart from the pieces")
    if whites > board.white_up or blacks > board.black_up:
        raise IMPOSSIBLE("more-coins-than-up", "more coins fell or left the board than are up")
    if queens:
        if queens > 1:
            raise IMPOSSIBLE("queen-twice", "there is one queen")
        if board.queen is not Queen.ON_BOARD or board.early_queen:
            raise IMPOSSIBLE("queen-not-up", f"the queen fell or left the board, yet she is {board.queen.value}")
    if pocketed and facts.spread is False and not board.broken:
        raise IMPOSSIBLE("spread-contradicted", "a piece reached a pocket, so the break spread")
    for kind in facts.struck:
        if kind not in pocketed:
            raise IMPOSSIBLE("struck-not-pocketed", f"the striker hit a pocketed {kind.value}, yet none was pocketed")


def count(draft: Draft) -> None:
    """Say which colour is whose, what fell of each, what is up after it and whether the queen may be pocketed.

    While colours are open the first coin that falls decides them.
    """
    board, facts = draft.board, draft.facts
    fell = facts.pocketed or facts.dropped
    if board.solo:
        draft.own, draft.opponent = solo_colours(board)
    elif board.white_side is None:
        first = next((piece for piece in fell if piece is not Piece.QUEEN), Piece.WHITE)
        draft.own = first
        draft.opponent = Piece.BLACK if first is Piece.WHITE else Piece.WHITE
    elif board.white_side is not draft.side:
        draft.own, draft.opponent = Piece.BLACK, Piece.WHITE
    if fell:
        draft.own_pocketed = fell.count(draft.own)
        draft.opponent_pocketed = fell.count(draft.opponent)
        draft.queen_now = Piece.QUEEN in fell
    white_is_own = draft.own is Piece.WHITE
    own_up = board.white_up if white_is_own else board.black_up
    draft.own_left = own_up - draft.own_pocketed
    draft.opponent_left = (board.black_up if white_is_own else board.white_up) - draft.opponent_pocketed
    draft.own_last = draft.own_pocketed > 0 and draft.own_left == 0
    draft.opponent_last = draft.opponent_pocketed > 0 and draft.opponent_left == 0
    draft.right = right_to_queen(draft, own_up)
    if draft.own_pocketed:
        draft.find(Reason.OWN_POCKETED, draft.side, (draft.own,) * draft.own_pocketed, draft.own_pocketed)
    if draft.opponent_pocketed and not board.solo:
        draft.find(
            Reason.OPPONENT_POCKETED, draft.other, (draft.opponent,) * draft.opponent_pocketed, draft.opponent_pocketed
        )


def right_to_queen(draft: Draft, own_up: int) -> QueenRight:
    """The side's right to pocket the queen before this stroke.

    Law: ICF 92, 95.
    """
    board, rules = draft.board, draft.rules
    if rules.queen_blocked_by_due and board.owed_by(draft.side) > 0:
        return QueenRight.OWING
    needed = rules.queen_needs_own_down
    if COINS - own_up >= needed and (own_up < COINS or needed == 0):
        return QueenRight.EARNED
    return QueenRight.RETAINED if board.earned[draft.side is Side.B] and needed <= 1 else QueenRight.NONE


def solo_colours(board: BoardState) -> tuple[Piece, Piece]:
    """Solo: the colour in play and the other one; whites and queen come first."""
    blacks_turn = board.white_up == 0 and board.queen is Queen.COVERED
    return (Piece.BLACK, Piece.WHITE) if blacks_turn else (Piece.WHITE, Piece.BLACK)
