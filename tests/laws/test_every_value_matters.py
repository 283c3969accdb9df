"""Each value that a ruling reads changes the ruling of some stroke: no value is there for show.

The strokes are random boards played under every ruleset, with directions and every declared fact; two values of one
parameter must be distinguished by one of them.
"""

import itertools

from carrom.laws.values import parameters
from tests.support.in_one_test import in_one_test
from tests.support.laws.parameters import READ_ELSEWHERE, rulings_with, values_of

# values of solo: tests/laws/baca19 tells them apart; there "own" and "white" are the same coins
SOLO = frozenset("cover_at_break stroke_cap black_alone black_with_white black_with_queen".split())
RULED = [name for name in parameters() if name not in READ_ELSEWHERE | SOLO]


@in_one_test("name", RULED)
def test_two_values_of_a_parameter_are_distinguished_by_the_ruling_of_some_stroke(name: str) -> None:
    values = values_of(name)
    assert len(values) > 1, f"{name}: nothing to choose"

    same = [
        (one, other)
        for one, other in itertools.combinations(range(len(values)), 2)
        if (name, values[one], values[other]) not in SAME_BY_READING
    ]
    for slug in ("icf", "kagw", "common", "polish", "classic"):
        ruled = [rulings_with(slug, name, value) for value in values]
        same = [(one, other) for one, other in same if ruled[one].difference_from(ruled[other]) is None]

    assert not same, f"{name}: {[(values[one], values[other]) for one, other in same]} are the same in every stroke"


# words that differ in what they tell the players and the referee, not in what follows
SAME_BY_READING = (
    ("hand_over_diagonal", "nobody", "hand_only"),  # what may pass; who declares the fact says that it did
    ("opponent_last_queen_covered", "opponent_wins", "lose_board"),  # the same end reported from either side
    ("owed_lapse", "next_turn", "claim_time"),  # until when the fact may be declared
    ("queen_placer", "umpire", "any"),  # the screen's umpire acts for anyone
    ("off_board_placer", "umpire", "any"),
)


def test_every_value_is_read_somewhere_or_described_by_hand() -> None:
    assert set(parameters()) >= READ_ELSEWHERE | SOLO
    assert not set(RULED) & (READ_ELSEWHERE | SOLO)
