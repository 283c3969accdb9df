"""Rulings a second, a ruling of an ordinary stroke, and the start of a process that judges."""

import random
import subprocess
import sys

from carrom.cli.benchmarks.figures import Figure, best_of
from carrom.laws.board_state import BoardState, opening_board
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.rulesets.icf import RULESET
from carrom.terms import Piece, Queen

_START = "import sys; import carrom.laws.judge, carrom.laws.rulesets.icf; assert 'numpy' not in sys.modules"


def measure(*, quick: bool = False) -> list[Figure]:
    """Figures of one core, each the best of several runs, the ruling built whole each time; `quick`: fewer of both."""
    board = BoardState(white_up=6, black_up=5, broken=True, earned=(True, True))
    own = StrokeFacts(pocketed=(Piece.WHITE,))
    due = StrokeFacts(pocketed=(Piece.WHITE, Piece.BLACK), striker_pocketed=True)
    mixed = _played(500 if quick else 5_000)
    ordinary = best_of(lambda: [judge(board, own, RULESET) for _ in range(2_000)]) / 2_000
    dearer = best_of(lambda: [judge(board, due, RULESET) for _ in range(2_000)]) / 2_000
    a_second = len(mixed) / best_of(lambda: _judge_all(mixed), times=3 if quick else 9)
    starts = 2 if quick else 5
    start = best_of(lambda: subprocess.run([sys.executable, "-c", _START], check=True), times=starts)  # noqa: S603
    bare = best_of(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), times=starts)
    return [
        Figure(name="rulings, strokes of whole boards", value=a_second, unit="1/s", should_be=20_000, better="more"),
        Figure(name="an own coin pocketed", value=ordinary * 1e6, unit="us", should_be=50),
        Figure(name="striker with own and opponent's", value=dearer * 1e6, unit="us"),
        Figure(name="import of judge and ICF", value=(start - bare) * 1e3, unit="ms"),
    ]


def _judge_all(asked: list[tuple[BoardState, StrokeFacts]]) -> None:
    """Judge them one after another, keeping nothing."""
    for board, facts in asked:
        judge(board, facts, RULESET)


def _played(count: int) -> list[tuple[BoardState, StrokeFacts]]:
    """Boards and strokes of random play."""
    rng = random.Random(7)
    board = opening_board()
    asked: list[tuple[BoardState, StrokeFacts]] = []
    while len(asked) < count:
        up = [Piece.WHITE] * board.white_up + [Piece.BLACK] * board.black_up
        if board.queen is Queen.ON_BOARD:
            up.append(Piece.QUEEN)
        rng.shuffle(up)
        fell = tuple(up[: rng.choice((0, 0, 0, 1, 1, 2))])
        facts = StrokeFacts(pocketed=fell, striker_pocketed=rng.random() < 0.1, improper=rng.random() < 0.03)
        asked.append((board, facts))
        ruling = judge(board, facts, RULESET)
        board = opening_board() if ruling.over else ruling.after
    return asked
