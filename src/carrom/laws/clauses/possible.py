"""Is this possible on this board? If so: what fell, whose it is, and what is up after it.

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


def possible(draft: Draft) -> None:
    """Refuse the impossible; count what fell.

    Raises:
        ContradictoryFactsError: with one of the codes above.
    """
    check_board(draft.board, draft.rules)
    check_stroke(draft.board, draft.facts)
    count(draft)


def check_board(board: BoardState, rules: Ruleset) -> None:
    """Refuse an impossible board.

    Raises:
        ContradictoryFactsError: with one of the codes above.
    """
    white, black, queen = board.white_up, board.black_up, board.queen
    if not (0 <= white <= COINS and 0 <= black <= COINS):
        raise ContradictoryFactsError("coin-count", white=white, black=black)
    if board.owed[0] < 0 or board.owed[1] < 0:
        raise ContradictoryFactsError("owed-count")
    if board.score[0] < 0 or board.score[1] < 0:
        raise ContradictoryFactsError("score-count")
    if board.solo is not (rules.side_count == 1):
        raise ContradictoryFactsError("solo-mismatch.sides", ruleset=rules.slug, count=rules.side_count)
    if not board.solo and board.players not in rules.players_allowed:
        raise ContradictoryFactsError("players-not-allowed", ruleset=rules.slug, count=board.players)
    if (queen is Queen.ON_BOARD) is not (board.queen_side is None):
        raise ContradictoryFactsError("queen-of-nobody.pocketed")
    if board.early_queen:
        if queen is not Queen.ON_BOARD:
            raise ContradictoryFactsError("queen-in-two-places", queen=queen.value)
        if rules.early_queen_return == "at_once":
            raise ContradictoryFactsError("early-queen-at-once")
    if board.first_of_turn and not board.solo and (board.early_queen or queen is Queen.AWAITING_COVER):
        raise ContradictoryFactsError("pending-first-of-turn")
    covered_by_player = queen is Queen.COVERED and board.queen_side is board.to_play
    if board.covered_this_turn and (board.solo or board.first_of_turn or not covered_by_player):
        raise ContradictoryFactsError("not-covered-this-turn")
    if queen is Queen.AWAITING_COVER and board.queen_side is not board.to_play:
        raise ContradictoryFactsError("queen-of-nobody.to-cover")
    if board.solo:
        if white == 0 and black == 0 and queen is Queen.COVERED:
            raise ContradictoryFactsError("board-over.solo")
        if white == 0 and queen is not Queen.COVERED:
            raise ContradictoryFactsError("no-white-to-cover")
    elif (white == 0 or black == 0) and (queen is Queen.COVERED or rules.own_last_queen_up != "return"):
        raise ContradictoryFactsError("board-over.side")  # else by an error that comes back
    for side in Side:
        if board.white_side is not None and board.up_of(side) < COINS and not board.earned[side is Side.B]:
            raise ContradictoryFactsError("down-yet-not-earned")
    if board.broken:
        if board.white_side is None:
            if rules.colour_assignment != "first_pocketed":
                raise ContradictoryFactsError("colours-not-open")
            if white < COINS or black < COINS or queen is Queen.COVERED:
                raise ContradictoryFactsError("open-with-pieces-down")
        return
    if white < COINS or black < COINS or queen is not Queen.ON_BOARD or board.early_queen:
        raise ContradictoryFactsError("unbroken-with-pieces-down")
    if board.white_side is None and rules.colour_assignment != "first_pocketed":
        raise ContradictoryFactsError("colours-not-open")
    limit = 3 if rules.break_attempts is None else rules.break_attempts
    if not 1 <= board.attempt <= limit:
        raise ContradictoryFactsError("attempt-range", attempt=board.attempt, most=limit)


def check_stroke(board: BoardState, facts: StrokeFacts) -> None:
    """Refuse a stroke that is impossible on this board.

    Raises:
        ContradictoryFactsError: with one of the codes above.
    """
    pocketed, left, dropped = facts.pocketed, facts.left_board, facts.dropped
    if board.solo and facts.by_opponent:
        raise ContradictoryFactsError("solo-mismatch.fact")
    if facts.striker_pocketed and facts.striker_left_board:
        raise ContradictoryFactsError("striker-twice.pocketed-and-left")
    if facts.claims_extra < 0:
        raise ContradictoryFactsError("claim-negative")
    if not facts.made:
        if pocketed or left or facts.striker_pocketed or facts.striker_left_board or facts.struck:
            raise ContradictoryFactsError("pieces-without-stroke")
        if dropped and facts.passed:
            raise ContradictoryFactsError("dropped-and-passed")
        if not dropped:
            return
    elif dropped or facts.passed:
        raise ContradictoryFactsError("dropped-in-stroke")
    elif not (pocketed or left or facts.struck):
        if not facts.touched and (facts.first_contact is not None or facts.spread):
            raise ContradictoryFactsError("untouched-yet-moved.hit")
        return
    elif not facts.touched:
        raise ContradictoryFactsError("untouched-yet-moved.fell")
    moved = pocketed + left + dropped
    whites, blacks, queens = moved.count(Piece.WHITE), moved.count(Piece.BLACK), moved.count(Piece.QUEEN)
    if whites + blacks + queens < len(moved):
        raise ContradictoryFactsError("striker-among-pieces")
    if whites > board.white_up or blacks > board.black_up:
        raise ContradictoryFactsError("more-coins-than-up")
    if queens:
        if queens > 1:
            raise ContradictoryFactsError("queen-twice")
        if board.queen is not Queen.ON_BOARD or board.early_queen:
            raise ContradictoryFactsError("queen-not-up", queen=board.queen.value)
    if pocketed and facts.spread is False and not board.broken:
        raise ContradictoryFactsError("spread-contradicted")
    for kind in facts.struck:
        if kind not in pocketed:
            raise ContradictoryFactsError("struck-not-pocketed", piece=kind.value)


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
