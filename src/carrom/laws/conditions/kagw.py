"""When each clause of KAGW 2022 applies. A pocketed striker is a foul there as any other."""

from carrom.laws.facts import FACTS_BY_KIND
from carrom.laws.ruled import Condition, found
from carrom.laws.ruling import Reason

FINISHES = (Reason.ALL_OWN_POCKETED, Reason.ALL_OWN_AND_QUEEN_POCKETED, Reason.LAST_OWN_COVERS)
OWN_LAST = (
    Reason.OWN_LAST_QUEEN_UP,
    Reason.OWN_LAST_QUEEN_UP_WITH_STRIKER,
    Reason.OWN_LAST_QUEEN_UP_IMPROPER,
)
TURN_ENDS = (Reason.TURN_PASSES, Reason.TURN_LOST_BY_STRIKER, Reason.TURN_LOST_BY_FOUL)
TOGETHER = (Reason.QUEEN_TOO_EARLY, Reason.QUEEN_TOO_EARLY_WAITS, Reason.QUEEN_COVERED_NOW, Reason.QUEEN_FIRST_COIN)
STRUCK_OTHERWISE = (*FACTS_BY_KIND["technique"], *FACTS_BY_KIND["hands"])

CONDITIONS: dict[str, Condition] = {
    "K-016": found(*TURN_ENDS),
    "K-017": found(Reason.TURN_CONTINUES, Reason.TURN_PASSES),
    "K-018": found(*FINISHES),
    "K-019": found(Reason.ALL_OWN_POCKETED, *OWN_LAST),
    "K-020": found(
        Reason.QUEEN_TO_COVER,
        Reason.QUEEN_RIGHT_RETAINED,
        Reason.QUEEN_COVERED_AFTER,
        Reason.QUEEN_NOT_COVERED,
        Reason.LAST_OWN_COVERS,
    ),
    "K-021": found(Reason.QUEEN_NOT_COVERED, Reason.QUEEN_COVER_FAILED, Reason.QUEEN_BACK_AFTER_FOUL),
    "K-022": found(Reason.QUEEN_SCORES, Reason.QUEEN_LOSER_NOTHING),
    "K-026": lambda s: s.unnamed_breach or s.declared(*STRUCK_OTHERWISE),
    "K-027": lambda s: s.unnamed_breach or s.found(Reason.FRONT_LINE_NOT_CROSSED),
    "K-028": lambda s: s.unnamed_breach or s.found(Reason.BACKWARD_STROKE, Reason.OWN_FRAME_FIRST),
    "K-029": lambda s: s.unnamed_breach or s.found(Reason.HORIZONTAL_STROKE),
    "K-030": lambda s: s.unnamed_breach or s.found(Reason.PIECE_BEHIND_LINE),
    "K-031": lambda s: s.unnamed_breach or s.declared("over_diagonal"),
    "K-032": found(Reason.BREAK_NOT_MADE, Reason.BREAK_PASSES),
    "K-033": lambda s: s.at_break,
    "K-034": lambda s: s.clean and s.own > 0,  # whichever coin the striker met first
    "K-035": found(Reason.MISSED),
    "K-036": lambda s: s.live and s.keeps and (s.own > 0 or s.queen),
    "K-037": lambda s: s.clean and not (s.facts.pocketed or s.over),
    "K-038": lambda s: s.offence and s.found(*TURN_ENDS, Reason.BREAK_LOST_AT_ONCE),
    "K-039": found(
        Reason.QUEEN_TO_COVER,
        Reason.QUEEN_RIGHT_RETAINED,
        Reason.QUEEN_TOO_EARLY,
        Reason.QUEEN_TOO_EARLY_WITH_STRIKER,
        Reason.QUEEN_TOO_EARLY_WAITS,
        Reason.QUEEN_COVERED_NOW,
    ),
    "K-040": lambda s: s.found(Reason.QUEEN_TOO_EARLY_WAITS) and not s.own,
    "K-041": found(
        Reason.QUEEN_TOO_EARLY, Reason.QUEEN_TOO_EARLY_WAITS, Reason.QUEEN_WAITS_ON, Reason.QUEEN_BACK_AT_TURN_END
    ),
    "K-042": found(Reason.QUEEN_COVERED_NOW, Reason.QUEEN_COVERED_BEFORE, Reason.ALL_OWN_AND_QUEEN_POCKETED),
    "K-043": lambda s: s.own > 0 and s.found(*TOGETHER),
    "K-044": lambda s: s.queen_back,
    "K-048": lambda s: s.facts.striker_pocketed and s.offence and not s.over,
    "K-049": found(Reason.STRIKER_OFF_BOARD),
    "K-050": found(Reason.COIN_OFF_BOARD),
    "K-051": lambda s: s.theirs_stay > 0 and not s.over,
    "K-052": lambda s: s.clean and s.theirs > 0 and not s.over,
    "K-053": found(Reason.OPPONENT_WITH_QUEEN),
    "K-054": lambda s: s.live and s.offence and not s.over and (s.own_stay > 0 or (s.queen and s.theirs_stay > 0)),
    "K-055": found(Reason.OPPONENT_LAST_RETURNS),
    "K-056": lambda s: s.found(*OWN_LAST, Reason.LAST_OWN_RETURNS),
    "K-058": found(Reason.BREAK_PASSES, Reason.BREAK_FAILED_PENALTY),
    "K-059": lambda s: (s.offence and not s.over) or s.found(Reason.TECHNICAL_FOUL, Reason.BREAK_FAILED_PENALTY),
    "K-060": lambda s: (
        ((s.offence or s.coins_back) and not s.over) or s.found(Reason.TECHNICAL_FOUL, Reason.BREAK_FAILED_PENALTY)
    ),
    "K-061": lambda s: s.coins_back,
    "K-062": lambda s: (s.coins_back or s.queen_back) and (s.offence or s.found(Reason.TECHNICAL_FOUL)),
    "K-063": lambda s: s.coins_back,
    # which of the things that it lists are fouls, and which are none
    "K-064": lambda s: (
        (not s.over and (s.offence or s.theirs > 0))
        or s.found(
            Reason.TECHNICAL_FOUL,
            Reason.BREAK_FAILED_PENALTY,
            Reason.MISSED,
            Reason.COIN_OFF_BOARD,
            Reason.STRIKER_OFF_BOARD,
        )
    ),
    "K-065": found(Reason.DUE_OWED),
    "K-066": found(Reason.OWED_PAID, Reason.OWED_WAITS),
    "K-067": found(Reason.CLAIM_LAPSES),
    "K-068": found(Reason.COINS_SCORE),
    "K-072": found(Reason.COINS_SCORE, Reason.OWED_WRITTEN_OFF),
    "K-073": found(Reason.QUEEN_SCORES, Reason.QUEEN_OVER_LIMIT),
    "K-076": found(Reason.DOUBLES_ORDER),
    "K-077": found(Reason.PIECE_BEHIND_LINE),
}
