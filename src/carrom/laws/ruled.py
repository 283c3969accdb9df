"""A stroke with its ruling: everything that the condition of a clause may read.

Built from the board, the facts and the ruling alone, so that anyone can ask afterwards whether a clause that was cited
applies. Decides nothing.
"""

from collections.abc import Callable, Mapping, Sequence

from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import BoardOutcome, Finding, Reason, Return, Ruling
from carrom.terms import Piece, Queen, Side

# findings after which nothing that fell in the stroke is judged
NOT_JUDGED = frozenset(
    {Reason.FACT_RESTORES, Reason.FACT_VOIDS_STROKE, Reason.FACT_LOSES_BOARD, Reason.FACT_REPLAYS_BOARD}
)
# what a stroke with a foul by the player in turn costs; one of them stands in every such ruling that ends no board
COST_OF_FOUL = frozenset(reason for reason in Reason if reason.name.startswith("IMPROPER"))
BREACHES = frozenset(
    {
        Reason.STRIKING_BREACH,
        Reason.BACKWARD_STROKE,
        Reason.HORIZONTAL_STROKE,
        Reason.FRONT_LINE_NOT_CROSSED,
        Reason.PIECE_BEHIND_LINE,
        Reason.OWN_FRAME_FIRST,
        Reason.CAME_BACK,
        Reason.NOTHING_TOUCHED,
        Reason.COIN_OFF_FOUL,
        Reason.STRIKER_OFF_FOUL,
        Reason.OPPONENT_COIN_FOUL,
        Reason.DECLARED_FOUL,
        Reason.BREAK_BEFORE_PLAY,
    }
)
FOULS = COST_OF_FOUL | BREACHES


class Found:
    """A finding while a ruling is made: its clauses are cited when all is settled."""

    __slots__ = ("count", "fact", "pieces", "reason", "side")

    def __init__(self, reason: Reason, side: Side | None, pieces: tuple[Piece, ...], count: int, fact: str) -> None:
        self.reason, self.side, self.pieces, self.count, self.fact = reason, side, pieces, count, fact


