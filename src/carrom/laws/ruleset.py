"""A ruleset is values, no code: it can be stored, compared, changed by an option, read from a file.

One flat name space. Defaults are the ICF Laws of Carrom (edition of 143 laws) and never change once shipped, so a
record that stores what differs from them stays readable. A value that names a behaviour picks one function from the
table of its stage (`carrom.laws.clauses`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

from carrom.laws.effects import ANY_FINGER, CHARGED, ICF_FACTS, ICF_FOULS, WRONG_FINGER, Effect, FoulKind
from carrom.laws.facts import KIND_OF_FACT
from carrom.laws.ruled import Condition
from carrom.laws.ruling import Reason


def value(default: Any, *, says: str, group: str, least: int | None = None) -> Any:
    """Declare a value of a ruleset: its default (ICF), what it means, and the least number it may be."""
    metadata = {"says": says, "least": least, "group": group}
    if isinstance(default, dict):
        frozen = MappingProxyType(default)
        return field(default_factory=lambda: frozen, hash=False, metadata=metadata)
    return field(default=default, metadata=metadata)


# how a value of each group is declared
_sides = partial(value, group="sides and order")
_rack = partial(value, group="rack and striker")
_break = partial(value, group="break")
_queen = partial(value, group="queen")
_striker = partial(value, group="striker")
_opponent_coins = partial(value, group="opponent's coins")
_last_coins = partial(value, group="last coins")
_jumped = partial(value, group="off the board")
_fouls = partial(value, group="fouls")
_placing = partial(value, group="placing")
_position = partial(value, group="position")
_scoring = partial(value, group="scoring")
_solo = partial(value, group="solo")
_time = partial(value, group="time and conduct")

BOARD_REPLAY_EVENTS = frozenset({"three_passes", "no_room_for_striker", "unforeseen", "both_last", "two_queens"})
Check = Literal["coins", "strikers", "nets", "powder", "clean"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """All values of one ruleset, under the names of docs/laws/parameters; defaults are ICF."""

    slug: str = "icf"
    title: str = "ICF Laws of Carrom"
    edition: int = 1
    inherits: str | None = None  # the ruleset whose values hold where this document is silent
    game_word: str = _sides("game", says="what players call a run of boards")

    # sides and order
    side_count: Literal[1, 2] = _sides(2, says="sides: 2, or 1 for a solo discipline")
    players_allowed: tuple[int, ...] = _sides((2, 4), says="how many may play")
    colour_assignment: Literal["breaker_white", "first_pocketed", "chosen", "solo"] = _sides(
        "breaker_white", says="how the sides get their colours"
    )
    toss_choice: Literal["side_or_break", "break", "none"] = _sides(
        "side_or_break", says="what the winner of the toss may choose"
    )
    break_rotation: Literal["alternate", "same"] = _sides("alternate", says="who breaks the next board")
    doubles_order: Literal["left", "right"] = _sides("right", says="to which neighbour turn and break pass in doubles")
    doubles_second_breaker: Literal["right_of_first", "left_of_first"] = _sides(
        "right_of_first", says="doubles: who opens the second game, seen from the first game's first breaker"
    )
    side_change_after_game: bool = _sides(True, says="sides change after each game")
    side_change_mid: Literal["none", "points", "boards_or_points"] = _sides(
        "boards_or_points", says="when sides change within the deciding game"
    )
    side_change_points: int = _sides(13, least=1, says="score at which sides change in the deciding game")
    side_change_boards: int = _sides(4, least=1, says="board after which sides change in the deciding game")
    side_change_only_game: bool = _sides(False, says="the only game of a match counts as its deciding one for that")
    substitution: bool = _sides(False, says="a player may be substituted during a match")
    ready_check: bool = _sides(False, says="players are asked whether they are ready")

    # rack and striker
    rack_pattern: Literal["icf_y"] = _rack("icf_y", says="how the pieces lie at the start")
    rack_aim: Literal["free", "chosen_pocket"] = _rack("free", says="whether the Y must point to a chosen pocket")
    striker_both_lines: bool = _rack(True, says="the striker must touch both base lines")
    striker_end_circle: Literal["cover_or_clear", "any"] = _rack(
        "cover_or_clear", says="the striker covers a base circle fully or does not touch it"
    )
    striker_may_touch_arrow: bool = _rack(False, says="the striker may touch the arrow's line")
    striker_may_touch_coin: bool = _rack(True, says="the striker may touch a piece when it is set down")
    backward_stroke: Literal["allowed", "forbidden"] = _rack("allowed", says="strokes towards your own frame")
    horizontal_stroke: Literal["allowed", "forbidden"] = _rack("allowed", says="strokes along the base lines")
    must_cross_front_line: bool = _rack(False, says="the striker must cross its own front line in every stroke")
    behind_line_needs_crossing: bool = _rack(
        False, says="a piece on or behind the front line may be hit only after the striker has crossed that line"
    )
    rebound_to_own_half_foul: bool = _rack(
        False, says="a striker that comes back into its own half before a contact is a foul"
    )
    allow_own_frame_first: bool = _rack(True, says="the striker may touch its own frame before a piece")
    contact_required: bool = _rack(False, says="after the break a stroke that touches nothing is a foul")
    techniques_forward: tuple[str, ...] = _rack((ANY_FINGER,), says="how a forward stroke may be made")
    techniques_backward: tuple[str, ...] = _rack((ANY_FINGER,), says="how a backward stroke may be made")
    hand_over_diagonal: Literal["nobody", "hand_only", "warn"] = _rack(
        "hand_only", says="what may pass the lines of the arrows"
    )

    # break
    rack_may_be_touched: bool = _break(
        False, says="the breaker may keep the rack together by hand before the first stroke"
    )
    break_attempts: int | None = _break(3, least=1, says="attempts at the break; none: no limit")
    break_made_by: Literal["contact", "spread"] = _break("contact", says="when the break is made")
    break_failure_penalty: int = _break(0, least=0, says="coins owed when all attempts at the break fail")
    break_striker_pocketed: Literal["turn_only", "foul"] = _break(
        "turn_only", says="the striker pocketed in an attempt that touched nothing"
    )
    break_touched_improper: Literal["foul", "turn_only"] = _break("foul", says="an improper break that touched a coin")
    failed_breaker_keeps_colour: bool = _break(True, says="colours stay when the break passes to the other side")

    # queen
    queen_needs_own_down: int = _queen(1, least=0, says="own coins that must be down before the queen; 0: none")
    early_queen_turn: Literal["ends", "continues"] = _queen(
        "ends", says="the turn after the queen alone was pocketed too early"
    )
    early_queen_return: Literal["at_once", "end_of_turn"] = _queen(
        "at_once", says="when a queen pocketed too early comes back"
    )
    queen_blocked_by_due: bool = _queen(True, says="while a coin is owed, the queen may not be pocketed")
    cover_window: Literal["same_or_next_stroke", "same_turn"] = _queen(
        "same_or_next_stroke",
        says="when the queen must be covered; same_turn: an own coin pocketed earlier in the turn covers her too",
    )
    cover_in_first_stroke_min: int | Literal["never"] = _queen(
        2, least=1, says="own coins in the queen's stroke that cover her when none was down before"
    )
    cover_in_first_stroke_when: Literal["all_up", "none_ever_down", "never"] = _queen(
        "all_up", says="when that number is asked: whenever all own coins are up, only if none was ever down, or never"
    )
    cover_at_break: Literal["as_ever", "with_black", "always"] = _queen(
        "as_ever",
        says="solo: one coin that falls with the queen at the break covers her: never more than later, if a black fell "
        "too, or always",
    )
    cover_fails_with_opponent_coin: bool = _queen(
        False, says="an opponent's coin in the covering stroke makes the cover fail"
    )
    cover_reprieve: Literal["repeats", "once"] = _queen(
        "repeats", says="covering stroke with own coin and striker: how often it may be repeated"
    )
    foul_voids_cover: bool | Literal["but_striker_with_own"] = _queen(
        "but_striker_with_own",
        says="a foul in the covering stroke sends the queen back; the exception: striker pocketed with an own coin",
    )
    queen_with_last_own: Literal["wins", "void"] = _queen("wins", says="queen and last own coin in one stroke")

    # striker pocketed
    striker_alone: int = _striker(1, least=0, says="coins for a pocketed striker without an own coin")
    striker_alone_turn: Literal["keep", "ends"] = _striker(
        "ends", says="the turn after a pocketed striker without an own coin or queen"
    )
    striker_own_coins: Literal["stay", "return"] = _striker(
        "return", says="own coins of a stroke that pocketed the striker"
    )
    striker_own_total: int | Literal["n+1"] = _striker(
        "n+1",
        least=0,
        says="coins that come back in all for striker and n own coins; n+1 counts the n only if they return",
    )
    striker_own_turn: Literal["keep", "ends"] = _striker(
        "keep", says="the turn after striker with own coin by a proper stroke"
    )
    striker_opponent: Literal["stays", "returns"] = _striker(
        "stays", says="an opponent's coin pocketed with the striker"
    )
    striker_queen_turn: Literal["keep", "ends", "ends_without_own"] = _striker(
        "keep",
        says="the turn after striker with queen by a proper stroke; ends_without_own: an own coin in it keeps the turn",
    )
    striker_queen_own_first: Literal["keep", "ends"] = _striker(
        "keep", says="the same with own coins when all own coins were up"
    )
    improper_striker_penalty: Literal[1, 2] = _striker(2, says="coins for a striker pocketed by an improper stroke")

    # opponent's coins
    opponent_coin: Literal["stays", "returns"] = _opponent_coins("stays", says="an opponent's coin pocketed")
    opponent_coin_penalty: Literal["never", "direct", "always"] = _opponent_coins(
        "never", says="when an opponent's coin pocketed is a foul"
    )
    opponent_with_own: Literal["keep", "ends"] = _opponent_coins(
        "keep", says="the turn after own and opponent's coins by a proper stroke"
    )
    opponent_with_queen: Literal["none", "queen_back", "queen_back_and_penalty"] = _opponent_coins(
        "none", says="queen and opponent's coin without an own coin"
    )
    pending_queen_back_on_opponent_foul: bool | Literal["covered_too"] = _opponent_coins(
        False,
        says="the uncovered queen goes back after a foul with an opponent's coin; covered_too: also one that was "
        "covered in this turn",
    )

    # last coins
    own_last_queen_up: Literal["lose_board", "return", "return_and_penalty"] = _last_coins(
        "lose_board", says="the player's own last coin while the queen is up"
    )
    own_last_points: Literal["queen_or_one", "queen", "queen_and_coins_up"] = _last_coins(
        "queen_or_one", says="points for a board lost by the player's own last coin"
    )
    own_last_while_owing: Literal["finish", "pay_first"] = _last_coins(
        "finish", says="the player's own last coin while coins are owed"
    )
    opponent_last_queen_up: Literal["lose_board", "return", "return_and_penalty"] = _last_coins(
        "lose_board", says="the opponent's last coin while the queen is up"
    )
    opponent_last_queen_covered: Literal["opponent_wins", "lose_board", "return", "return_and_penalty"] = _last_coins(
        "opponent_wins", says="the opponent's last coin when the queen is covered"
    )
    opponent_last_covering: Literal["coins_and_queen", "coins"] = _last_coins(
        "coins_and_queen", says="the cost of the opponent's last coin when own coins cover the queen in that stroke"
    )
    opponent_last_own_returns: bool = _last_coins(
        False, says="opponent's last with the striker: own coins of the stroke count as back on the board"
    )
    lost_board_points: Literal["coins_up_and_queen", "coins_up_and_covered_queen", "coins_up"] = _last_coins(
        "coins_up_and_queen",
        says="points for a board lost another way: the loser's coins up, with the queen unless the "
        "loser has covered her, with her only if the winner has covered her, or without her",
    )
    both_last: Literal["by_queen", "lose_board", "draw_replay", "as_opponent_last"] = _last_coins(
        "by_queen", says="both sides' last coins in one stroke"
    )
    last_with_foul: Literal["return_and_penalty", "striker_rule"] = _last_coins(
        "striker_rule", says="the player's own last coin in a stroke with a foul"
    )
    demanded_extra_point: bool = _last_coins(
        True, says="the winner may demand a point for a pocketed striker and one for an improper last stroke"
    )
    extra_beyond_cap: bool = _last_coins(False, says="demanded points count beyond the maximum for a board")

    # off the board
    coin_off_foul: bool = _jumped(False, says="a piece off the board is a foul")
    striker_off_foul: bool = _jumped(False, says="the striker off the board is a foul")
    coin_off_order: Literal["queen_first", "free"] = _jumped(
        "queen_first", says="in which order pieces that left the board are put back"
    )

    # fouls and penalties
    foul_events: tuple[FoulKind, ...] = _fouls(
        ICF_FOULS,
        says="which declared breaches are fouls; breaches that the stroke itself shows have values of their own",
    )
    foul_coins: int = _fouls(1, least=0, says="coins for a foul")
    foul_ends_turn: bool = _fouls(True, says="a foul of the player in turn ends their turn")
    foul_stroke_coins: Literal["stay", "return"] = _fouls("return", says="own coins and queen of a stroke with a foul")
    technical_foul: bool | Literal["other_side"] = _fouls(
        True,
        says="fouls that cost a coin and leave the turn: of the other side; true: those before a turn's first stroke",
    )
    multi_foul: Literal["sum", "one", "one_with_exceptions"] = _fouls("sum", says="several fouls in one stroke")
    owed: bool = _fouls(True, says="coins that cannot be paid are owed")
    owed_paid: Literal["after_stroke", "end_of_turn"] = _fouls("after_stroke", says="when owed coins are paid")
    owed_lapse: Literal["never", "next_turn", "claim_time"] = _fouls("claim_time", says="when an unused claim lapses")

    # placing
    penalty_placer: Literal["opponent", "player", "official"] = _placing("opponent", says="who places a due")
    penalty_region: Literal["outer_circle", "centre"] = _placing("outer_circle", says="where a due is placed")
    penalty_may_cover_centre: bool = _placing(False, says="a due may lie on the centre circle")
    placing_makes_shot: Literal["allowed", "not_with_queen", "forbidden"] = _placing(
        "not_with_queen", says="whether a due may line up a shot"
    )
    double_due_layout: Literal["free", "touching_pair"] = _placing("free", says="how two dues at once are laid")
    stacking: bool = _placing(False, says="dues may be laid on each other")
    queen_placer: Literal["umpire", "opponent", "player", "any"] = _placing("umpire", says="who puts the queen back")
    off_board_placer: Literal["umpire", "opponent", "player", "any"] = _placing(
        "umpire", says="who puts back pieces that left the board"
    )

    # position
    upright_coin: Literal["stays", "referee_flat"] = _position("stays", says="a coin standing on its rim")
    rim_drop: Literal["counts", "counts_without_cause"] = _position("counts", says="a hanging piece that falls later")
    rim_drop_turn: Literal["unaffected", "as_stroke"] = _position(
        "unaffected", says="the turn when a hanging piece falls after the striker was taken up"
    )

    # scoring and formats
    score_mode: Literal["points", "strokes"] = _scoring(
        "points", says="whether a board is scored in points or in strokes"
    )
    coin_points: int = _scoring(1, least=0, says="points for each of the loser's coins up")
    queen_points: int = _scoring(3, least=0, says="points for a queen covered by the winner")
    queen_pays_up_to: int | None = _scoring(
        21, least=0, says="highest score before the board at which the queen still scores; none: always"
    )
    queen_limit_reads: Literal["winner", "striker"] = _scoring(
        "winner", says="which side's score counts in a board lost by a last coin"
    )
    loser_queen_points: bool = _scoring(False, says="the loser scores for a queen that they covered")
    board_points_cap: int | None = _scoring(12, least=1, says="most points for a board")
    game_target: int | None = _scoring(25, least=1, says="points that win a game; none: no target")
    board_limit: int | None = _scoring(8, least=1, says="boards in a game; none: no limit")
    limit_winner: Literal["leader", "board_wins"] = _scoring("leader", says="who wins a game at its board limit")
    tie_at_limit: Literal["extra_board", "extra_boards", "share"] = _scoring(
        "extra_board", says="an even score at the board limit"
    )
    match_wins_needed: int = _scoring(2, least=1, says="games that win the match")
    decider: Literal["game", "total_points"] = _scoring("game", says="how level wins are decided")
    agreed_draw: bool = _scoring(False, says="players may agree to draw a board")

    # solo
    boards_per_set: int = _solo(5, least=1, says="solo: boards in a set")
    stroke_cap: int | None = _solo(None, least=1, says="solo: strokes after which a board may be stopped")
    average_decimals: int = _solo(2, least=0, says="solo: decimals of the average")
    black_alone: Literal["return", "stay"] = _solo("return", says="solo: blacks alone while whites are up")
    black_with_white: Literal["return", "stay"] = _solo("stay", says="solo: blacks with whites while whites are up")
    black_with_queen: Literal["return", "stay", "stay_after_break", "stay_always"] = _solo(
        "stay",
        says="solo: blacks with the queen alone while whites are up; stay: but they return until a white was down; "
        "stay_after_break: but they return at the break; where they stay, the queen waits for her cover",
    )

    # time and conduct
    stroke_seconds: int | None = _time(15, least=1, says="seconds for a stroke")
    placing_seconds: int | None = _time(15, least=1, says="seconds for placing")
    out_of_turn: Literal["void", "lose_board"] = _time("lose_board", says="a stroke out of turn")
    struck_after_stop: Literal["lose_board", "foul_and_void", "foul"] = _time(
        "lose_board", says="a stroke after the umpire has called stop"
    )
    leaving: Literal["lose_board", "forfeit_game", "foul"] = _time(
        "lose_board", says="leaving the seat during a board, or leaving the match where that forfeits a game"
    )
    appeal_until: Literal["next_stroke", "board_end"] = _time("next_stroke", says="how long a stroke may be appealed")
    protest_minutes: int | None = _time(15, least=1, says="minutes after a board in which a player may protest")
    restore_on_disturbance: Literal["replay_stroke", "replay_board"] = _time(
        "replay_board", says="after a disturbance from outside"
    )
    board_replay_events: tuple[str, ...] = _time(
        ("three_passes", "no_room_for_striker", "unforeseen"), says="when a board is played again"
    )
    checks: tuple[Check, ...] = _time(
        ("coins", "strikers", "nets", "powder"), says="the umpire's checks before the match"
    )
    trial_boards: int = _time(2, least=0, says="trial boards before the match")
    time_outs: int = _time(0, least=0, says="time-outs that a side may take in a game")
    time_out_seconds: int = _time(60, least=1, says="seconds of a time-out")
    rearranged_after: int | None = _time(
        None,
        least=1,
        says="turns without a pocketed coin after which the umpire is asked whether to rearrange the coins",
    )
    side_change_seconds: int | None = _time(120, least=1, says="seconds for changing sides")
    interval_seconds: int | None = _time(600, least=1, says="seconds between the second and third game")
    reporting_minutes: int | None = _time(15, least=1, says="minutes to report at the board")
    concession: bool = _time(True, says="a game or match may be conceded")
    declared_events: Mapping[str, Effect] = _time(
        ICF_FACTS, says="what a declared fact does, if it is more or less than a plain foul"
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
    """The effect of a declared fact under a ruleset; None where the ruleset does not know it."""
    is_foul = KIND_OF_FACT.get(fact) in ruleset.foul_events
    effect = ruleset.declared_events.get(fact)
    if effect == "after_stop":
        effect = ruleset.struck_after_stop
    if effect is None and is_foul:
        return "technique" if fact == WRONG_FINGER else "foul"
    if effect is None:
        return None
    return None if effect in CHARGED and not is_foul else effect
