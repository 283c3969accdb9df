"""Declarations by name: the kinds of breaches that may be fouls, and the effects of declared facts.

A ruleset chooses among them (`carrom.laws.ruleset`); `carrom.laws.clauses.declared` implements the effects. The
choices of the ICF Laws are here, since they are the defaults.
"""

from typing import Literal

FoulKind = Literal[
    "technique",
    "hands",
    "diagonals",
    "body",
    "pieces",
    "motion",
    "board",
    "seat",
    "chair",
    "leaning",
    "manners",
    "things",
    "stopped",
    "intent",
    "placing",
]
Effect = Literal[
    "foul",
    "warning",
    "warning_first",
    "over_diagonal",
    "technique",
    "permitted",
    "restore",
    "disturbance",
    "void",
    "foul_and_void",
    "out_of_turn",
    "after_stop",
    "lose_board",
    "replay_board",
    "leaving",
    "before_play",
    "claim_lapses",
    "lose_match",
    "forfeit_game",
    "referee",
]
WRONG_FINGER = "wrong_finger"  # a foul only where the technique is not free: the values `techniques_...` say
ANY_FINGER = "any_finger"
TECHNIQUES = frozenset({ANY_FINGER, "one_finger", "index", "middle", "ring", "little", "thumb", "scissors"})
CHARGED = frozenset({"foul", "warning", "warning_first", "over_diagonal", "foul_and_void"})

ICF_FOULS: tuple[FoulKind, ...] = (
    "technique",
    "diagonals",
    "body",
    "pieces",
    "motion",
    "board",
    "seat",
    "chair",
    "leaning",
    "manners",
    "things",
    "stopped",
    "placing",
)
ICF_FACTS: dict[str, Effect] = {
    "over_diagonal": "over_diagonal",
    "left_seat": "leaving",
    "struck_after_stop": "after_stop",
    "out_of_turn": "out_of_turn",
    "interference": "disturbance",
    "vibration": "disturbance",
    "outage": "disturbance",
    "umpire_mishap": "disturbance",
    "no_room_for_striker": "replay_board",
    "before_play": "before_play",
    "claim_forgotten": "claim_lapses",
    "left_match": "lose_match",
    "abuse": "referee",
    "unsporting": "referee",
    "damage": "referee",
}
