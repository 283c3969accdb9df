"""Random boards played by random legal facts, for property tests."""

import random
from collections import Counter
from collections.abc import Iterator

from carrom.laws.board_state import COINS, BoardState, opening_board
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Ruling
from carrom.terms import Piece, Queen, Seat, Side

FACTS = ("push", "touched_coin", "time_exceeded", "distraction", "shook_board", "second_hand", "claim_forgotten")


def random_facts(board: BoardState, rng: random.Random) -> StrokeFacts:
    """A stroke, a pass, a hanging piece or a declaration that may happen on this board."""
    up = [Piece.WHITE] * board.white_up + [Piece.BLACK] * board.black_up
    if board.queen is Queen.ON_BOARD and not board.early_queen:
        up += [Piece.QUEEN]
    rng.shuffle(up)
    what = rng.random()
    declared = (rng.choice(FACTS),) if rng.random() < 0.08 else ()
    by_opponent = bool(declared) and rng.random() < 0.4 and not board.solo
    if what < 0.03 and not board.solo:
        return StrokeFacts(made=False, passed=True)
    if what < 0.05 and board.broken:
        return StrokeFacts(made=False, dropped=tuple(up[:1]))
    if declared and what < 0.3:
        return StrokeFacts(made=False, declared=declared, by_opponent=by_opponent)
    if what < 0.12:
        return StrokeFacts(touched=False, striker_pocketed=rng.random() < 0.3, improper=rng.random() < 0.2)
    fell = min(len(up), rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 9, 19)))
    left = 1 if rng.random() < 0.06 else 0
    pocketed = tuple(up[:fell])
    return StrokeFacts(
        pocketed=pocketed,
        left_board=tuple(up[fell : fell + left]),
        striker_pocketed=rng.random() < 0.2,
        improper=rng.random() < 0.15,
        struck=frozenset(kind for kind in pocketed if rng.random() < 0.4),
        declared=declared,
        by_opponent=by_opponent,
        claims_extra=rng.choice((True, False, 1)),
    )


def played_board(ruleset: Ruleset, seed: int, strokes: int = 400) -> Iterator[tuple[BoardState, StrokeFacts, Ruling]]:
    """A board from the break to its end (or so many strokes), a random stroke at a time."""
    rng = random.Random(seed)
    board = opening_board(
        players=rng.choice((2, 4)),
        to_play=rng.choice((Side.A, Side.B)),
        score=(rng.randrange(25), rng.randrange(25)),
        colours_open=ruleset.colour_assignment == "first_pocketed",
    )
    if ruleset.side_count == 1:
        board = opening_board(solo=True)
    for _ in range(strokes):
        facts = random_facts(board, rng)
        ruling = judge(board, facts, ruleset)
        yield board, facts, ruling
        if ruling.over:
            return
        board = ruling.after


def down(board: BoardState) -> Counter[Piece]:
    """How many of each kind are down."""
    queen = 0 if board.queen is Queen.ON_BOARD else 1
    return Counter({Piece.WHITE: COINS - board.white_up, Piece.BLACK: COINS - board.black_up, Piece.QUEEN: queen})


def simulated_facts(board: BoardState, rng: random.Random) -> StrokeFacts:
    """A stroke as the engine may tell it: nothing declared, and more at once than play ever sees."""
    up = [Piece.WHITE] * board.white_up + [Piece.BLACK] * board.black_up
    if board.queen is Queen.ON_BOARD and not board.early_queen:
        up += [Piece.QUEEN]
    rng.shuffle(up)
    touched = rng.random() < 0.95
    fell = min(len(up), rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 9, 19))) if touched else 0
    left = rng.choice((0,) * 15 + (1, 2)) if touched else 0
    pocketed = tuple(up[:fell])
    struck = frozenset(kind for kind in pocketed if rng.random() < 0.4)
    crossed, striker = rng.random() < 0.9, rng.random() < 0.15
    return StrokeFacts(
        pocketed=pocketed,
        left_board=tuple(sorted(up[fell : fell + left], key=(Piece.QUEEN, Piece.WHITE, Piece.BLACK).index)),
        striker_pocketed=striker,
        striker_left_board=not striker and rng.random() < 0.03,
        touched=touched,
        first_contact=rng.choice((Piece.WHITE, Piece.BLACK, Piece.QUEEN)) if touched else None,
        struck=struck,
        spread=bool(pocketed) or (touched and rng.random() < 0.8),
        direction=rng.choices(tuple(Direction), (20, 1, 2))[0],
        crossed_front_line=crossed,
        stayed_behind_line=not crossed and rng.random() < 0.5,
        touched_own_frame=rng.random() < 0.05,
        came_back_into_own_half=rng.random() < 0.05,
        struck_behind_line=touched and not crossed and rng.random() < 0.5,
    )


def simulated_boards(ruleset: Ruleset, seed: int) -> Iterator[tuple[BoardState, StrokeFacts, Ruling]]:
    """Boards without end, one after the other, a random simulated stroke at a time, each judged."""
    rng = random.Random(seed)
    while True:
        board = opening_board(solo=True)
        if ruleset.side_count == 2:
            board = opening_board(
                players=rng.choice(ruleset.players_allowed),
                to_play=rng.choice(tuple(Side)),
                seat=rng.choice(tuple(Seat)),
                score=(rng.randrange(25), rng.randrange(25)),
                colours_open=ruleset.colour_assignment == "first_pocketed",
            )
        for _ in range(100):
            facts = simulated_facts(board, rng)
            ruling = judge(board, facts, ruleset)
            yield board, facts, ruling
            if ruling.over:
                break
            board = ruling.after
