"""Ordinary situations at the board, to show how a ruleset judges them: a board, and one stroke.

Values only. Seen from the side that makes the stroke; under a solo ruleset its coins are the whites, the others the
blacks. The list is systematic: each state of the board with each stroke that it may see.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from carrom.laws.board_state import BoardState
from carrom.laws.clauses.possible import check_board, check_stroke
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.terms import Piece, Queen, Side

OWN, OTHER, QUEEN = Piece.WHITE, Piece.BLACK, Piece.QUEEN


@dataclass(frozen=True, slots=True)
class Situation:
    """A board and one stroke on it, each in words."""

    given: str
    stroke: str
    board: BoardState
    facts: StrokeFacts

    @property
    def words(self) -> str:
        """Both in one sentence."""
        return f"{self.given}: {self.stroke}"


def boards(*, solo: bool) -> Iterator[tuple[str, BoardState]]:
    """The states of a board, the most ordinary first."""
    mine = Side.A
    earned = (True, True)
    plain = BoardState(white_up=6, black_up=6, broken=True, first_of_turn=False, earned=earned, solo=solo)
    states: list[tuple[str, dict[str, object]]] = [
        ("three down each", {}),
        ("none down yet", {"white_up": 9, "black_up": 9, "earned": (False, False)}),
        ("the queen waits for her cover", {"queen": Queen.AWAITING_COVER, "queen_side": mine}),
        ("the queen is covered", {"queen": Queen.COVERED, "queen_side": mine}),
        ("your last coin, the queen up", {"white_up": 1}),
        ("your last coin, the queen covered", {"white_up": 1, "queen": Queen.COVERED, "queen_side": mine}),
        ("the other side's last coin, the queen up", {"black_up": 1}),
        ("the other side's last coin, the queen covered", {"black_up": 1, "queen": Queen.COVERED, "queen_side": mine}),
        ("one coin left each, the queen covered", {"white_up": 1, "black_up": 1, "queen": Queen.COVERED,
                                                  "queen_side": mine}),
        ("one coin left each, the queen up", {"white_up": 1, "black_up": 1}),
        ("one coin owed, none down", {"white_up": 9, "owed": (1, 0)}),
        ("the break", {"white_up": 9, "black_up": 9, "broken": False, "earned": (False, False), "first_of_turn": True}),
        ("the third attempt at the break", {"white_up": 9, "black_up": 9, "broken": False, "attempt": 3,
                                            "earned": (False, False), "first_of_turn": True}),
    ]  # fmt: skip
    for words, changes in states:
        yield words, _with(plain, changes)


def strokes() -> Iterator[tuple[str, StrokeFacts]]:
    """The strokes, the most ordinary first."""
    direct = frozenset({OTHER})
    yield "nothing falls", StrokeFacts()
    yield "nothing is touched", StrokeFacts(touched=False)
    yield "one of your coins falls", StrokeFacts(pocketed=(OWN,))
    yield "the queen falls alone", StrokeFacts(pocketed=(QUEEN,))
    yield "the queen and one of your coins fall", StrokeFacts(pocketed=(QUEEN, OWN))
    yield "the queen and two of your coins fall", StrokeFacts(pocketed=(QUEEN, OWN, OWN))
    yield "the striker falls", StrokeFacts(striker_pocketed=True)
    yield "the striker and one of your coins fall", StrokeFacts(pocketed=(OWN,), striker_pocketed=True)
    yield "the striker and two of your coins fall", StrokeFacts(pocketed=(OWN, OWN), striker_pocketed=True)
    yield "a coin of the other side falls, not hit by the striker", StrokeFacts(pocketed=(OTHER,))
    yield "a coin of the other side falls, hit by the striker", StrokeFacts(pocketed=(OTHER,), struck=direct)
    yield "one coin of each side falls", StrokeFacts(pocketed=(OWN, OTHER))
    yield (
        "one coin of each side falls, the striker hit the other side's",
        StrokeFacts(pocketed=(OWN, OTHER), struck=direct),
    )
    yield "the striker and a coin of the other side fall", StrokeFacts(pocketed=(OTHER,), striker_pocketed=True)
    yield "the striker and one coin of each side fall", StrokeFacts(pocketed=(OWN, OTHER), striker_pocketed=True)
    yield "the queen and the striker fall", StrokeFacts(pocketed=(QUEEN,), striker_pocketed=True)
    yield "the queen, one of your coins and the striker fall", StrokeFacts(pocketed=(QUEEN, OWN), striker_pocketed=True)
    yield "the queen and a coin of the other side fall", StrokeFacts(pocketed=(QUEEN, OTHER))
    yield (
        "the queen and a coin of the other side fall, which the striker hit",
        StrokeFacts(pocketed=(QUEEN, OTHER), struck=direct),
    )
    yield "a coin leaves the board", StrokeFacts(left_board=(OWN,))
    yield "the striker leaves the board", StrokeFacts(striker_left_board=True)
    yield "an improper stroke pockets one of your coins", StrokeFacts(pocketed=(OWN,), improper=True)
    yield "a coin is touched by hand", StrokeFacts(declared=("touched_coin",))
    yield "the striker is pushed", StrokeFacts(declared=("push",))
    yield "the time is exceeded", StrokeFacts(made=False, touched=False, declared=("time_exceeded",))


@cache
def situations(*, solo: bool = False) -> tuple[Situation, ...]:
    """Every state with every stroke."""
    return tuple(
        Situation(given, stroke, board, facts) for given, board in boards(solo=solo) for stroke, facts in strokes()
    )


def possible(situation: Situation, ruleset: Ruleset) -> bool:
    """Whether a ruleset can see this."""
    try:
        check_board(situation.board, ruleset)
        check_stroke(situation.board, situation.facts)
    except ContradictoryFactsError:
        return False
    return True


def _with(board: BoardState, changes: dict[str, object]) -> BoardState:
    values = {name: getattr(board, name) for name in board.__slots__}
    return BoardState(**{**values, **changes})
