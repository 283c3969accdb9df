"""When each ICF law applies (edition of 143 laws); the tables of cases are those of laws 72 to 112."""

from carrom.laws.board_state import BoardState
from carrom.laws.ruled import Condition, Ruled, found
from carrom.laws.ruling import Reason
from carrom.terms import Queen, Side

TOUCHED = "touched_coin adjusted_coin removed_moving_coin blew_on_coins forced_stack".split()
STRIKER_HANDLED = ("touched_running_striker", "rotated_striker")
FINISHED = (
    Reason.ALL_OWN_POCKETED,
    Reason.ALL_OWN_AND_QUEEN_POCKETED,
    Reason.LAST_OWN_COVERS,
    Reason.OPPONENT_LAST_QUEEN_OWN,
    Reason.OPPONENT_LAST_QUEEN_THEIRS,
)
BOTH_LAST_CLEAN = (Reason.BOTH_LAST_QUEEN_OWN, Reason.BOTH_LAST_QUEEN_THEIRS)
# boards that pay the queen's points or one, by the law of the last coin and not by laws 52 and 54
QUEEN_OR_ONE = (
    Reason.OWN_LAST_QUEEN_UP,
    Reason.OWN_LAST_QUEEN_UP_IMPROPER,
    Reason.OWN_LAST_QUEEN_UP_WITH_STRIKER,
    Reason.BOTH_LAST_QUEEN_UP,
    Reason.BOTH_LAST_QUEEN_UP_FOUL,
    Reason.BOTH_LAST_WITH_QUEEN,
    Reason.BOTH_LAST_WITH_QUEEN_IMPROPER,
    Reason.BOTH_LAST_WITH_QUEEN_STRIKER,
    Reason.BOTH_LAST_COVERING,
    Reason.BOTH_LAST_COVERING_IMPROPER,
    Reason.BOTH_LAST_COVERING_STRIKER,
    Reason.BOTH_LAST_QUEEN_OWN_FOUL,
    Reason.BOTH_LAST_QUEEN_THEIRS_FOUL,
)

MAY_POCKET_QUEEN = (Reason.QUEEN_TO_COVER, Reason.QUEEN_TOO_EARLY, Reason.QUEEN_TOO_EARLY_WAITS)
QUEEN_WITH_OWN = (Reason.QUEEN_COVERED_NOW, Reason.QUEEN_FIRST_COIN, Reason.QUEEN_AND_LAST_VOID)
OUTSIDE = ("interference", "vibration", "outage", "umpire_mishap")


def covered_by(board: BoardState, side: Side) -> bool:
    """Whether a side had covered the queen before the stroke."""
    return board.queen is Queen.COVERED and board.queen_side is side


def ends_in_spite_of_own(stroke: Ruled) -> bool:
    """Whether own and other coins fell, the queen not, and the turn is lost."""
    return stroke.own > 0 and not (stroke.queen or stroke.keeps or stroke.covering)


