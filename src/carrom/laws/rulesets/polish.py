"""A Polish table maker's short rules: 25 points or eight boards, backward strokes, a last coin too early loses."""

from dataclasses import replace
from types import MappingProxyType

from carrom.laws.conditions.polish import CONDITIONS
from carrom.laws.ruled import behind_facts
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.laws.rulesets.icf import clauses_of
from carrom.laws.ruling import Reason

CITATIONS: dict[Reason, tuple[str, ...]] = {
    **{
        why: ("P-031", "P-032", *cited)
        for why, cited in ICF.citations.items()
        if why.value.startswith("improper_striker")
    },
    Reason.STRIKER_ALONE: ("P-031",),
    Reason.STRIKER_AT_BREAK: ("P-031", "P-032"),
    Reason.STRIKER_WITH_OWN: ("P-032",),
    Reason.STRIKER_WITH_OPPONENT: ("P-031",),
    Reason.STRIKER_WITH_BOTH: ("P-032",),
    Reason.STRIKER_WITH_QUEEN: ("P-031",),
    Reason.STRIKER_WITH_QUEEN_AND_OWN: ("P-032", *clauses_of((98,))),
    Reason.STRIKER_IN_COVERING_STROKE: ("P-024", "P-031"),
    Reason.STRIKER_AND_OWN_IN_COVERING_STROKE: ("P-032", *clauses_of((101,))),
    Reason.BREAK_MADE: ("P-008", *ICF.citations[Reason.BREAK_MADE]),
    Reason.STRIKING_BREACH: (
        *("P-011", "P-012", "P-013", "P-015", "P-018", "P-020", "P-021"),
        *ICF.citations[Reason.STRIKING_BREACH],
    ),
    Reason.TURN_CONTINUES: ("P-032", *clauses_of((48,))),
    Reason.TURN_PASSES: ("P-022", "P-024", *clauses_of((48, 95, 125, 137))),
    Reason.TURN_LOST_BY_STRIKER: ("P-031",),
    Reason.COIN_OFF_BOARD: ("P-034", "P-036"),
    Reason.QUEEN_TO_COVER: ("P-022", "P-023"),
    Reason.QUEEN_TOO_EARLY: ("P-022",),
    Reason.QUEEN_TOO_EARLY_WITH_STRIKER: ("P-022", *ICF.citations[Reason.QUEEN_TOO_EARLY_WITH_STRIKER]),
    Reason.QUEEN_COVERED_NOW: ("P-033",),
    Reason.QUEEN_COVERED_AFTER: ("P-023",),
    Reason.QUEEN_FIRST_COIN: ("P-022", "P-023", "P-033"),
    Reason.QUEEN_NOT_COVERED: ("P-023", "P-024"),
    Reason.QUEEN_COVER_FAILED: ("P-024", *ICF.citations[Reason.QUEEN_COVER_FAILED]),
    Reason.QUEEN_BACK_AFTER_FOUL: ("P-024", *clauses_of((64, 98))),
    Reason.DUE_PLACED: ("P-035",),
    Reason.QUEEN_PLACED: ("P-037",),
    Reason.ALL_OWN_POCKETED: ("P-009",),
    Reason.ALL_OWN_AND_QUEEN_POCKETED: ("P-009", "P-033"),
    Reason.LAST_OWN_COVERS: ("P-009", "P-023"),
    Reason.OWN_LAST_QUEEN_UP: ("P-025", "P-039", "P-040"),
    Reason.OWN_LAST_QUEEN_UP_WITH_STRIKER: ("P-025", "P-039", "P-040"),
    Reason.OWN_LAST_QUEEN_UP_IMPROPER: ("P-025", "P-039", "P-040"),
    **dict.fromkeys(
        (
            Reason.OPPONENT_LAST_QUEEN_UP,
            Reason.OPPONENT_LAST_QUEEN_UP_WITH_STRIKER,
            Reason.OPPONENT_LAST_QUEEN_UP_IMPROPER,
            Reason.OPPONENT_LAST_COVERING,
            Reason.OPPONENT_LAST_WITH_QUEEN,
            Reason.OPPONENT_LAST_QUEEN_OWN,
            Reason.OPPONENT_LAST_QUEEN_THEIRS,
            Reason.BOTH_LAST_LOSES_BOARD,
        ),
        ("P-038",),
    ),
    Reason.COINS_SCORE: ("P-026",),
    Reason.QUEEN_SCORES: ("P-027", "P-030"),
    Reason.QUEEN_OVER_LIMIT: ("P-030",),
    Reason.QUEEN_LOSER_NOTHING: ("P-028",),
    Reason.STRIKER_OFF_LINES: ("P-011",),
    Reason.STRIKER_PART_ON_CIRCLE: ("P-012",),
    Reason.STRIKER_ON_ARROW: ("P-013",),
    Reason.PLACE_OUTSIDE_CIRCLE: ("P-035",),
}

FACTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("push drag not_flicked".split(), ("P-015",)),
    **dict.fromkeys("second_hand two_fingers wrong_finger".split(), ("P-014", "P-018", "P-020")),
    "over_diagonal": ("P-021",),
    "left_seat": ("P-007", "P-017"),
    "chair_moved": ("P-016",),
}

RULESET = replace(
    ICF,
    slug="polish",
    title="Polish house rules",
    inherits="icf",
    side_change_mid="none",
    rack_aim="chosen_pocket",
    techniques_forward=("index", "middle", "scissors"),
    techniques_backward=("thumb", "scissors"),
    cover_in_first_stroke_when="never",
    striker_own_coins="stay",
    striker_own_total=2,
    striker_queen_turn="ends_without_own",
    own_last_points="queen_and_coins_up",
    opponent_last_queen_covered="lose_board",
    opponent_last_covering="coins",
    lost_board_points="coins_up_and_covered_queen",
    both_last="lose_board",
    demanded_extra_point=False,
    coin_off_order="free",
    technical_foul="other_side",
    penalty_may_cover_centre=True,
    queen_placer="any",
    off_board_placer="any",
    queen_pays_up_to=22,
    match_wins_needed=1,
    stroke_seconds=None,
    placing_seconds=None,
    leaving="foul",
    side_change_seconds=None,
    interval_seconds=None,
    reporting_minutes=None,
    protest_minutes=None,
    foul_events=("technique", "hands", "diagonals", "seat", "chair"),
    declared_events=MappingProxyType({"over_diagonal": "over_diagonal", "left_seat": "leaving"}),
    citations=MappingProxyType({**ICF.citations, **CITATIONS}),
    fact_citations=MappingProxyType(FACTS),
    conditions=MappingProxyType({**ICF.conditions, **behind_facts(FACTS), **CONDITIONS}),
)
