"""Every ruling of a whole grid of situations against the documents' tables, reckoned a second way."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import BoardEnd
from carrom.terms import Piece, Queen, Side
from tests.support.laws.tables import Situation, Told, common, icf, polish, situations, with_mishaps, with_scores

QUEENS = {
    "up": (Queen.ON_BOARD, None),
    "pending": (Queen.AWAITING_COVER, Side.A),
    "covered_own": (Queen.COVERED, Side.A),
    "covered_opponent": (Queen.COVERED, Side.B),
}
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
    slug: str, grid: Callable[[], Iterable[Situation]], table: Callable[[Situation], Told]
) -> None:
    ruled = {one: ruling(one, RULESETS[slug]) for one in grid()}
    other = {one: (table(one), told) for one, told in ruled.items() if told != table(one)}

    assert not other, next(iter(other.items()))
    assert len(ruled) > 10_000 and {told.board for told in ruled.values()} >= {"on", "own"}


def ruling(one: Situation, rules: Ruleset) -> Told:
    """What the engine says, in the table's words."""
    queen, queen_side = QUEENS[one.queen]
    board = BoardState(
        white_up=one.own,
        black_up=one.opponent,
        queen=queen,
        queen_side=queen_side,
        owed=(one.owed, 0),
        earned=(one.earned, True),
        score=(one.score, one.opponent_score),
        broken=True,
        first_of_turn=one.queen != "pending",
    )
    facts = StrokeFacts(
        pocketed=(Piece.WHITE,) * one.fell + (Piece.BLACK,) * one.theirs + (Piece.QUEEN,) * one.queen_fell,
        striker_pocketed=one.striker,
        left_board=(Piece.BLACK,) * one.off,
        striker_left_board=one.striker_off,
        struck=frozenset({Piece.BLACK} if one.direct else ()),
        improper=one.improper,
    )
    told = judge(board, facts, rules)
    if told.outcome is not None:
        if told.outcome.end is BoardEnd.REPLAYED:
            return Told("replayed")
        return Told("own" if told.outcome.winner is Side.A else "opponent", told.outcome.points)
    after = told.after
    next_side = "own" if after.to_play is Side.A else "opponent"
    queen_word = WORDS[after.queen, after.queen_side]
    return Told("on", 0, after.white_up, after.owed[0], after.black_up, queen_word, next_side)
