"""Checks that every ruleset must pass, built-in or a club's own: boards played with random facts.

Pure: random numbers are passed in. `faults(ruleset, random numbers)` gives sentences, none for a ruleset that conforms.
"""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from carrom.laws.board_state import COINS, BoardState, opening_board
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, Reason, Restore, Ruling
from carrom.terms import Piece, Queen, Side

STROKES = 10_000
JUDGED_AGAIN = 10  # each tenth stroke is, to see that its ruling is the same
MOST_OF_A_BOARD = 2_000
Item = TypeVar("Item")


class Rng(Protocol):
    """`random.Random` fits."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...


def faults(ruleset: Ruleset, rng: Rng, strokes: int = STROKES) -> list[str]:
    """The faults of a ruleset, each once, after this many random strokes."""
    found: dict[str, None] = {}
    for reason in Reason:
        if reason not in ruleset.citations:
            found[f"nothing is cited for {reason.value}"] = None
    played = ended = started = 0
    while played < strokes and len(found) < 20:
        started += 1
        for board, facts, ruling in board_of(ruleset, rng):
            played += 1
            if isinstance(ruling, ContradictoryFactsError):
                found[f"a board that a ruling left is refused: {ruling.code}, {ruling}"] = None
                break
            if played % JUDGED_AGAIN == 0 and judge(board, facts, ruleset) != ruling:
                found["the same stroke is ruled in two ways"] = None
            found.update(dict.fromkeys(faults_of(board, facts, ruling, ruleset)))
            ended += ruling.over
    if ended < 0.9 * started - 1:
        found[f"boards do not end: {ended} of {started} did"] = None
    return list(found)


def board_of(ruleset: Ruleset, rng: Rng) -> Iterator[tuple[BoardState, StrokeFacts, Ruling | ContradictoryFactsError]]:
    """One board from the break to its end, by random facts."""
    solo = ruleset.side_count == 1
    board = opening_board(
        to_play=Side.A if solo or rng.random() < 0.5 else Side.B,
        score=(0, 0) if solo else (int(rng.random() * 25), int(rng.random() * 25)),
        colours_open=ruleset.colour_assignment == "first_pocketed",
        solo=solo,
    )
    for _ in range(MOST_OF_A_BOARD):
        facts = random_facts(board, rng)
        try:
            ruling = judge(board, facts, ruleset)
        except ContradictoryFactsError as error:
            yield board, facts, error
            return
        yield board, facts, ruling
        if ruling.over:
            return
        board = ruling.after


def random_facts(board: BoardState, rng: Rng) -> StrokeFacts:
    """A random stroke that is possible on this board."""
    up = [Piece.WHITE] * board.white_up + [Piece.BLACK] * board.black_up
    if board.queen is Queen.ON_BOARD and not board.early_queen:
        up.append(Piece.QUEEN)
    order = sorted(range(len(up)), key=lambda _: rng.random())
    if rng.random() < 0.08:
        return StrokeFacts(touched=False, striker_pocketed=rng.random() < 0.3)
    fell = min(len(up), _one_of((0, 0, 0, 1, 1, 1, 2, 2, 3, 6), rng))
    pocketed = tuple(up[i] for i in order[:fell])
    left = tuple(up[i] for i in order[fell : fell + 1]) if rng.random() < 0.05 else ()
    return StrokeFacts(
        pocketed=pocketed,
        left_board=left,
        striker_pocketed=rng.random() < 0.2,
        improper=rng.random() < 0.1,
        struck=frozenset(kind for kind in pocketed if rng.random() < 0.4),
    )


def faults_of(board: BoardState, facts: StrokeFacts, ruling: Ruling, ruleset: Ruleset) -> Iterator[str]:
    """The invariants that one ruling breaks."""
    after = ruling.after
    if not ruling.findings:
        yield "a stroke is ruled without a finding"
    if ruling.outcome is not None:
        if (ruling.outcome.end is BoardEnd.WON) is (ruling.outcome.winner is None):
            yield "a board is won by nobody, or not won by a winner"
        return
    if ruling.restore is Restore.POSITION:
        return
    back = [one.piece for one in ruling.returns if not one.jumped]
    before, now = down_of(board), down_of(after)
    for piece, down in before.items():
        waits = after.early_queen - board.early_queen if piece is Piece.QUEEN else 0
        if down + facts.pocketed.count(piece) - back.count(piece) - waits != now[piece]:
            yield "pieces up and down do not add up to nineteen"
    for side in Side:
        may_wait = ruleset.owed_paid == "end_of_turn" and ruling.keeps_turn
        if after.owed_by(side) and not may_wait and not after.solo and after.up_of(side) < COINS:
            yield "a side owes although it could have paid"


def down_of(board: BoardState) -> dict[Piece, int]:
    """How many of each kind are down."""
    queen = 0 if board.queen is Queen.ON_BOARD else 1
    return {Piece.WHITE: COINS - board.white_up, Piece.BLACK: COINS - board.black_up, Piece.QUEEN: queen}


def _one_of(items: tuple[Item, ...], rng: Rng) -> Item:
    return items[int(rng.random() * len(items))]
