"""Every ruling of a whole grid of situations against the documents' tables, reckoned a second way."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import BoardEnd
from carrom.terms import Side
from tests.support.laws.tables import (
    QUEENS,
    Reported,
    Situation,
    asked,
    common,
    icf,
    polish,
    situations,
    with_mishaps,
    with_scores,
)

WORDS = {standing: word for word, standing in QUEENS.items()}


def scored_situations() -> Iterator[Situation]:
    return (scored for one in situations() for scored in with_scores(one))


def situations_with_mishaps() -> Iterator[Situation]:
    return (more for one in situations() for more in with_mishaps(one))


@pytest.mark.parametrize(
    ("slug", "grid", "table"),
    [
        ("icf", scored_situations, icf),
        ("polish", scored_situations, polish),
        ("common", situations_with_mishaps, common),
    ],
)
def test_every_ruling_is_as_the_table_of_its_document_has_it(
    slug: str, grid: Callable[[], Iterable[Situation]], table: Callable[[Situation], Reported]
) -> None:
    ruled = {one: ruling(one, RULESETS[slug]) for one in grid()}
    other = {one: (table(one), reported) for one, reported in ruled.items() if reported != table(one)}

    assert not other, next(iter(other.items()))
    assert len(ruled) > 10_000 and {reported.board for reported in ruled.values()} >= {"on", "own"}


def ruling(one: Situation, rules: Ruleset) -> Reported:
    """What the engine says, in the table's words."""
    reported = judge(*asked(one), rules)
    if reported.outcome is not None:
        if reported.outcome.end is BoardEnd.REPLAYED:
            return Reported("replayed")
        return Reported("own" if reported.outcome.winner is Side.A else "opponent", reported.outcome.points)
    after = reported.after
    next_side = "own" if after.to_play is Side.A else "opponent"
    queen_word = WORDS[after.queen, after.queen_side]
    return Reported("on", 0, after.white_up, after.owed[0], after.black_up, queen_word, next_side)
