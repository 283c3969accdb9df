"""Values of each parameter of the laws, and strokes on which some value makes a difference."""

import random
import typing
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from carrom.laws.board_state import BoardState
from carrom.laws.facts import KIND_OF_FACT, ContradictoryFactsError, Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import choices, parameters, with_values
from carrom.terms import Piece, Queen, Side
from tests.support.laws.boards import played_board

# values that no ruling of a stroke reads: the course of a match, placing, equipment and the referee do
READ_ELSEWHERE = frozenset(
    "game_word side_count players_allowed colour_assignment toss_choice break_rotation doubles_second_breaker "
    "side_change_after_game side_change_mid side_change_points side_change_boards side_change_only_game substitution "
    "ready_check rack_pattern rack_aim striker_both_lines striker_end_circle striker_may_touch_arrow "
    "striker_may_touch_coin penalty_may_cover_centre placing_makes_shot double_due_layout stacking "
    "upright_coin score_mode game_target board_limit limit_winner tie_at_limit match_wins_needed "
    "decider agreed_draw boards_per_set average_decimals stroke_seconds placing_seconds appeal_until trial_boards "
    "side_change_seconds interval_seconds reporting_minutes concession checks time_outs time_out_seconds "
    "protest_minutes rearranged_after".split()
)


NUMBERS: dict[str, tuple[Any, ...]] = {
    "break_attempts": (1, 3, None),
    "break_failure_penalty": (0, 1),
    "queen_needs_own_down": (0, 1, 2),
    "cover_in_first_stroke_min": (1, 2, "never"),
    "striker_alone": (0, 1, 2),
    "striker_own_total": (1, 2, "n+1"),
    "foul_coins": (0, 1, 2),
    "coin_points": (1, 2),
    "queen_points": (3, 5),
    "queen_pays_up_to": (None, 21),
    "board_points_cap": (None, 12),
    "foul_events": ((), ("technique",)),
    "techniques_forward": (("any_finger",), ("index",)),
    "techniques_backward": (("any_finger",), ()),
    "declared_events": ({}, {"abuse": "foul", "push": "warning"}),
    "board_replay_events": ((), ("three_passes",)),
}


def values_of(name: str) -> tuple[Any, ...]:
    """The values of a parameter to tell apart."""
    if name in NUMBERS:
        return NUMBERS[name]
    hint = parameters()[name]
    truths = (True, False) if hint is bool or bool in typing.get_args(hint) else ()
    return (*choices(name), *truths)


@cache
def sample_strokes(slug: str) -> tuple[tuple[BoardState, StrokeFacts], ...]:
    """Strokes of random boards, with what random boards seldom show put in."""
    rng = random.Random(7)
    facts_known = tuple(KIND_OF_FACT)
    found = []
    for seed in range(120):
        for board, facts, _ in played_board(RULESETS[slug], seed, 30):
            if rng.random() < 0.3 and not facts.passed:
                declared = (rng.choice(facts_known),)
                facts = replace(facts, declared=declared, by_opponent=rng.random() < 0.3)
            if facts.made:
                facts = replace(
                    facts,
                    direction=rng.choice(list(Direction)),
                    touched_own_frame=rng.random() < 0.5,
                    crossed_front_line=rng.random() < 0.5,
                    came_back_into_own_half=rng.random() < 0.2,
                    struck_behind_line=rng.random() < 0.2,
                    striker_left_board=not facts.striker_pocketed and rng.random() < 0.2,
                    spread=None if facts.pocketed or not facts.touched else rng.random() < 0.5,
                )
            found.append((board, facts))
    return (*found, *RARE_STROKES)


LATE = BoardState(white_up=1, black_up=1, broken=True, earned=(True, True), first_of_turn=False, score=(22, 10))


PENDING = replace(LATE, queen=Queen.AWAITING_COVER, queen_side=Side.A)


W, B, Q = Piece.WHITE, Piece.BLACK, Piece.QUEEN