LAWS: dict[int, Condition] = {
    2: found(Reason.STRIKING_BREACH),
    5: lambda s: s.found(*FINISHED),
    14: lambda s: s.striker and s.foul and not s.over,
    15: found(
        Reason.QUEEN_COVERED_NOW,
        Reason.QUEEN_COVERED_BEFORE,
        Reason.QUEEN_COVERED_AFTER,
        Reason.QUEEN_AFTER_LAST,
    ),
    33: lambda s: s.unnamed_breach or s.declared("push", "drag", "not_flicked"),
    34: found(Reason.BACKWARD_STROKE, Reason.HORIZONTAL_STROKE, Reason.OWN_FRAME_FIRST, Reason.CAME_BACK),
    41: found(Reason.RACK_TOUCHED),
    43: found(Reason.COLOURS_OPEN, Reason.COLOUR_DECIDED),
    44: lambda s: s.at_break and not s.found(Reason.BREAK_BEFORE_PLAY),
    45: lambda s: s.failed_attempt or s.found(Reason.BREAK_TOUCHED_IMPROPERLY),
    46: found(Reason.BREAK_BEFORE_PLAY),
    47: found(Reason.BREAK_BEFORE_PLAY),
    # neither a foul nor the striker: what fell says whose turn it is
    48: lambda s: s.clean and not s.over and s.keeps is (s.own > 0 or s.queen),
    49: found(Reason.DOUBLES_ORDER),
    51: lambda s: s.declared("out_of_turn"),
    52: lambda s: s.found(Reason.COINS_SCORE, Reason.QUEEN_SCORES) and not s.found(*QUEEN_OR_ONE),
    53: lambda s: s.found(*FINISHED, *BOTH_LAST_CLEAN),
    54: lambda s: s.found(Reason.QUEEN_OVER_LIMIT) and not s.found(*QUEEN_OR_ONE),
    55: found(Reason.POINTS_CAPPED, Reason.OWED_WRITTEN_OFF),
    62: found(Reason.TECHNICAL_FOUL),
    63: found(Reason.TECHNICAL_FOUL),
    64: lambda s: s.foul and not s.over and not s.failed_attempt and not s.found(Reason.BREAK_BEFORE_PLAY),
    65: lambda s: bool(s.facts.left_board) and s.found(Reason.COIN_OFF_BOARD),
    71: found(Reason.HANGING_DROPPED),
    72: lambda s: (
        (s.striker and not (s.over or s.own or s.queen or s.covering) and (s.foul or not s.theirs))
        or (s.facts.striker_pocketed and not s.over and s.owes_more)
    ),
    73: lambda s: s.striker and s.own > 0 and s.keeps and not (s.over or s.foul or s.theirs or s.queen or s.covering),
    74: lambda s: s.striker and s.theirs > 0 and not (s.over or s.foul or s.own or s.queen or s.covering),
    75: lambda s: (
        s.striker and s.own > 0 and s.theirs > 0 and s.keeps and not (s.over or s.foul or s.queen or s.covering)
    ),
    76: lambda s: s.foul and s.theirs > 0 and not s.over and not s.found(Reason.BREAK_BEFORE_PLAY),
    77: lambda s: (
        s.foul
        and s.own > 0
        and not (s.over or s.queen or (s.covering and s.striker))
        and not s.found(Reason.BREAK_BEFORE_PLAY)
    ),
    78: lambda s: s.coins_back or s.found(Reason.DUE_OWED, Reason.OWED_WAITS),
    83: lambda s: s.pays_more_than_one or s.found(Reason.CLAIM_LAPSES),
    84: lambda s: s.coins_back or s.declared("misplaced_coin"),
    86: lambda s: s.coins_back,
    87: found(Reason.CLAIM_LAPSES, Reason.EXTRA_POINT_STRIKER, Reason.EXTRA_POINT_IMPROPER),
    92: lambda s: s.live and s.queen and not s.own and s.found(*MAY_POCKET_QUEEN),
    93: lambda s: s.queen_back,
    95: found(
        Reason.QUEEN_TOO_EARLY,
        Reason.QUEEN_TOO_EARLY_WITH_STRIKER,
        Reason.QUEEN_TOO_EARLY_WAITS,
        Reason.QUEEN_WAITS_ON,
        Reason.QUEEN_BACK_AT_TURN_END,
        Reason.QUEEN_WHILE_OWING,
        Reason.QUEEN_RIGHT_RETAINED,
    ),
    96: lambda s: (
        s.found(Reason.QUEEN_NOT_COVERED, Reason.QUEEN_COVER_FAILED, Reason.QUEEN_COVER_SPOILT) and not s.over
    ),
    97: lambda s: s.queen and s.own > 0 and s.clean and s.found(*QUEEN_WITH_OWN),
    98: lambda s: s.queen and s.striker and s.own > 0 and not s.over and (s.foul or not s.owing),
    99: lambda s: s.queen and s.striker and not s.own and not s.over and (s.foul or s.entitled),
    100: lambda s: s.covering and s.striker and not s.own and not s.over,
    101: lambda s: s.covering and s.striker and s.own > 0 and not s.over,
    102: lambda s: s.over and s.own_last and s.theirs_last and s.covering and not s.striker,
    103: lambda s: s.over and s.theirs_last and not s.own_last and (s.covering or (s.queen and s.own > 0)),
    104: lambda s: s.over and s.own_last and s.theirs_last and s.queen and not s.striker,
    105: lambda s: s.over and s.own_last and s.theirs_last and s.board.queen is Queen.ON_BOARD and not s.queen,
    106: lambda s: s.over and s.theirs_last and not s.own_last and s.board.queen is Queen.ON_BOARD and not s.striker,
    107: lambda s: (
        s.over
        and s.own_last
        and not (s.theirs_last or s.striker or s.won_by_striking_side)
        and s.board.queen is Queen.ON_BOARD
    ),
    108: lambda s: (
        s.over and s.own_last and s.striker and s.board.queen is Queen.ON_BOARD and not (s.queen and s.theirs_last)
    ),
    109: lambda s: s.over and s.own_last and s.theirs_last and s.striker and (s.queen or s.covering),
    110: lambda s: s.over and s.own_last and s.theirs_last and not s.clean and covered_by(s.board, s.side),
    111: lambda s: s.over and s.theirs_last and not s.own_last and s.striker and s.board.queen is Queen.ON_BOARD,
    112: lambda s: s.over and s.own_last and s.theirs_last and not s.clean and covered_by(s.board, s.side.other),
    113: found(Reason.HANGING_DROPPED),
    116: lambda s: s.found(Reason.STRIKER_OFF_BOARD),
    # an own coin or the queen beside them keeps the turn (AMB-1, AMB-4), unless an event reads the law otherwise
    125: lambda s: (
        s.clean
        and s.theirs > 0
        and not s.over
        and (not (s.own or s.queen or s.keeps) or s.found(Reason.OPPONENT_WITH_QUEEN) or ends_in_spite_of_own(s))
    ),
    130: found(Reason.FRONT_LINE_NOT_CROSSED, Reason.PIECE_BEHIND_LINE),
    134: lambda s: (
        s.declared(*STRIKER_HANDLED)
        or (s.declared(*TOUCHED) and (s.board.broken or s.facts.made))
        or s.found(Reason.FACT_RESTORES)
    ),
    137: found(Reason.PASSED, Reason.PASSED_THREE_TIMES),
    140: lambda s: s.declared(*OUTSIDE) or s.found(Reason.BOTH_LAST_REPLAYED),
    143: lambda s: s.declared("left_match", "abuse", "unsporting", "damage") or s.found(Reason.WARNING),
}
CONDITIONS = {f"ICF-L{law}": condition for law, condition in LAWS.items()}
