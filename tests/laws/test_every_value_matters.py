"""Each value that a ruling reads changes the ruling of some stroke: no value is there for show.

The strokes are random boards played under every ruleset, with directions and every declared fact; two values of one
parameter must be told apart by one of them.
"""

import itertools
import random
import typing
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.facts import KIND_OF_FACT, ContradictoryFactsError, Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import choices, parameters, with_values
from carrom.terms import Piece, Queen, Side
from tests.laws.boards import played

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
# values of solo: tests/laws/baca19 tells them apart; there "own" and "white" are the same coins
SOLO = frozenset("cover_at_break stroke_cap black_alone black_with_white black_with_queen".split())
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
RULED = [name for name in parameters() if name not in READ_ELSEWHERE | SOLO]


def values_of(name: str) -> tuple[Any, ...]:
    """The values of a parameter to tell apart."""
    if name in NUMBERS:
        return NUMBERS[name]
    hint = parameters()[name]
    truths = (True, False) if hint is bool or bool in typing.get_args(hint) else ()
    return (*choices(name), *truths)


@cache
def strokes(slug: str) -> tuple[tuple[BoardState, StrokeFacts], ...]:
    """Strokes of random boards, with what random boards seldom show put in."""
    rng = random.Random(7)
    facts_known = tuple(KIND_OF_FACT)
    found = []
    for seed in range(120):
        for board, facts, _ in played(RULESETS[slug], seed, 30):
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
    return (*found, *RARE)


LATE = BoardState(white_up=1, black_up=1, broken=True, earned=(True, True), first_of_turn=False, score=(22, 10))
PENDING = replace(LATE, queen=Queen.AWAITING_COVER, queen_side=Side.A)
W, B, Q = Piece.WHITE, Piece.BLACK, Piece.QUEEN
# rarely met by chance
RARE: tuple[tuple[BoardState, StrokeFacts], ...] = (
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


def outcome(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> object:
    """The ruling, or the code of a refusal."""
    try:
        return judge(board, facts, ruleset)
    except ContradictoryFactsError as refused:
        return refused.code


@pytest.mark.parametrize("name", RULED)
def test_two_values_of_a_parameter_are_told_apart_by_the_ruling_of_some_stroke(name: str) -> None:
    values = values_of(name)
    assert len(values) > 1, f"{name}: nothing to choose"

    for one, other in itertools.combinations(values, 2):
        if (name, one, other) in SAME_BY_READING:
            continue
        assert any(
            outcome(board, facts, with_values(ruleset, {name: one}))
            != outcome(board, facts, with_values(ruleset, {name: other}))
            for ruleset in (RULESETS[slug] for slug in ("icf", "kagw", "common", "polish", "classic"))
            for board, facts in strokes(ruleset.slug)
        ), f"{name}: {one!r} and {other!r} are the same in every stroke"


# words that differ in what they tell the players and the referee, not in what follows
SAME_BY_READING = (
    ("hand_over_diagonal", "nobody", "hand_only"),  # what may pass; who declares the fact says that it did
    ("opponent_last_queen_covered", "opponent_wins", "lose_board"),  # the same end told from either side
    ("owed_lapse", "next_turn", "claim_time"),  # until when the fact may be declared
    ("queen_placer", "umpire", "any"),  # the screen's umpire acts for anyone
    ("off_board_placer", "umpire", "any"),
)


def test_every_value_is_read_by_somebody_or_told_by_hand() -> None:
    assert set(parameters()) >= READ_ELSEWHERE | SOLO
    assert not set(RULED) & (READ_ELSEWHERE | SOLO)