class Ruled:
    """A ruled stroke, seen by the side that made it. Counts of pieces are of those that fell and were judged."""

    __slots__ = (
        "after",
        "at_break",
        "board",
        "covering",
        "facts",
        "findings",
        "foul",
        "keeps",
        "live",
        "outcome",
        "over",
        "own",
        "own_colour",
        "own_last",
        "queen",
        "reasons",
        "returns",
        "side",
        "striker",
        "theirs",
        "theirs_last",
    )

    def __init__(
        self,
        board: BoardState,
        facts: StrokeFacts,
        *,
        after: BoardState,
        findings: Sequence[Finding | Found],
        returns: Sequence[Return],
        outcome: BoardOutcome | None,
        keeps: bool,
    ) -> None:
        self.board, self.facts, self.after = board, facts, after
        self.findings, self.returns, self.outcome, self.keeps = findings, returns, outcome, keeps
        self.reasons = {finding.reason for finding in findings}
        self.side = board.to_play
        self.over = outcome is not None
        self.at_break = facts.made and not board.broken and after.broken  # the break was made by this stroke
        # the pockets of this stroke are judged: not void, and no attempt that made no break
        self.live = facts.made and (board.broken or after.broken) and self.reasons.isdisjoint(NOT_JUDGED)
        self.foul = not self.reasons.isdisjoint(FOULS)  # by the player in turn
        self.striker = self.live and facts.striker_pocketed
        self.covering = self.live and board.queen is Queen.AWAITING_COVER
        self.own_colour = own_colour(board, facts)
        self.own = self.theirs = 0
        self.queen = self.own_last = self.theirs_last = False
        fell = facts.pocketed if self.live else facts.dropped if Reason.HANGING_DROPPED in self.reasons else ()
        if fell:
            white, black = fell.count(Piece.WHITE), fell.count(Piece.BLACK)
            is_white = self.own_colour is Piece.WHITE
            self.own, self.theirs = (white, black) if is_white else (black, white)
            up, their_up = (board.white_up, board.black_up) if is_white else (board.black_up, board.white_up)
            self.queen = white + black < len(fell)
            self.own_last = self.own == up > 0
            self.theirs_last = self.theirs == their_up > 0

    @classmethod
    def of(cls, board: BoardState, facts: StrokeFacts, ruling: Ruling) -> "Ruled":
        """A ruling that was made, with the board and the facts that it was made on."""
        return cls(
            board,
            facts,
            after=ruling.after,
            findings=ruling.findings,
            returns=ruling.returns,
            outcome=ruling.outcome,
            keeps=ruling.keeps_turn,
        )

    def found(self, *reasons: Reason) -> bool:
        """Whether one of these was found."""
        return not self.reasons.isdisjoint(reasons)

    def declared(self, *facts: str) -> bool:
        """Whether one of these facts was declared."""
        return any(fact in facts for fact in self.facts.declared)

    def count_of(self, reason: Reason) -> int:
        """The numbers of the findings with a reason, added up."""
        return sum(finding.count for finding in self.findings if finding.reason is reason)

    def back_for(self, why: Reason) -> int:
        """How many pieces come back for a reason."""
        return sum(back.why is why for back in self.returns)

    @property
    def pending(self) -> bool:
        """The queen waited for her cover before the stroke."""
        return self.board.queen is Queen.AWAITING_COVER

    @property
    def offence(self) -> bool:
        """A foul of the player in turn, or the striker pocketed, also in an attempt at the break."""
        return self.foul or (self.facts.striker_pocketed and self.facts.made and self.reasons.isdisjoint(NOT_JUDGED))

    @property
    def clean(self) -> bool:
        """The stroke was judged, proper, and the striker stayed up."""
        return self.live and not self.foul and not self.striker

    @property
    def unnamed_breach(self) -> bool:
        """The stroke broke a law of striking, and nobody said which: it may be any of them."""
        return self.found(Reason.STRIKING_BREACH) and not self.found(Reason.DECLARED_FOUL)

    @property
    def failed_attempt(self) -> bool:
        """An attempt at the break that did not make it."""
        return (
            self.facts.made and not self.board.broken and not self.after.broken and self.reasons.isdisjoint(NOT_JUDGED)
        )

    @property
    def owing(self) -> bool:
        """The side owed a coin before the stroke."""
        return self.board.owed_by(self.side) > 0

    @property
    def own_all_up(self) -> bool:
        """All own coins were up before the stroke."""
        board = self.board
        return (board.white_up if self.own_colour is Piece.WHITE else board.black_up) == 9

    @property
    def owes_more(self) -> bool:
        """The side owes more after the stroke than before it."""
        return self.after.owed_by(self.side) > self.board.owed_by(self.side)

    @property
    def entitled(self) -> bool:
        """An own coin was down before the stroke, and nothing owed."""
        return not self.own_all_up and not self.owing

    @property
    def queen_back(self) -> bool:
        """The queen comes back out of a pocket."""
        return any(back.piece is Piece.QUEEN and not back.jumped for back in self.returns)

    @property
    def coins_back(self) -> bool:
        """A coin comes back out of a pocket."""
        return any(back.piece is not Piece.QUEEN and not back.jumped for back in self.returns)

    @property
    def dues_back(self) -> int:
        """How many coins come back for a foul, the striker or a debt."""
        of_stroke = self.back_for(Reason.COINS_OF_STROKE_RETURN) if self.offence else 0
        return of_stroke + self.back_for(Reason.DUE_PLACED) + self.back_for(Reason.OWED_PAID)

    @property
    def coins_up_after(self) -> int:
        """How many coins are up when all is settled."""
        return self.after.white_up + self.after.black_up

    @property
    def touched_only(self) -> bool:
        """A clean stroke that touched a piece and pocketed none."""
        return self.clean and self.facts.touched and not (self.facts.pocketed or self.over)

    @property
    def own_stay(self) -> int:
        """Own coins of this stroke that stay down."""
        return self.own - self.back_for(Reason.COINS_OF_STROKE_RETURN)

    @property
    def theirs_stay(self) -> int:
        """The other side's coins of this stroke that stay down."""
        return self.theirs - self.back_for(Reason.OPPONENT_COIN_RETURNS)

    @property
    def pays_more_than_one(self) -> bool:
        """A side pays something owed, and owed more than one coin."""
        return any(
            finding.reason is Reason.OWED_PAID
            and finding.side is not None
            and finding.count + self.after.owed_by(finding.side) > 1
            for finding in self.findings
        )

    @property
    def score_of_winner(self) -> int:
        """The winner's score before the board; 0 where nobody has won."""
        winner = None if self.outcome is None else self.outcome.winner
        return 0 if winner is None else self.board.score_of(winner)

    @property
    def won_by_striking_side(self) -> bool:
        """The side that struck has won the board."""
        return self.outcome is not None and self.outcome.winner is self.side


def own_colour(board: BoardState, facts: StrokeFacts) -> Piece:
    """The colour of the side to play: alone the one in play, while colours are open that of the first coin to fall."""
    if board.solo:
        return Piece.BLACK if board.white_up == 0 and board.queen is Queen.COVERED else Piece.WHITE
    if board.white_side is None:
        fell = facts.pocketed or facts.dropped
        return next((piece for piece in fell if piece is not Piece.QUEEN), Piece.WHITE)
    return Piece.WHITE if board.white_side is board.to_play else Piece.BLACK


Condition = Callable[[Ruled], bool]


def found(*reasons: Reason) -> Condition:
    """Applies where one of these was found."""
    wanted = frozenset(reasons)
    return lambda ruled: not ruled.reasons.isdisjoint(wanted)


def declared(*facts: str) -> Condition:
    """Applies where one of these facts was declared."""
    wanted = frozenset(facts)
    return lambda ruled: not wanted.isdisjoint(ruled.facts.declared)


def behind_facts(citations: Mapping[str, tuple[str, ...]]) -> dict[str, Condition]:
    """The conditions of clauses that say what a declared fact is: one of their facts was declared."""
    facts: dict[str, list[str]] = {}
    for fact, clauses in citations.items():
        for clause in clauses:
            facts.setdefault(clause, []).append(fact)
    return {clause: declared(*named) for clause, named in facts.items()}
