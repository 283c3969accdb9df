"""Taps of an umpire a stroke, over whole matches that computers play, by the rules of the sheet's keys.

A stroke costs a tap for each piece or the striker that falls, or one for "Nothing", one more for each question that
the laws ask of it and two more for what leaves the board. The end of a board is one tap; all else records itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from carrom.bots import find
from carrom.bots.contest import play_match
from carrom.cli.benchmarks.figures import Figure, percentile
from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.unseen import UmpireQuestion, Unseen, decisive
from carrom.match.entries import Entry, Player
from carrom.match.rules import shipped
from carrom.play.game import new_head
from carrom.play.state import PlayState, follow
from carrom.terms import Piece, Side

MATCHES = 3
EFFORT = 200  # strokes that a computer simulates for a decision: what falls matters here, not how well it plays
AIM = 1.2  # taps a stroke, the median
BEFORE = 2.05  # taps a stroke, with a Record after each


@dataclass(frozen=True, slots=True)
class Reported:
    """A stroke as its umpire reports it: taps, and what they would be if each stroke was recorded by a tap."""

    taps: int
    with_record: int
    questions: int


def measure() -> Iterator[Figure]:
    """Three matches of each ruleset from fixed seeds."""
    for slug, rules in shipped().items():
        strokes = [each for seed in range(MATCHES) for each in reported(played(rules, seed), rules)]
        taps = [each.taps for each in strokes]
        questions = sum(each.questions for each in strokes)
        before = sum(each.with_record for each in strokes) / len(strokes)
        note = f"{len(strokes)} strokes, {questions} questions, {sum(taps)} taps; with a Record after each {before:.2f}"
        yield Figure(name=f"{slug}: taps a stroke, median", value=percentile(taps, 0.5), unit="taps", should_be=AIM)
        yield Figure(name="... mean", value=sum(taps) / len(taps), unit="taps", should_be=BEFORE, note=note)


def played(rules: Ruleset, seed: int) -> tuple[Entry, ...]:
    """Give the record of a match between two computers, or of a set by one."""
    sides = (Side.A, Side.B)[: rules.side_count]
    names = ("steady", "easy")
    players = [
        Player(side=side, name=name, kind="computer", level=name) for side, name in zip(sides, names, strict=False)
    ]
    head = new_head(rules.slug, players=players, breaks=Side.A, length="match")
    bots = {side: find(name) for side, name in zip(sides, names, strict=False)}
    return play_match(head, bots, seed=seed, budget=EFFORT)


def reported(record: Iterable[Entry], rules: Ruleset) -> Iterator[Reported]:
    """Give the strokes of a record as an umpire reports them."""
    state: PlayState | None = None
    for entry in record:
        facts, board = entry.followed.facts, None if state is None else state.match.board
        if facts is not None and facts.made and board is not None:
            yield _taps(facts, board, rules, ends_board=bool(entry.followed.board_results))
        state = follow(state, entry)


def _taps(facts: StrokeFacts, board: BoardState, rules: Ruleset, *, ends_board: bool) -> Reported:
    fell = len(facts.pocketed) + facts.striker_pocketed
    beside = 2 * (len(facts.left_board) + facts.striker_left_board)
    questions = sum(1 for fact in decisive(board, rules) if _is_asked(fact, facts, board))
    is_recorded_by_hand = ends_board and fell > 0
    return Reported(
        max(fell, 1) + beside + questions + is_recorded_by_hand, max(fell, 1) + beside + questions + 1, questions
    )


def _is_asked(fact: Unseen, facts: StrokeFacts, board: BoardState) -> bool:
    """Whether the page asks, as `static/umpire/stroke.js` does: not what another answer has settled."""
    other = Piece.BLACK if board.colour_of(board.to_play) is Piece.WHITE else Piece.WHITE
    is_missed = not facts.touched and fact.key != "missed" and not facts.pocketed
    match fact.asked:
        case UmpireQuestion.OTHER:
            return other in facts.pocketed
        case UmpireQuestion.NOTHING:
            return not (facts.pocketed or facts.striker_pocketed or facts.left_board or is_missed)
        case UmpireQuestion.STRIKER:
            return facts.striker_pocketed and not (facts.pocketed or facts.left_board)
        case UmpireQuestion.NEVER:
            return False
