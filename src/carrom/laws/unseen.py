"""The facts that only a person at the board sees and that decide a stroke, by these laws, on this board.

The laws are asked with each fact and without it, so that every ruleset, also one from a file, finds the facts that its
own values make decisive.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from carrom.laws.board_state import BoardState
from carrom.laws.facts import ContradictoryFactsError, Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Ruling
from carrom.terms import Piece


class UmpireQuestion(StrEnum):
    """After which strokes a fact is asked for, as either answer is an ordinary one."""

    NEVER = "never"  # a breach: it is said when it was seen
    OTHER = "other"  # a coin of the other side fell
    NOTHING = "nothing"  # nothing fell
    STRIKER = "striker"  # the striker fell, and nothing else


@dataclass(frozen=True, slots=True)
class Unseen:
    """A fact that no count of pieces shows: the members of `StrokeFacts` that say it, and when it is asked for."""

    key: str
    facts: Mapping[str, Any]
    asked: UmpireQuestion = UmpireQuestion.NEVER


def unseen(board: BoardState) -> tuple[Unseen, ...]:
    """Every fact of this kind that a stroke on a board may have, whether these laws care or not.

    A stroke that touched nothing is an ordinary one at the break alone, where attempts are counted.
    """
    direct = Unseen("direct", MappingProxyType({"struck": frozenset({_other(board)})}), UmpireQuestion.OTHER)
    return (*(() if board.broken else (_MISSED,)), *_UNSEEN, direct)


_MISSED = Unseen("missed", MappingProxyType({"touched": False}), UmpireQuestion.NOTHING)


_UNSEEN = tuple(
    Unseen(key, MappingProxyType(facts), asked)
    for key, facts, asked in (
        ("improper", {"improper": True}, UmpireQuestion.NEVER),
        ("spread", {"spread": False}, UmpireQuestion.NOTHING),
        ("untouched", {"touched": False}, UmpireQuestion.STRIKER),
        ("backward", {"direction": Direction.BACKWARD}, UmpireQuestion.NEVER),
        ("horizontal", {"direction": Direction.HORIZONTAL}, UmpireQuestion.NEVER),
        ("behind", {"stayed_behind_line": True, "crossed_front_line": False}, UmpireQuestion.NEVER),
        ("hit_behind", {"struck_behind_line": True}, UmpireQuestion.NEVER),
        ("back", {"came_back_into_own_half": True}, UmpireQuestion.NEVER),
    )
)


def decisive(board: BoardState, ruleset: Ruleset) -> tuple[Unseen, ...]:
    """The facts without which these laws cannot rule on the next stroke of a board."""
    return _decisive(replace(board, warnings=(), strokes=0), ruleset)


@lru_cache(maxsize=512)
def _decisive(board: BoardState, ruleset: Ruleset) -> tuple[Unseen, ...]:
    return tuple(
        fact
        for fact in unseen(board)
        if any(decides(fact, stroke, board, ruleset) for stroke in _strokes(fact.asked, board))
    )


def decides(fact: Unseen, stroke: StrokeFacts, board: BoardState, ruleset: Ruleset) -> bool:
    """Whether the laws rule differently on a stroke with this fact than without it, reasons and clauses aside."""
    try:
        return _effects(judge(board, stroke, ruleset)) != _effects(judge(board, replace(stroke, **fact.facts), ruleset))
    except ContradictoryFactsError:
        return False


def _strokes(asked: UmpireQuestion, board: BoardState) -> Iterator[StrokeFacts]:
    """The strokes after which a fact may be asked for, without and with what falls beside."""
    own, other = _own(board), _other(board)
    fell: dict[UmpireQuestion, tuple[tuple[Piece, ...], ...]] = {
        UmpireQuestion.NEVER: ((), (own,), (other,)),
        UmpireQuestion.OTHER: ((other,), (own, other), (Piece.QUEEN, other), (own, Piece.QUEEN, other)),
        UmpireQuestion.NOTHING: ((),),
        UmpireQuestion.STRIKER: ((),),
    }
    with_striker = {UmpireQuestion.NOTHING: (False,), UmpireQuestion.STRIKER: (True,)}.get(asked, (False, True))
    for pocketed in fell[asked]:
        for striker in with_striker:
            yield StrokeFacts(pocketed=pocketed, striker_pocketed=striker)


def _own(board: BoardState) -> Piece:
    return board.colour_of(board.to_play) or Piece.WHITE


def _other(board: BoardState) -> Piece:
    return Piece.BLACK if _own(board) is Piece.WHITE else Piece.WHITE


def _effects(ruling: Ruling) -> tuple[object, ...]:
    """All of a ruling but why."""
    returns = [(back.piece, back.placer, back.region, back.jumped) for back in ruling.returns]
    end = ruling.outcome
    outcome = None if end is None else (end.end, end.winner, end.points, end.extra_points, end.loser_points)
    same = (ruling.after, returns, ruling.keeps_turn, ruling.next_seat, ruling.warned, ruling.restore, ruling.sanction)
    return (*same, outcome)
