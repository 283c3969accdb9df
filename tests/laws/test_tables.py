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
from tests.support.thorough import sample

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
    """In the suite every fifth one by chance, in a thorough run all."""
    listed = list(grid())
    ruled = [(one, table(one), ruling(one, RULESETS[slug])) for one in sample(listed, len(listed) // 5)]

    assert [row for row in ruled if row[1] != row[2]][:1] == []
    assert len(ruled) > 5_000 and {reported.board for _, _, reported in ruled} >= {"on", "own"}


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
