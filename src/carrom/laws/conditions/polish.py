"""When each clause of the Polish house rules applies; where they are silent the ICF laws fill in."""

from carrom.laws.ruled import Condition, found
from carrom.laws.ruling import Reason

FINISHES = (Reason.ALL_OWN_POCKETED, Reason.ALL_OWN_AND_QUEEN_POCKETED, Reason.LAST_OWN_COVERS)
OWN_LAST = (
    Reason.OWN_LAST_QUEEN_UP,
    Reason.OWN_LAST_QUEEN_UP_WITH_STRIKER,
    Reason.OWN_LAST_QUEEN_UP_IMPROPER,
)

EARNING = (Reason.QUEEN_TO_COVER, Reason.QUEEN_TOO_EARLY, Reason.QUEEN_TOO_EARLY_WITH_STRIKER, Reason.QUEEN_FIRST_COIN)
NOT_COVERED = (Reason.QUEEN_NOT_COVERED, Reason.QUEEN_COVER_FAILED, Reason.QUEEN_BACK_AFTER_FOUL)

CONDITIONS: dict[str, Condition] = {
    "P-008": lambda s: s.at_break,
    "P-009": found(*FINISHES),
    "P-011": lambda s: s.unnamed_breach,
    "P-012": lambda s: s.unnamed_breach,
    "P-013": lambda s: s.unnamed_breach,
    "P-015": lambda s: s.unnamed_breach or s.declared("push", "drag", "not_flicked"),
    "P-018": lambda s: s.unnamed_breach or s.declared("second_hand", "two_fingers", "wrong_finger"),
    "P-020": lambda s: s.unnamed_breach or s.declared("second_hand", "two_fingers", "wrong_finger"),
    "P-021": lambda s: s.unnamed_breach or s.declared("over_diagonal"),
    "P-022": lambda s: s.queen and s.found(*EARNING),
    "P-023": found(
        Reason.QUEEN_TO_COVER,
        Reason.QUEEN_FIRST_COIN,
        Reason.QUEEN_COVERED_AFTER,
        Reason.QUEEN_NOT_COVERED,
        Reason.LAST_OWN_COVERS,
    ),
    # no own coin has covered her, and the other side plays
    "P-024": lambda s: s.queen_back and not (s.keeps or s.own) and s.found(*NOT_COVERED),
    "P-025": found(*OWN_LAST),
    "P-026": found(Reason.COINS_SCORE),
    "P-027": found(Reason.QUEEN_SCORES),
    "P-028": found(Reason.QUEEN_LOSER_NOTHING),
    "P-030": lambda s: s.found(Reason.QUEEN_OVER_LIMIT) or (s.found(Reason.QUEEN_SCORES) and s.score_of_winner >= 22),
    "P-031": lambda s: s.striker and not (s.own or s.over),
    "P-032": lambda s: s.striker and s.own > 0 and not s.over,
    "P-033": found(Reason.QUEEN_COVERED_NOW, Reason.QUEEN_FIRST_COIN, Reason.ALL_OWN_AND_QUEEN_POCKETED),
    "P-034": found(Reason.COIN_OFF_BOARD),
    "P-035": lambda s: s.coins_back,
    "P-036": found(Reason.COIN_OFF_BOARD),
    "P-037": lambda s: s.queen_back,
    "P-038": lambda s: s.over and s.theirs_last,
    "P-039": found(*OWN_LAST),
    "P-040": found(*OWN_LAST),
}
