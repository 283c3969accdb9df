"""Matches under changed values: whatever the ruleset says, the invariants hold at every entry."""

import random

import pytest

from carrom.play.game import Match
from carrom.play.replay import verify
from tests.support.play.whole_matches import play_on
from tests.support.thorough import one_of

VALUES = {
    "colour_assignment": ["breaker_white", "first_pocketed"],
    "doubles_order": ["right", "left"],
    "break_rotation": ["alternate", "same"],
    "break_made_by": ["contact", "spread"],
    "break_failure_penalty": [0, 1],
    "break_attempts": [3, 1, None],
    "backward_stroke": ["allowed", "forbidden"],
    "horizontal_stroke": ["allowed", "forbidden"],
    "contact_required": [False, True],
    "must_cross_front_line": [False, True],
    "striker_may_touch_coin": [True, False],
    "early_queen_turn": ["ends", "continues"],
    "early_queen_return": ["at_once", "end_of_turn"],
    "cover_fails_with_opponent_coin": [False, True],
    "striker_own_coins": ["return", "stay"],
    "striker_own_total": ["n+1", 1, 2],
    "striker_own_turn": ["keep", "ends"],
    "opponent_coin": ["stays", "returns"],
    "own_last_queen_up": ["lose_board", "return", "return_and_penalty"],
    "opponent_last_queen_up": ["lose_board", "return", "return_and_penalty"],
    "opponent_last_queen_covered": ["opponent_wins", "lose_board", "return", "return_and_penalty"],
    "both_last": ["by_queen", "lose_board", "draw_replay", "as_opponent_last"],
    "owed_paid": ["after_stroke", "end_of_turn"],
    "penalty_region": ["outer_circle", "centre"],
    "penalty_may_cover_centre": [False, True],
    "placing_makes_shot": ["not_with_queen", "allowed", "forbidden"],
    "queen_placer": ["umpire", "opponent"],
}


@pytest.mark.parametrize("seed", range(one_of(8, 24)))
def test_boards_under_changed_values_keep_the_invariants(seed):
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.4}
    match = Match.new(players="ABCD"[: rng.choice((2, 4))], length="board", seed=seed, options=options)
    play_on(match, rng, most=120)

    assert verify(match.record, strokes=False).faults == ()


@pytest.mark.parametrize("name", sorted(VALUES))
def test_each_value_is_one_that_a_ruleset_has(name):
    for value in VALUES[name]:
        Match.new(players="AB", options={name: value})