# rarely met by chance
RARE_STROKES: tuple[tuple[BoardState, StrokeFacts], ...] = (
    (PENDING, StrokeFacts(pocketed=(W, B))),
    (replace(PENDING, reprieved=True, white_up=3), StrokeFacts(pocketed=(W,), striker_pocketed=True)),
    (replace(PENDING, white_up=3), StrokeFacts(pocketed=(W, B))),
    (replace(PENDING, white_up=3), StrokeFacts(pocketed=(W, B), striker_pocketed=True)),
    (replace(LATE, white_up=9, earned=(True, True)), StrokeFacts(pocketed=(Q, W))),
    (replace(LATE, white_up=9, earned=(False, True)), StrokeFacts(pocketed=(Q, W), striker_pocketed=True)),
    (LATE, StrokeFacts(pocketed=(W,))),
    (LATE, StrokeFacts(pocketed=(Q, W))),
    (LATE, StrokeFacts(pocketed=(W,), striker_pocketed=True)),
    (replace(LATE, white_up=6), StrokeFacts(pocketed=(W, B), striker_pocketed=True, improper=True)),
    (replace(LATE, white_up=1, owed=(2, 0)), StrokeFacts(pocketed=(W,))),
    (
        replace(LATE, white_up=1, owed=(2, 0), queen=Queen.COVERED, queen_side=Side.B),
        StrokeFacts(pocketed=(W,)),
    ),
    (replace(LATE, black_up=9, queen=Queen.COVERED, queen_side=Side.A, score=(3, 3)), StrokeFacts(pocketed=(W,))),
    (replace(LATE, white_up=9, black_up=1), StrokeFacts(pocketed=(B,), striker_pocketed=True)),
    (LATE, StrokeFacts(left_board=(W, Q, B))),
    (LATE, StrokeFacts(made=False, dropped=(Q,), declared=("vibration",))),
    (replace(LATE, white_up=4), StrokeFacts(made=False, dropped=(B,))),
    (replace(LATE, white_up=4, passes=5), StrokeFacts(made=False, passed=True)),
    (BoardState(), StrokeFacts(made=False, declared=("touched_coin",))),
    (BoardState(), StrokeFacts(improper=True)),
    (BoardState(), StrokeFacts(touched=False, striker_pocketed=True)),
    (BoardState(), StrokeFacts(spread=False)),
    (BoardState(attempt=3), StrokeFacts(touched=False)),
    (replace(LATE, white_up=4, owed=(0, 2), black_up=8), StrokeFacts(declared=("claim_forgotten",))),
    (replace(LATE, white_up=9, owed=(2, 0)), StrokeFacts(pocketed=(W, Q))),
)


class Rulings:
    """What one ruleset makes of strokes, each ruled when it is asked for first."""

    def __init__(self, ruleset: Ruleset, strokes: Sequence[tuple[BoardState, StrokeFacts]]) -> None:
        self.ruleset, self.strokes = ruleset, strokes
        self._known: dict[int, object] = {}

    def __getitem__(self, row: int) -> object:
        if row not in self._known:
            self._known[row] = outcome(*self.strokes[row], self.ruleset)
        return self._known[row]

    def difference_from(self, other: "Rulings") -> tuple[BoardState, StrokeFacts] | None:
        """A stroke that the other ruleset rules otherwise, of the rare ones first: they stand last, and tell most."""
        rows = (row for row in reversed(range(len(self.strokes))) if self[row] != other[row])
        return next((self.strokes[row] for row in rows), None)


@cache
def rulings_of(slug: str) -> Rulings:
    """The rulings of a ruleset as it ships."""
    return Rulings(RULESETS[slug], sample_strokes(slug))


def rulings_with(slug: str, name: str, value: object) -> Rulings:
    """The rulings of a ruleset with another value."""
    shipped = rulings_of(slug)
    if getattr(shipped.ruleset, name) == value:
        return shipped
    return Rulings(with_values(shipped.ruleset, {name: value}), shipped.strokes)


def outcome(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> object:
    """The ruling, or the code of a refusal."""
    try:
        return judge(board, facts, ruleset)
    except ContradictoryFactsError as refused:
        return refused.code
