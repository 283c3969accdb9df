"""When each clause of the classic text applies. A pocketed striker is a foul there as any other."""

from carrom.laws.ruled import Condition, found
from carrom.laws.ruling import Reason

FINISHES = (Reason.ALL_OWN_POCKETED, Reason.ALL_OWN_AND_QUEEN_POCKETED, Reason.LAST_OWN_COVERS)
OWN_LAST = (
    Reason.OWN_LAST_QUEEN_UP,
    Reason.OWN_LAST_QUEEN_UP_WITH_STRIKER,
    Reason.OWN_LAST_QUEEN_UP_IMPROPER,
)
TURN_ENDS = (Reason.TURN_PASSES, Reason.TURN_LOST_BY_STRIKER, Reason.TURN_LOST_BY_FOUL)

CONDITIONS: dict[str, Condition] = {
    "C-002": found(*FINISHES),
    "C-004": lambda s: s.unnamed_breach or s.declared("push", "drag", "not_flicked"),
    "C-036": lambda s: s.unnamed_breach or s.declared("body_touched_board"),
    "C-038": lambda s: s.unnamed_breach or s.declared("over_diagonal"),
    "C-045": found(Reason.RACK_TOUCHED),
    "C-046": lambda s: s.at_break,
    "C-047": found(Reason.QUEEN_TO_COVER, Reason.QUEEN_COVERED_AFTER),
    "C-048": lambda s: s.at_break or s.found(Reason.BREAK_NOT_MADE, Reason.BREAK_PASSES),
    "C-049": found(Reason.BREAK_PASSES),
    "C-054": found(Reason.COINS_SCORE),
    "C-055": found(*FINISHES),
    "C-056": found(Reason.COINS_SCORE, Reason.OWED_WRITTEN_OFF),
    "C-057": found(Reason.QUEEN_SCORES),
    "C-058": found(Reason.QUEEN_LOSER_NOTHING),
    "C-059": found(Reason.QUEEN_OVER_LIMIT),
    "C-062": found(*TURN_ENDS),
    "C-063": lambda s: s.clean and not s.over,
    "C-064": found(Reason.DOUBLES_ORDER),
    "C-068": found(
        Reason.QUEEN_TO_COVER,
        Reason.QUEEN_RIGHT_RETAINED,
        Reason.QUEEN_COVERED_BEFORE,
        Reason.QUEEN_COVERED_AFTER,
        Reason.QUEEN_NOT_COVERED,
        Reason.LAST_OWN_COVERS,
    ),
    "C-069": found(
        Reason.QUEEN_TO_COVER,
        Reason.QUEEN_RIGHT_RETAINED,
        Reason.QUEEN_TOO_EARLY,
        Reason.QUEEN_TOO_EARLY_WITH_STRIKER,
        Reason.QUEEN_COVERED_NOW,
        Reason.QUEEN_FIRST_COIN,
    ),
    "C-070": found(*FINISHES, *OWN_LAST, Reason.QUEEN_SCORES, Reason.QUEEN_LOSER_NOTHING),
    "C-071": lambda s: s.queen_back,
    "C-072": found(Reason.QUEEN_COVERED_NOW, Reason.QUEEN_FIRST_COIN, Reason.ALL_OWN_AND_QUEEN_POCKETED),
    "C-073": lambda s: s.queen and s.striker and not s.over,
    "C-074": lambda s: s.offence and not s.over and s.found(*TURN_ENDS, Reason.BREAK_LOST_AT_ONCE),
    "C-075": lambda s: ((s.offence or s.coins_back) and not s.over) or s.found(Reason.TECHNICAL_FOUL),
    "C-076": lambda s: s.coins_back,
    "C-077": found(Reason.DUE_OWED, Reason.OWED_PAID),
    "C-078": lambda s: s.facts.striker_pocketed and s.offence and not s.over,
    "C-079": lambda s: s.live and s.theirs > 0 and not s.over,
    "C-080": lambda s: s.queen_back and s.found(Reason.OPPONENT_COIN_FOUL),
    "C-081": found(*OWN_LAST, Reason.LAST_OWN_RETURNS),
    "C-082": lambda s: s.found(Reason.OPPONENT_LAST_RETURNS),
    "C-084": found(Reason.BREAK_PASSES, Reason.BREAK_FAILED_PENALTY),
}
