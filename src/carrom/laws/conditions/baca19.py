"""When each clause of BACA 19-coin applies: whites are the own coins until all are down and the queen is covered."""

from carrom.laws.ruled import Condition, found
from carrom.laws.ruling import Reason

BLACKS = (
    Reason.BLACK_RETURNS,
    Reason.BLACK_RETURNS_WITH_QUEEN,
    Reason.BLACK_STAYS,
    Reason.BLACK_STAYS_WITH_QUEEN,
)

CONDITIONS: dict[str, Condition] = {
    # all down and nothing owed; what is owed is paid first, also by the last coins
    "B-003": lambda s: (
        s.found(Reason.SOLO_CLEARED, Reason.OWED_PAID) or (s.dues_back > 0 and s.dues_back == s.coins_up_after)
    ),
    "B-004": found(Reason.SOLO_STROKE_COUNTS, Reason.SOLO_CLEARED),
    "B-014": lambda s: s.at_break,
    "B-015": lambda s: s.at_break and s.after.strokes == 1,
    "B-016": lambda s: s.own > 0 or s.found(*BLACKS),
    "B-017": found(
        Reason.QUEEN_TO_COVER,
        Reason.QUEEN_COVERED_NOW,
        Reason.QUEEN_COVERED_AFTER,
        Reason.QUEEN_FIRST_COIN,
        Reason.QUEEN_NOT_COVERED,
    ),
    "B-018": found(Reason.OWN_LAST_QUEEN_UP, Reason.LAST_OWN_RETURNS),
    "B-019": found(*BLACKS),
    "B-020": lambda s: s.found(Reason.BLACK_RETURNS) and not s.own,
    "B-021": lambda s: s.found(Reason.BLACK_STAYS) and s.own > 0,
    "B-022": lambda s: s.queen and not s.own and s.found(*BLACKS),
    "B-023": lambda s: s.pending and s.queen_back and not s.own,
    # the rules on blacks hold for the break too
    "B-024": lambda s: s.at_break and s.found(*BLACKS),
    "B-025": lambda s: s.at_break and s.found(Reason.BLACK_STAYS),
    "B-026": lambda s: s.at_break and s.own > 0 and s.found(Reason.QUEEN_COVERED_NOW, Reason.QUEEN_FIRST_COIN),
    "B-027": lambda s: s.at_break and s.found(Reason.BLACK_RETURNS),
    "B-028": lambda s: s.at_break and s.found(Reason.BLACK_RETURNS_WITH_QUEEN),
    "B-029": lambda s: s.dues_back > 0 or s.found(Reason.DUE_OWED, Reason.OWED_PAID),
    "B-030": lambda s: s.dues_back > 1,
    "B-031": lambda s: s.coins_back or s.queen_back,
    "B-035": lambda s: s.facts.made,
    "B-036": lambda s: s.at_break,
    "B-037": lambda s: s.facts.made,
    "B-041": found(Reason.SOLO_CAPPED),
    "B-042": found(Reason.SOLO_CAPPED),
}
