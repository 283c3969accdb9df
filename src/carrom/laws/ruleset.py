"""A ruleset is values, no code: it can be stored, compared, changed by an option, read from a file.

One flat name space. Defaults are the ICF Laws of Carrom (edition of 143 laws) and never change once shipped, so a
record that stores what differs from them stays readable. A value that names a behaviour picks one function from the
table of its stage (`carrom.laws.clauses`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from carrom.laws.effects import ANY_FINGER, CHARGED, ICF_FACTS, ICF_FOULS, WRONG_FINGER, Effect, FoulKind
from carrom.laws.facts import KIND_OF_FACT
from carrom.laws.ruled import Condition
from carrom.laws.ruling import Reason


def value(default: Any, *, says: str, least: int | None = None, group: str = "") -> Any:
    """Declare a value of a ruleset: its default (ICF), what it means, and the least number it may be."""
    metadata = {"says": says, "least": least, "group": group}
    if isinstance(default, dict):
        frozen = MappingProxyType(default)
        return field(default_factory=lambda: frozen, hash=False, metadata=metadata)
    return field(default=default, metadata=metadata)


BOARD_REPLAY_EVENTS = frozenset({"three_passes", "no_room_for_striker", "unforeseen", "both_last", "two_queens"})
Check = Literal["coins", "strikers", "nets", "powder", "clean"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """All values of one ruleset, under the names of docs/laws/parameters; defaults are ICF."""

    slug: str = "icf"
    title: str = "ICF Laws of Carrom"
    edition: int = 1
    inherits: str | None = None  # the ruleset whose values hold where this document is silent
    game_word: str = value("game", says="what players call a run of boards", group="sides and order")

    # sides and order
    side_count: Literal[1, 2] = value(2, says="sides: 2, or 1 for a solo discipline", group="sides and order")
    players_allowed: tuple[int, ...] = value((2, 4), says="how many may play", group="sides and order")
    colour_assignment: Literal["breaker_white", "first_pocketed", "chosen", "solo"] = value(
        "breaker_white", says="how the sides get their colours", group="sides and order"
    )
    toss_choice: Literal["side_or_break", "break", "none"] = value(
        "side_or_break", says="what the winner of the toss may choose", group="sides and order"
    )
    break_rotation: Literal["alternate", "same"] = value(
        "alternate", says="who breaks the next board", group="sides and order"
    )
    doubles_order: Literal["left", "right"] = value(
        "right", says="to which neighbour turn and break pass in doubles", group="sides and order"
    )
    doubles_second_breaker: Literal["right_of_first", "left_of_first"] = value(
        "right_of_first",
        says="doubles: who opens the second game, seen from the first game's first breaker",
        group="sides and order",
    )
    side_change_after_game: bool = value(True, says="sides change after each game", group="sides and order")
    side_change_mid: Literal["none", "points", "boards_or_points"] = value(
        "boards_or_points", says="when sides change within the deciding game", group="sides and order"
    )
    side_change_points: int = value(
        13, least=1, says="score at which sides change in the deciding game", group="sides and order"
    )
    side_change_boards: int = value(
        4, least=1, says="board after which sides change in the deciding game", group="sides and order"
    )
    side_change_only_game: bool = value(
        False, says="the only game of a match counts as its deciding one for that", group="sides and order"
    )
    substitution: bool = value(False, says="a player may be replaced during a match", group="sides and order")
    ready_check: bool = value(False, says="players are asked whether they are ready", group="sides and order")

    # rack and striker
    rack_pattern: Literal["icf_y"] = value("icf_y", says="how the pieces lie at the start", group="rack and striker")
    rack_aim: Literal["free", "chosen_pocket"] = value(
        "free", says="whether the Y must point to a chosen pocket", group="rack and striker"
    )
    striker_both_lines: bool = value(True, says="the striker must touch both base lines", group="rack and striker")
    striker_end_circle: Literal["cover_or_clear", "any"] = value(
        "cover_or_clear", says="the striker covers a base circle fully or does not touch it", group="rack and striker"
    )
    striker_may_touch_arrow: bool = value(
        False, says="the striker may touch the arrow's line", group="rack and striker"
    )
    striker_may_touch_coin: bool = value(
        True, says="the striker may touch a piece when it is set down", group="rack and striker"
    )
    backward_stroke: Literal["allowed", "forbidden"] = value(
        "allowed", says="strokes towards the own frame", group="rack and striker"
    )
    horizontal_stroke: Literal["allowed", "forbidden"] = value(
        "allowed", says="strokes along the base lines", group="rack and striker"
    )
    must_cross_front_line: bool = value(
        False, says="the striker must cross its own front line in every stroke", group="rack and striker"
    )
    behind_line_needs_crossing: bool = value(
        False,
        says="a piece on or behind the own front line may be hit only after the striker crossed that line",
        group="rack and striker",
    )
    rebound_to_own_half_foul: bool = value(
        False, says="a striker that comes back into its own half before a contact is a foul", group="rack and striker"
    )
    allow_own_frame_first: bool = value(
        True, says="the striker may touch its own frame before a piece", group="rack and striker"
    )
    contact_required: bool = value(
        False, says="after the break a stroke that touches nothing is a foul", group="rack and striker"
    )
    techniques_forward: tuple[str, ...] = value(
        (ANY_FINGER,), says="how a forward stroke may be made", group="rack and striker"
    )
    techniques_backward: tuple[str, ...] = value(
        (ANY_FINGER,), says="how a backward stroke may be made", group="rack and striker"
    )
    hand_over_diagonal: Literal["nobody", "hand_only", "warn"] = value(
        "hand_only", says="what may pass the lines of the arrows", group="rack and striker"
    )

    # break
    rack_may_be_touched: bool = value(
        False, says="the breaker may keep the rack together by hand before the first stroke", group="break"
    )
    break_attempts: int | None = value(3, least=1, says="attempts at the break; none: no limit", group="break")
    break_made_by: Literal["contact", "spread"] = value("contact", says="what makes the break", group="break")
    break_failure_penalty: int = value(
        0, least=0, says="coins owed when all attempts at the break failed", group="break"
    )
    break_striker_pocketed: Literal["turn_only", "foul"] = value(
        "turn_only", says="the striker pocketed in an attempt that touched nothing", group="break"
    )
    break_touched_improper: Literal["foul", "turn_only"] = value(
        "foul", says="an improper break that touched a coin", group="break"
    )
    failed_breaker_keeps_colour: bool = value(
        True, says="colours stay when the break passes to the other side", group="break"
    )

    # queen
    queen_needs_own_down: int = value(
        1, least=0, says="own coins that must be down before the queen; 0: none", group="queen"
    )
    early_queen_turn: Literal["ends", "continues"] = value(
        "ends", says="the turn after the queen alone was pocketed too early", group="queen"
    )
    early_queen_return: Literal["at_once", "end_of_turn"] = value(
        "at_once", says="when a queen pocketed too early comes back", group="queen"
    )
    queen_blocked_by_due: bool = value(
        True, says="while something is owed the queen may not be pocketed", group="queen"
    )
    cover_window: Literal["same_or_next_stroke", "same_turn"] = value(
        "same_or_next_stroke",
        says="when the queen must be covered; same_turn: an own coin pocketed earlier in the turn covers her too",
        group="queen",
    )
    cover_in_first_stroke_min: int | Literal["never"] = value(
        2,
        least=1,
        says="own coins in the queen's stroke that cover her when none was down before",
        group="queen",
    )
    cover_in_first_stroke_when: Literal["all_up", "none_ever_down", "never"] = value(
        "all_up",
        says="when that number is asked: whenever all own coins are up, only if none was ever down, or never",
        group="queen",
    )
    cover_at_break: Literal["as_ever", "with_black", "always"] = value(
        "as_ever",
        says="solo: one coin that falls with the queen at the break covers her: never more than later, if a black fell "
        "too, or always",
        group="queen",
    )
    cover_fails_with_opponent_coin: bool = value(
        False, says="an opponent's coin in the covering stroke makes the cover fail", group="queen"
    )
    cover_reprieve: Literal["repeats", "once"] = value(
        "repeats", says="covering stroke with own coin and striker: how often it may be repeated", group="queen"
    )
    foul_voids_cover: bool | Literal["but_striker_with_own"] = value(
        "but_striker_with_own",
        says="a foul in the covering stroke sends the queen back; the exception: striker pocketed with an own coin",
        group="queen",
    )
    queen_with_last_own: Literal["wins", "void"] = value(
        "wins", says="queen and last own coin in one stroke", group="queen"
    )

    # striker pocketed
    striker_alone: int = value(1, least=0, says="coins for a pocketed striker without an own coin", group="striker")
    striker_alone_turn: Literal["keep", "ends"] = value(
        "ends", says="the turn after a pocketed striker without an own coin or queen", group="striker"
    )
    striker_own_coins: Literal["stay", "return"] = value(
        "return", says="own coins of a stroke that pocketed the striker", group="striker"
    )
    striker_own_total: int | Literal["n+1"] = value(
        "n+1",
        least=0,
        says="coins that come back in all for striker and n own coins; n+1 counts the n only if they return",
        group="striker",
    )
    striker_own_turn: Literal["keep", "ends"] = value(
        "keep", says="the turn after striker with own coin by a proper stroke", group="striker"
    )
    striker_opponent: Literal["stays", "returns"] = value(
        "stays", says="an opponent's coin pocketed with the striker", group="striker"
    )
    striker_queen_turn: Literal["keep", "ends", "ends_without_own"] = value(
        "keep",
        says="the turn after striker with queen by a proper stroke; ends_without_own: an own coin in it keeps the turn",
        group="striker",
    )
    striker_queen_own_first: Literal["keep", "ends"] = value(
        "keep", says="the same with own coins when all own coins were up", group="striker"
    )
    improper_striker_penalty: Literal[1, 2] = value(
        2, says="coins for a striker pocketed by an improper stroke", group="striker"
    )

    # opponent's coins
    opponent_coin: Literal["stays", "returns"] = value(
        "stays", says="an opponent's coin pocketed", group="opponent's coins"
    )
    opponent_coin_penalty: Literal["never", "direct", "always"] = value(
        "never", says="when an opponent's coin pocketed is a foul", group="opponent's coins"
    )
    opponent_with_own: Literal["keep", "ends"] = value(
        "keep", says="the turn after own and opponent's coins by a proper stroke", group="opponent's coins"
    )
    opponent_with_queen: Literal["none", "queen_back", "queen_back_and_penalty"] = value(
        "none", says="queen and opponent's coin without an own coin", group="opponent's coins"
    )
    pending_queen_back_on_opponent_foul: bool | Literal["covered_too"] = value(
        False,
        says="the uncovered queen goes back after a foul with an opponent's coin; covered_too: also one that was "
        "covered in this turn",
        group="opponent's coins",
    )

    # last coins
    own_last_queen_up: Literal["lose_board", "return", "return_and_penalty"] = value(
        "lose_board", says="the last own coin while the queen is up", group="last coins"
    )
    own_last_points: Literal["queen_or_one", "queen", "queen_and_coins_up"] = value(
        "queen_or_one", says="points for a board lost by the last own coin", group="last coins"
    )
    own_last_while_owing: Literal["finish", "pay_first"] = value(
        "finish", says="the last own coin while coins are owed", group="last coins"
    )
    opponent_last_queen_up: Literal["lose_board", "return", "return_and_penalty"] = value(
        "lose_board", says="the opponent's last coin while the queen is up", group="last coins"
    )
    opponent_last_queen_covered: Literal["opponent_wins", "lose_board", "return", "return_and_penalty"] = value(
        "opponent_wins", says="the opponent's last coin when the queen is covered", group="last coins"
    )
    opponent_last_covering: Literal["coins_and_queen", "coins"] = value(
        "coins_and_queen",
        says="what the opponent's last coin costs when own coins cover the queen in that stroke",
        group="last coins",
    )
    opponent_last_own_returns: bool = value(
        False,
        says="opponent's last with the striker: own coins of the stroke count as back on the board",
        group="last coins",
    )
    lost_board_points: Literal["coins_up_and_queen", "coins_up_and_covered_queen", "coins_up"] = value(
        "coins_up_and_queen",
        says="points of a board lost otherwise: the loser's coins up, with the queen unless the loser has covered her, "
        "with her only if the winner has covered her, or without her",
        group="last coins",
    )
    both_last: Literal["by_queen", "lose_board", "draw_replay", "as_opponent_last"] = value(
        "by_queen", says="both sides' last coins in one stroke", group="last coins"
    )
    last_with_foul: Literal["return_and_penalty", "striker_rule"] = value(
        "striker_rule", says="the last own coin by a stroke with a foul", group="last coins"
    )
    demanded_extra_point: bool = value(
        True,
        says="the winner may demand a point for a pocketed striker and one for an improper last stroke",
        group="last coins",
    )
    extra_beyond_cap: bool = value(
        False, says="demanded points count beyond the most points of a board", group="last coins"
    )

    # off the board
    coin_off_foul: bool = value(False, says="a piece off the board is a foul", group="off the board")
    striker_off_foul: bool = value(False, says="the striker off the board is a foul", group="off the board")
    coin_off_order: Literal["queen_first", "free"] = value(
        "queen_first", says="in which order pieces from off the board are put back", group="off the board"
    )

    # fouls and penalties
    foul_events: tuple[FoulKind, ...] = value(
        ICF_FOULS,
        says="which declared breaches are fouls; what the strokes themselves show has values of its own",
        group="fouls",
    )
    foul_coins: int = value(1, least=0, says="coins for a foul", group="fouls")
    foul_ends_turn: bool = value(True, says="a foul of the player in turn ends his turn", group="fouls")
    foul_stroke_coins: Literal["stay", "return"] = value(
        "return", says="own coins and queen of a stroke with a foul", group="fouls"
    )
    technical_foul: bool | Literal["other_side"] = value(
        True,
        says="fouls that cost a coin and leave the turn: of the other side; true: those before a turn's first stroke",
        group="fouls",
    )
    multi_foul: Literal["sum", "one", "one_with_exceptions"] = value(
        "sum", says="several fouls in one stroke", group="fouls"
    )
    owed: bool = value(True, says="what cannot be paid is owed", group="fouls")
    owed_paid: Literal["after_stroke", "end_of_turn"] = value(
        "after_stroke", says="when what is owed is paid", group="fouls"
    )
    owed_lapse: Literal["never", "next_turn", "claim_time"] = value(
        "claim_time", says="when a claim that was not used lapses", group="fouls"
    )

    # placing
    penalty_placer: Literal["opponent", "player", "official"] = value(
        "opponent", says="who places a due", group="placing"
    )
    penalty_region: Literal["outer_circle", "centre"] = value(
        "outer_circle", says="where a due is placed", group="placing"
    )
    penalty_may_cover_centre: bool = value(False, says="a due may lie on the centre circle", group="placing")
    placing_makes_shot: Literal["allowed", "not_with_queen", "forbidden"] = value(
        "not_with_queen", says="whether a due may line up a shot", group="placing"
    )
    double_due_layout: Literal["free", "touching_pair"] = value(
        "free", says="how two dues at once are laid", group="placing"
    )
    stacking: bool = value(False, says="dues may be laid on each other", group="placing")
    queen_placer: Literal["umpire", "opponent", "player", "any"] = value(
        "umpire", says="who puts the queen back", group="placing"
    )
    off_board_placer: Literal["umpire", "opponent", "player", "any"] = value(
        "umpire", says="who puts back what left the board", group="placing"
    )

    # position
    upright_coin: Literal["stays", "referee_flat"] = value("stays", says="a coin standing on its rim", group="position")
    rim_drop: Literal["counts", "counts_without_cause"] = value(
        "counts", says="a hanging piece that falls later", group="position"
    )
    rim_drop_turn: Literal["unaffected", "as_stroke"] = value(
        "unaffected",
        says="the turn when a hanging piece falls after the striker was taken up",
        group="position",
    )

    # scoring and formats
    score_mode: Literal["points", "strokes"] = value("points", says="what a board is scored in", group="scoring")
    coin_points: int = value(1, least=0, says="points for each of the loser's coins up", group="scoring")
    queen_points: int = value(3, least=0, says="points for a queen covered by the winner", group="scoring")
    queen_pays_up_to: int | None = value(
        21, least=0, says="highest score before the board at which the queen still pays; none: always", group="scoring"
    )
    queen_limit_reads: Literal["winner", "striker"] = value(
        "winner", says="whose score that is in a board lost by a last coin", group="scoring"
    )
    loser_queen_points: bool = value(False, says="the loser is paid for a queen that he covered", group="scoring")
    board_points_cap: int | None = value(12, least=1, says="most points of a board", group="scoring")
    game_target: int | None = value(25, least=1, says="points that win a game; none: no target", group="scoring")
    board_limit: int | None = value(8, least=1, says="boards of a game; none: no limit", group="scoring")
    limit_winner: Literal["leader", "board_wins"] = value(
        "leader", says="who wins a game at its board limit", group="scoring"
    )
    tie_at_limit: Literal["extra_board", "extra_boards", "share"] = value(
        "extra_board", says="an even score at the board limit", group="scoring"
    )
    match_wins_needed: int = value(2, least=1, says="games that win the match", group="scoring")
    decider: Literal["game", "total_points"] = value("game", says="what decides at even wins", group="scoring")
    agreed_draw: bool = value(False, says="players may agree on a draw of a board", group="scoring")

    # solo
    boards_per_set: int = value(5, least=1, says="solo: boards of a set", group="solo")
    stroke_cap: int | None = value(None, least=1, says="solo: strokes at which a board may be stopped", group="solo")
    average_decimals: int = value(2, least=0, says="solo: decimals of the average", group="solo")
    black_alone: Literal["return", "stay"] = value(
        "return", says="solo: blacks alone while whites are up", group="solo"
    )
    black_with_white: Literal["return", "stay"] = value(
        "stay", says="solo: blacks with whites while whites are up", group="solo"
    )
    black_with_queen: Literal["return", "stay", "stay_after_break", "stay_always"] = value(
        "stay",
        says="solo: blacks with the queen alone while whites are up; stay: but they return until a white was down; "
        "stay_after_break: but they return at the break; where they stay, the queen waits for her cover",
        group="solo",
    )

    # time and conduct
    stroke_seconds: int | None = value(15, least=1, says="seconds for a stroke", group="time and conduct")
    placing_seconds: int | None = value(15, least=1, says="seconds for placing", group="time and conduct")
    out_of_turn: Literal["void", "lose_board"] = value(
        "lose_board", says="a stroke out of turn", group="time and conduct"
    )
    struck_after_stop: Literal["lose_board", "foul_and_void", "foul"] = value(
        "lose_board", says="a stroke after the umpire has called to stop", group="time and conduct"
    )
    leaving: Literal["lose_board", "forfeit_game", "foul"] = value(
        "lose_board",
        says="leaving the seat during a board, or the match where it forfeits a game",
        group="time and conduct",
    )
    appeal_until: Literal["next_stroke", "board_end"] = value(
        "next_stroke", says="until when a stroke may be appealed", group="time and conduct"
    )
    protest_minutes: int | None = value(
        15, least=1, says="minutes after a board in which a protest about it may be made", group="time and conduct"
    )
    restore_on_disturbance: Literal["replay_stroke", "replay_board"] = value(
        "replay_board", says="after a disturbance from outside", group="time and conduct"
    )
    board_replay_events: tuple[str, ...] = value(
        ("three_passes", "no_room_for_striker", "unforeseen"),
        says="what makes a board count nothing",
        group="time and conduct",
    )
    checks: tuple[Check, ...] = value(
        ("coins", "strikers", "nets", "powder"),
        says="what the umpire looks at before the match",
        group="time and conduct",
    )
    trial_boards: int = value(2, least=0, says="trial boards before the match", group="time and conduct")
    time_outs: int = value(0, least=0, says="time-outs that a side may take in a game", group="time and conduct")
    time_out_seconds: int = value(60, least=1, says="seconds of a time-out", group="time and conduct")
    rearranged_after: int | None = value(
        None,
        least=1,
        says="turns without a pocketed coin after which the umpire is asked whether he rearranges the coins",
        group="time and conduct",
    )
    side_change_seconds: int | None = value(120, least=1, says="seconds for changing sides", group="time and conduct")
    interval_seconds: int | None = value(
        600, least=1, says="seconds between the second and third game", group="time and conduct"
    )
    reporting_minutes: int | None = value(15, least=1, says="minutes to report at the board", group="time and conduct")
    concession: bool = value(True, says="a game or match may be conceded", group="time and conduct")
    declared_events: Mapping[str, Effect] = value(
        ICF_FACTS,
        says="what a declared fact does, if it is more or less than a plain foul",
        group="time and conduct",
    )

    # clauses of this document that may stand behind each reason and each declared fact, and when each of them applies;
    # one without a condition, as in a club's own ruleset, applies wherever its reason is found
    citations: Mapping[Reason, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({}), compare=False, hash=False, repr=False
    )
    fact_citations: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({}), compare=False, hash=False, repr=False
    )
    conditions: Mapping[str, Condition] = field(
        default_factory=lambda: MappingProxyType({}), compare=False, hash=False, repr=False
    )


def effect_of(ruleset: Ruleset, fact: str) -> Effect | None:
    """What a declared fact does under a ruleset; None where the ruleset does not know it."""
    is_foul = KIND_OF_FACT.get(fact) in ruleset.foul_events
    effect = ruleset.declared_events.get(fact)
    if effect == "after_stop":
        effect = ruleset.struck_after_stop
    if effect is None and is_foul:
        return "technique" if fact == WRONG_FINGER else "foul"
    if effect is None:
        return None
    return None if effect in CHARGED and not is_foul else effect
