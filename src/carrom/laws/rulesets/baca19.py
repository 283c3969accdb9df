"""BACA 19-coin solo: one player clears all nineteen, whites and queen first; strokes are counted."""

from dataclasses import replace
from types import MappingProxyType

from carrom.laws.conditions.baca19 import CONDITIONS
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.laws.rulesets.icf import clauses_of
from carrom.laws.ruling import Reason

CITATIONS: dict[Reason, tuple[str, ...]] = {
    Reason.BREAK_MADE: ("B-014", "B-015", "B-036"),
    Reason.BREAK_NOT_MADE: ("B-035",),
    Reason.OWN_POCKETED: ("B-016",),
    Reason.BLACK_RETURNS: ("B-016", "B-019", "B-020", "B-024", "B-027"),
    Reason.BLACK_RETURNS_WITH_QUEEN: ("B-016", "B-019", "B-022", "B-024", "B-028"),
    Reason.BLACK_STAYS: ("B-016", "B-019", "B-021", "B-024", "B-025"),
    Reason.BLACK_STAYS_WITH_QUEEN: ("B-016", "B-019", "B-022", "B-023", "B-024"),
    Reason.MISSED: ("B-037",),
    Reason.QUEEN_TO_COVER: ("B-017",),
    Reason.QUEEN_COVERED_NOW: ("B-017", "B-026"),
    Reason.QUEEN_FIRST_COIN: ("B-017", "B-026", *ICF.citations[Reason.QUEEN_FIRST_COIN]),
    Reason.QUEEN_COVERED_AFTER: ("B-017",),
    Reason.QUEEN_NOT_COVERED: ("B-017", "B-023"),
    Reason.DUE_PLACED: ("B-029", "B-030", "B-031"),
    Reason.OPPONENT_COIN_RETURNS: ("B-020", "B-031"),
    Reason.DUE_OWED: ("B-029", *clauses_of((72,))),
    Reason.OWED_PAID: ("B-003", "B-029"),
    Reason.COINS_OF_STROKE_RETURN: ("B-029", "B-030", "B-031"),
    Reason.QUEEN_PLACED: ("B-023", "B-031"),
    Reason.LAST_OWN_RETURNS: ("B-018",),
    Reason.OWN_LAST_QUEEN_UP: ("B-018",),
    Reason.SOLO_STROKE_COUNTS: ("B-003", "B-004", "B-035", "B-037"),
    Reason.SOLO_CLEARED: ("B-003", "B-004"),
    Reason.SOLO_CAPPED: ("B-041", "B-042"),
    Reason.PLACE_TAKEN: ("B-032",),
    Reason.PLACE_MAKES_SHOT: ("B-033",),
}

NOT_ALONE = "left_seat time_exceeded delay out_of_turn distraction blocking claim_forgotten".split()

RULESET = replace(
    ICF,
    slug="baca19",
    title="BACA 19-coin solo",
    inherits="icf",
    side_count=1,
    players_allowed=(1,),
    colour_assignment="solo",
    toss_choice="none",
    break_rotation="same",
    side_change_after_game=False,
    side_change_mid="none",
    break_attempts=None,
    cover_at_break="with_black",
    own_last_queen_up="return",
    demanded_extra_point=False,
    owed_lapse="never",
    penalty_placer="player",
    penalty_region="centre",
    penalty_may_cover_centre=True,
    placing_makes_shot="forbidden",
    double_due_layout="touching_pair",
    queen_placer="player",
    off_board_placer="player",
    score_mode="strokes",
    board_points_cap=None,
    game_target=None,
    board_limit=5,
    match_wins_needed=1,
    stroke_cap=45,
    stroke_seconds=None,
    placing_seconds=None,
    side_change_seconds=None,
    interval_seconds=None,
    reporting_minutes=None,
    protest_minutes=None,
    black_with_queen="stay_after_break",
    struck_after_stop="foul",  # loses an ICF board; alone there is nobody to win it
    foul_events=tuple(kind for kind in ICF.foul_events if kind not in ("seat", "manners", "placing")),
    declared_events=MappingProxyType(
        {fact: effect for fact, effect in ICF.declared_events.items() if fact not in NOT_ALONE}
    ),
    citations=MappingProxyType({**ICF.citations, **CITATIONS}),
    fact_citations=ICF.fact_citations,
    conditions=MappingProxyType({**ICF.conditions, **CONDITIONS}),
)
