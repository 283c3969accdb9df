"""The ruling on a stroke: `judge(board, facts, ruleset)`. Every ruleset asks the same questions in the same order."""

from typing import cast

from carrom.laws.board_state import BoardState
from carrom.laws.clauses.both_last import both_last
from carrom.laws.clauses.breaches import breaches
from carrom.laws.clauses.declared import declared, lose_board
from carrom.laws.clauses.draft import Draft
from carrom.laws.clauses.dues import dues
from carrom.laws.clauses.last_coins import opponent_last, own_last
from carrom.laws.clauses.opening_break import opening_break
from carrom.laws.clauses.points import points
from carrom.laws.clauses.possible import possible
from carrom.laws.clauses.queen import queen
from carrom.laws.clauses.returns import returns
from carrom.laws.clauses.solo import blacks, count_stroke
from carrom.laws.clauses.turn import turn
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardOutcome, Ruling, Verdict
from carrom.terms import Side

VERSION = 2  # raised when the same facts are ruled differently

# docs/laws/stages.md says what each one asks; the order is that of the ICF laws' evaluation
STAGES = (
    possible,
    declared,
    breaches,
    opening_break,
    both_last,
    opponent_last,
    queen,
    blacks,
    own_last,
    turn,
    dues,
    returns,
    count_stroke,
    points,
)


def judge(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> Ruling:
    """Rule on one stroke (or on what was declared without one). Pure: the same question has the same answer.

    Raises:
        ContradictoryFactsError: the board or the stroke could not have been so; `code` says why.
    """
    return _drafted(board, facts, ruleset).ruling()


def verdict(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> Verdict:
    """The outcome of `judge` without reasons, in half of the time: for strokes whose clauses nobody reads.

    Raises:
        ContradictoryFactsError: as `judge`.
    """
    return _drafted(board, facts, ruleset).verdict()


def verdict_and_questions(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> tuple[Verdict, frozenset[str]]:
    """`verdict`, and which of the facts it was made of: other values of all others would have changed nothing.

    What `possible` asks to refuse facts that contradict one another is left out.

    Raises:
        ContradictoryFactsError: as `judge`.
    """
    draft = Draft(board, facts, ruleset)
    possible(draft)
    noted = NotedFacts(facts)
    draft.facts = cast("StrokeFacts", noted)
    for stage in STAGES[1:]:
        stage(draft)
    return draft.verdict(), noted.asked


class NotedFacts:
    """Facts that note which of them are asked for: each becomes an attribute when it is asked for first."""

    def __init__(self, facts: StrokeFacts) -> None:
        self._facts = facts

    def __getattr__(self, name: str) -> object:
        """A fact, noted."""
        value = self.__dict__[name] = getattr(self._facts, name)
        return value

    @property
    def asked(self) -> frozenset[str]:
        """The names of those that were asked for."""
        return frozenset(self.__dict__) - _OWN


_OWN = {"_facts"}


def _drafted(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> Draft:
    """Ask all questions."""
    draft = Draft(board, facts, ruleset)
    for stage in STAGES:
        stage(draft)
    return draft


def forfeited_board(board: BoardState, loser: Side, ruleset: Ruleset) -> BoardOutcome:
    """The end of a board that an official awards to the other side: as one lost by a breach.

    Raises:
        ContradictoryFactsError: the board could not have been so.
    """
    draft = Draft(board, StrokeFacts(made=False, touched=False, by_opponent=loser is not board.to_play), ruleset)
    possible(draft)
    lose_board(draft, "")
    if draft.outcome is None:
        raise ValueError("a lost board has an outcome")
    return draft.outcome
