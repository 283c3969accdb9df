"""Implausible values of a ruleset: valid, and playable, but without the expected effect.

`warnings_of(ruleset)` looks at what the ruleset changes of the one it is based on; an included ruleset has none.
Each warning has a stable code, names the values that it is about, and says what to change.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from carrom.laws.board_state import COINS
from carrom.laws.compare import differing_parameters
from carrom.laws.effects import CHARGED, TECHNIQUES, WRONG_FINGER
from carrom.laws.facts import KIND_OF_FACT
from carrom.laws.ruleset import BOARD_REPLAY_EVENTS, Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import written

BASE = "icf"
EXTRA_POINTS = 2  # that a winner may demand: for the striker, and for an improper stroke


@dataclass(frozen=True, slots=True)
class RulesetWarning:
    """One implausible value or combination: a stable code, the values, a sentence, and what to change."""

    code: str
    values: tuple[str, ...]
    says: str
    change: str

    def __str__(self) -> str:
        return f"{self.code}: {self.says} {self.change}"


@dataclass(frozen=True, slots=True)
class Void:
    """Values that have no effect while another one, `by`, is so; `sample` makes it so, `words` say it where needed."""

    values: tuple[str, ...]
    by: str
    holds: Callable[[Ruleset], bool]
    sample: Mapping[str, object]
    words: str = ""

    def while_so(self, ruleset: Ruleset) -> str:
        """The condition that makes them void, in words."""
        return self.words or f"{self.by} is {written(getattr(ruleset, self.by))}"


def base_of(ruleset: Ruleset) -> Ruleset:
    """The ruleset that another one is based on; itself if it is included."""
    return RULESETS[ruleset.slug if ruleset.slug in RULESETS else ruleset.inherits or BASE]


def warnings_of(ruleset: Ruleset) -> tuple[RulesetWarning, ...]:
    """Warnings about the values that a ruleset changes, in the order of their declarations."""
    changed = frozenset(differing_parameters(base_of(ruleset), ruleset))
    found = [*_contradictions(ruleset), *_unknown_words(ruleset), *_without_foul(ruleset)]
    reported = [one for one in found if changed & set(one.values)]
    contradicted = {value for one in reported for value in one.values}
    reported += (one for one in _void(ruleset, changed) if one.values[0] not in contradicted)
    return tuple(reported)


def board_worth(ruleset: Ruleset) -> int:
    """The most points that a board pays without demanded ones and before its cap."""
    return COINS * ruleset.coin_points + ruleset.queen_points


def _contradictions(r: Ruleset) -> Iterator[RulesetWarning]:
    """Values that cannot hold together."""
    yield from _players(r)
    yield from _too_many_coins(r)
    if r.side_count == 1 or r.score_mode == "strokes":
        return
    yield from _points(r)
    yield from _side_changes(r)


def _players(r: Ruleset) -> Iterator[RulesetWarning]:
    taken = (1,) if r.side_count == 1 else (2, 4)
    if not r.players_allowed or set(r.players_allowed) - set(taken):
        yield RulesetWarning(
            "players-no-match-takes",
            ("players_allowed", "side_count"),
            f"players_allowed = {written(r.players_allowed)}, but a match of these laws is played by "
            f"{' or '.join(map(str, taken))}.",
            f"Name only {' and '.join(map(str, taken))}.",
        )
    alone = r.side_count == 1
    if (r.colour_assignment == "solo") is not alone or (r.score_mode == "strokes") is not alone:
        yield RulesetWarning(
            "alone-or-not",
            ("side_count", "colour_assignment", "score_mode"),
            "Laws for one player alone count strokes and give that player both colours; laws for two sides do neither.",
            'Begin with base = "baca19" for one player alone, and with another base for two sides.',
        )


def _too_many_coins(r: Ruleset) -> Iterator[RulesetWarning]:
    for name in ("foul_coins", "striker_alone", "striker_own_total", "break_failure_penalty"):
        held = getattr(r, name)
        if isinstance(held, int) and held > COINS:
            yield RulesetWarning(
                "more-than-nine-coins", (name,), f"{name} = {held}, but a side has nine coins.", "Set it to 9 or less."
            )
    if r.queen_needs_own_down >= COINS:
        yield RulesetWarning(
            "queen-never-free",
            ("queen_needs_own_down",),
            f"queen_needs_own_down = {r.queen_needs_own_down}: nobody may pocket the queen before the last own coin.",
            "Set it to 8 or less; 1 is usual.",
        )
    least = r.cover_in_first_stroke_min
    if isinstance(least, int) and least > COINS:
        yield RulesetWarning(
            "more-than-nine-coins",
            ("cover_in_first_stroke_min",),
            f"cover_in_first_stroke_min = {least}, but a side has nine coins.",
            'Set it to 9 or less, or to "never".',
        )


def _points(r: Ruleset) -> Iterator[RulesetWarning]:
    worth, cap, target, boards = board_worth(r), r.board_points_cap, r.game_target, r.board_limit
    paid = ("coin_points", "queen_points")
    sums = f"nine coins and the queen are worth {worth}"
    if worth == 0:
        yield RulesetWarning(
            "board-pays-nothing", paid, "Neither coins nor the queen pay anything.", "Set coin_points to 1 or more."
        )
    elif cap is not None and cap < worth:
        yield RulesetWarning(
            "cap-below-board",
            ("board_points_cap", *paid),
            f"board_points_cap = {cap}, but {sums}.",
            f'Set it to {worth}, or to "none".',
        )
    elif cap is not None and cap > worth + EXTRA_POINTS * r.demanded_extra_point:
        yield RulesetWarning(
            "cap-never-reached",
            ("board_points_cap",),
            f"board_points_cap = {cap}, but {sums}: no board reaches it.",
            f'Set it to {worth}, or to "none".',
        )
    if target is None and boards is None:
        yield RulesetWarning(
            "game-without-end",
            ("game_target", "board_limit"),
            "A game has neither a target nor a limit of boards: it never ends.",
            "Set game_target or board_limit.",
        )
    if target is not None and boards is not None:
        most = boards * (worth if cap is None else min(cap, worth))
        if target > most:
            yield RulesetWarning(
                "target-beyond-boards",
                ("game_target", "board_limit", "board_points_cap", *paid),
                f"game_target = {target}, but {boards} boards pay at most {most}: no game reaches it.",
                "Lower game_target, or raise board_limit.",
            )
        if boards > 2 * target - 1 and r.coin_points and not r.agreed_draw:
            yield RulesetWarning(
                "boards-beyond-target",
                ("board_limit",),
                f"board_limit = {boards}, but a side has {target} points after {2 * target - 1} boards at the latest.",
                'Lower board_limit, or set it to "none".',
            )
    yield from _queen_limit(r, worth)


def _queen_limit(r: Ruleset, worth: int) -> Iterator[RulesetWarning]:
    limit, target, boards = r.queen_pays_up_to, r.game_target, r.board_limit
    if limit is None:
        return
    if target is not None and limit >= target - 1:
        yield RulesetWarning(
            "queen-limit-beyond-target",
            ("queen_pays_up_to", "game_target"),
            f"queen_pays_up_to = {limit}, but nobody has more than {target - 1} points before a board of a game to "
            f"{target}: the queen always pays.",
            f'Set it to {target - 2} or less, or to "none".',
        )
    elif target is None and boards is not None and limit >= (boards - 1) * worth:
        yield RulesetWarning(
            "queen-limit-beyond-boards",
            ("queen_pays_up_to", "board_limit"),
            f"queen_pays_up_to = {limit}, but nobody has more than {(boards - 1) * worth} points before the last of "
            f"{boards} boards: the queen always pays.",
            'Lower it, or set it to "none".',
        )


def _side_changes(r: Ruleset) -> Iterator[RulesetWarning]:
    if r.side_change_mid == "none":
        return
    if r.game_target is not None and r.side_change_points >= r.game_target:
        yield RulesetWarning(
            "side-change-beyond-target",
            ("side_change_points", "side_change_mid", "game_target"),
            f"side_change_points = {r.side_change_points}, but a game ends at {r.game_target} points.",
            f"Set it below {r.game_target}.",
        )
    if r.side_change_mid == "boards_or_points" and r.board_limit is not None and r.side_change_boards >= r.board_limit:
        yield RulesetWarning(
            "side-change-beyond-boards",
            ("side_change_boards", "side_change_mid", "board_limit"),
            f"side_change_boards = {r.side_change_boards}, but a game ends after {r.board_limit} boards.",
            f'Set it below {r.board_limit}, or side_change_mid to "points".',
        )


def _unknown_words(r: Ruleset) -> Iterator[RulesetWarning]:
    known = {
        "techniques_forward": TECHNIQUES,
        "techniques_backward": TECHNIQUES,
        "board_replay_events": BOARD_REPLAY_EVENTS,
    }
    for name, words in known.items():
        unknown = sorted(set(getattr(r, name)) - words)
        if unknown:
            yield RulesetWarning(
                "unknown-word",
                (name,),
                f"{name} has {', '.join(map(written, unknown))}, which nothing reads.",
                f"There are {', '.join(map(written, sorted(words)))}.",
            )


def _without_foul(r: Ruleset) -> Iterator[RulesetWarning]:
    for fact, effect in r.declared_events.items():
        kind = KIND_OF_FACT[fact]
        if effect in CHARGED and kind not in r.foul_events:
            yield RulesetWarning(
                "declared-without-foul",
                ("declared_events", "foul_events"),
                f"declared_events has {fact} = {written(effect)}, but foul_events does not have {written(kind)}, so "
                "nothing follows from it.",
                f"Add {written(kind)} to foul_events, or leave {fact} out.",
            )


def _void(ruleset: Ruleset, changed: frozenset[str]) -> Iterator[RulesetWarning]:
    """Values that the ruleset changes and that another value makes void, each once."""
    named: set[str] = set()
    for void in VOIDS:
        for name in void.values:
            if name in changed and name not in named and void.holds(ruleset):
                named.add(name)
                yield RulesetWarning(
                    "void-value",
                    (name, void.by),
                    f"{name} = {written(getattr(ruleset, name))} has no effect while {void.while_so(ruleset)}.",
                    f"Change {void.by}, or leave {name} out.",
                )


def _is(by: str, *words: object) -> tuple[str, Callable[[Ruleset], bool], Mapping[str, object]]:
    """While a value is one of these words."""
    return by, lambda ruleset: getattr(ruleset, by) in words, {by: words[0]}


def _lacks(effect: str) -> tuple[str, Callable[[Ruleset], bool], Mapping[str, object], str]:
    """While no declared fact has an effect."""
    said = f"no fact of declared_events is {written(effect)}"
    return (
        "declared_events",
        lambda ruleset: effect not in ruleset.declared_events.values(),
        {"declared_events": {}},
        said,
    )


VOIDS: tuple[Void, ...] = (
    Void(
        (
            *("toss_choice", "break_rotation", "doubles_order", "doubles_second_breaker", "side_change_mid"),
            *("side_change_points", "side_change_boards", "side_change_only_game", "failed_breaker_keeps_colour"),
            *("early_queen_turn", "early_queen_return", "striker_alone_turn"),
            *("striker_own_turn", "striker_queen_turn", "striker_queen_own_first", "opponent_with_own"),
            *("opponent_last_queen_up", "opponent_last_queen_covered", "opponent_last_covering"),
            *("opponent_last_own_returns", "own_last_points", "lost_board_points", "both_last"),
            *("queen_with_last_own", "demanded_extra_point", "extra_beyond_cap", "owed_paid", "coin_points"),
            *("queen_points", "queen_pays_up_to", "queen_limit_reads", "loser_queen_points", "board_points_cap"),
            *("game_target", "board_limit", "limit_winner", "tie_at_limit", "match_wins_needed", "decider"),
            *("agreed_draw", "out_of_turn"),
        ),
        *_is("side_count", 1),
    ),
    Void(
        (
            *("cover_at_break", "stroke_cap", "boards_per_set", "average_decimals"),
            *("black_alone", "black_with_white", "black_with_queen"),
        ),
        *_is("side_count", 2),
    ),
    Void(("early_queen_turn", "early_queen_return"), *_is("queen_needs_own_down", 0)),
    Void(("cover_in_first_stroke_when",), *_is("cover_in_first_stroke_min", 1)),
    Void(
        ("cover_in_first_stroke_min",),
        "cover_in_first_stroke_when",
        lambda r: r.cover_in_first_stroke_when == "never" and r.cover_in_first_stroke_min != "never",
        {"cover_in_first_stroke_when": "never"},
    ),
    Void(("cover_reprieve",), *_is("foul_voids_cover", True, False)),
    Void(("improper_striker_penalty",), *_is("multi_foul", "one", "one_with_exceptions")),
    Void(("pending_queen_back_on_opponent_foul",), *_is("opponent_coin_penalty", "never")),
    Void(
        ("opponent_last_own_returns",),
        "opponent_last_queen_up",
        lambda r: r.opponent_last_queen_up != "lose_board" and r.opponent_last_queen_covered.startswith("return"),
        {"opponent_last_queen_up": "return", "opponent_last_queen_covered": "return"},
        "the opponent's last coin comes back",
    ),
    Void(
        ("opponent_last_covering",),
        "opponent_last_queen_up",
        lambda r: r.opponent_last_queen_up != "lose_board" and r.both_last != "lose_board",
        {"opponent_last_queen_up": "return", "both_last": "as_opponent_last"},
        "the opponent's last coin comes back",
    ),
    Void(("opponent_last_covering",), *_is("lost_board_points", "coins_up_and_covered_queen", "coins_up")),
    Void(
        ("own_last_points",),
        "own_last_queen_up",
        lambda r: r.own_last_queen_up != "lose_board" and r.both_last != "lose_board",
        {"own_last_queen_up": "return", "both_last": "as_opponent_last"},
        "the own last coin comes back",
    ),
    Void(("extra_beyond_cap",), *_is("demanded_extra_point", False)),
    Void(("extra_beyond_cap",), *_is("board_points_cap", None)),
    Void(("queen_limit_reads",), *_is("queen_pays_up_to", None)),
    Void(("loser_queen_points",), *_is("queen_points", 0)),
    Void(("owed_paid", "owed_lapse", "queen_blocked_by_due", "own_last_while_owing"), *_is("owed", False)),
    Void(("owed_lapse",), *_lacks("claim_lapses")),
    Void(("penalty_may_cover_centre",), *_is("penalty_region", "centre")),
    Void(("double_due_layout",), *_is("penalty_region", "outer_circle")),
    Void(("side_change_points", "side_change_boards", "side_change_only_game"), *_is("side_change_mid", "none")),
    Void(("side_change_boards",), *_is("side_change_mid", "points")),
    Void(("side_change_mid", "side_change_points", "side_change_boards"), *_is("board_limit", 1)),
    Void(
        ("side_change_only_game",),
        "match_wins_needed",
        lambda r: r.match_wins_needed > 1,
        {"match_wins_needed": 2},
        "a match has more than one game",
    ),
    Void(
        ("side_change_mid", "side_change_points", "side_change_boards"),
        "side_change_only_game",
        lambda r: r.match_wins_needed == 1 and not r.side_change_only_game,
        {"match_wins_needed": 1, "side_change_only_game": False},
        "side_change_only_game is false and a match has one game",
    ),
    Void(
        ("doubles_order", "doubles_second_breaker"),
        "players_allowed",
        lambda r: 4 not in r.players_allowed,
        {"players_allowed": [2]},
        "players_allowed does not have 4",
    ),
    Void(("limit_winner", "tie_at_limit"), *_is("board_limit", None)),
    Void(("decider", "interval_seconds", "side_change_after_game"), *_is("match_wins_needed", 1)),
    Void(("time_out_seconds",), *_is("time_outs", 0)),
    Void(("break_failure_penalty", "failed_breaker_keeps_colour"), *_is("break_attempts", None)),
    Void(
        ("techniques_forward", "techniques_backward"),
        "foul_events",
        lambda r: KIND_OF_FACT[WRONG_FINGER] not in r.foul_events,
        {"foul_events": []},
        f"foul_events does not have {written(KIND_OF_FACT[WRONG_FINGER])}",
    ),
    Void(("hand_over_diagonal",), *_lacks("over_diagonal")),
    Void(("out_of_turn",), *_lacks("out_of_turn")),
    Void(("leaving",), *_lacks("leaving")),
    Void(("struck_after_stop",), *_lacks("after_stop")),
    Void(("restore_on_disturbance",), *_lacks("disturbance")),
)
