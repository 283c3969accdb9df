"""The stroke's breaches of striking, and whether pocketing an opponent's coin is one."""

from collections.abc import Callable

from carrom.laws.clauses.draft import Behaviour, Draft
from carrom.laws.facts import Direction
from carrom.laws.ruling import Reason
from carrom.terms import Piece


def breaches(draft: Draft) -> None:
    """List the breaches; each is a finding. What they cost is settled by `dues`."""
    facts, rules = draft.facts, draft.rules
    if draft.settled or not draft.made:
        return
    if facts.improper:
        draft.fouls.append((Reason.IMPROPER, ""))
        draft.find(Reason.STRIKING_BREACH, draft.side)
    if facts.direction is Direction.BACKWARD:
        backward(draft)
    elif facts.direction is Direction.HORIZONTAL and rules.horizontal_stroke == "forbidden":
        draft.foul(Reason.HORIZONTAL_STROKE)
    if rules.must_cross_front_line and (facts.stayed_behind_line or not (facts.touched or facts.crossed_front_line)):
        draft.foul(Reason.FRONT_LINE_NOT_CROSSED)
    if rules.behind_line_needs_crossing and facts.struck_behind_line:
        draft.foul(Reason.PIECE_BEHIND_LINE)
    if rules.rebound_to_own_half_foul and facts.came_back_into_own_half:
        draft.foul(Reason.CAME_BACK)
    if not facts.touched and draft.board.broken:
        CONTACT_REQUIRED[rules.contact_required](draft)
    if facts.left_board:
        draft.find(Reason.COIN_OFF_BOARD, None, facts.left_board, len(facts.left_board))
        if rules.coin_off_foul:
            draft.foul(Reason.COIN_OFF_FOUL)
            draft.fouls.extend([(Reason.COIN_OFF_FOUL, "")] * (len(facts.left_board) - 1))  # each piece is one (L-034)
    if facts.striker_left_board:
        draft.find(Reason.STRIKER_OFF_BOARD, draft.side)
        if rules.striker_off_foul:
            draft.foul(Reason.STRIKER_OFF_FOUL)
    if draft.opponent_pocketed:
        opponents_coin(draft)


def backward(draft: Draft) -> None:
    """The striker was released towards the own frame.

    Where it may go to that frame first, it must cross its front line before it touches a piece (L-140). A forward
    stroke that comes back to the own frame from the far one is a rebound and none of this.
    """
    facts, rules = draft.facts, draft.rules
    if facts.touched_own_frame and not rules.allow_own_frame_first:
        draft.foul(Reason.OWN_FRAME_FIRST)
    by_the_frame = facts.touched_own_frame and facts.crossed_front_line and rules.allow_own_frame_first
    if rules.backward_stroke == "forbidden" and not by_the_frame:
        draft.foul(Reason.BACKWARD_STROKE)


def missed_fouls(draft: Draft) -> None:
    """A stroke that touches nothing is a foul."""
    draft.foul(Reason.NOTHING_TOUCHED)


def missed(draft: Draft) -> None:
    """A stroke that touches nothing is no breach."""
    draft.find(Reason.MISSED, draft.side)


def opponents_coin(draft: Draft) -> None:
    """An opponent's coin fell: does it come back, is it a foul.

    Law: ICF 125; L-063 while the colours are open.
    """
    rules = draft.rules
    decided = draft.board.white_side is not None  # until now neither colour was the other side's
    if decided and OPPONENT_COIN_PENALTY[rules.opponent_coin_penalty](draft):
        draft.foul(Reason.OPPONENT_COIN_FOUL)
    if draft.queen_now and rules.opponent_with_queen == "queen_back_and_penalty":
        draft.foul(Reason.OPPONENT_WITH_QUEEN)
    returns = rules.striker_opponent if draft.striker else rules.opponent_coin
    if returns == "returns":
        draft.find(Reason.OPPONENT_COIN_RETURNS, draft.other, (), draft.opponent_pocketed)
        draft.opponent_out = draft.opponent_pocketed


def direct(draft: Draft) -> bool:
    """Whether the striker itself hit one of the opponent's coins that fell."""
    return draft.opponent in draft.facts.struck and draft.opponent is not Piece.QUEEN


CONTACT_REQUIRED: dict[bool, Behaviour] = {True: missed_fouls, False: missed}
OPPONENT_COIN_PENALTY: dict[str, Callable[[Draft], bool]] = {
    "never": lambda draft: False,
    "direct": direct,
    "always": lambda draft: True,
}
