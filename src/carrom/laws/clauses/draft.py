"""A ruling in the making: the stages fill it in, and nobody else sees it.

Each stage reads the board, the facts, its own values and what stages before it wrote, and writes its own fields.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from carrom.laws.board_state import BoardState
from carrom.laws.clauses.citing import Citing
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruled import Found, Ruled
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, Restore, Return, Ruling, Sanction, Verdict
from carrom.terms import Piece, Queen, Seat, Side


class QueenFate(StrEnum):
    """The fate of the queen on a stroke."""

    SAME = "same"  # she is where she was
    PENDING = "pending"  # down, to be covered by the next stroke
    COVERED = "covered"  # covered by this stroke
    BACK = "back"  # she comes back
    WAITS = "waits"  # pocketed too early; she comes back when the turn ends


class QueenRight(StrEnum):
    """The right of the side in turn to pocket the queen (icf.md 18.3)."""

    EARNED = "earned"  # an own coin is down
    NONE = "none"  # no own coin was ever down
    RETAINED = "retained"  # all own coins are up again, the right remains
    OWING = "owing"  # something is owed


class Draft:
    """A ruling in the making. Counts `own_left` and `opponent_left`: coins up once all is settled."""

    __slots__ = (
        "own_left",
        "attempt",
        "opponent_left",
        "board",
        "broken",
        "dropped",
        "early_queen",
        "earned",
        "facts",
        "fate",
        "findings",
        "first_of_turn",
        "fouls",
        "keeps",
        "last_returns",
        "opponent_pocketed",
        "made",
        "own_pocketed",
        "opponent",
        "opponent_last",
        "opponent_out",
        "other",
        "other_dues",
        "outcome",
        "owed",
        "own",
        "own_dues",
        "own_last",
        "own_out",
        "passes",
        "pending",
        "queen",
        "queen_now",
        "queen_side",
        "reprieved",
        "restore",
        "restored",
        "returns",
        "right",
        "rightful_other",
        "rules",
        "sanction",
        "settled",
        "side",
        "striker",
        "warned",
        "warnings",
        "white_side",
    )

    def __init__(self, board: BoardState, facts: StrokeFacts, rules: Ruleset) -> None:
        self.board = board
        self.facts = facts
        self.rules = rules
        self.side = board.to_play
        self.other = board.to_play.other
        self.own: Piece = Piece.WHITE
        self.opponent: Piece = Piece.BLACK
        self.own_pocketed = 0
        self.opponent_pocketed = 0
        self.queen_now = False
        self.striker = facts.striker_pocketed
        self.pending = board.queen is Queen.AWAITING_COVER
        self.right = QueenRight.EARNED
        self.own_left = 0
        self.opponent_left = 0
        self.made = facts.made
        self.dropped = facts.dropped  # hanging pieces that fell, and stay down
        self.fouls: list[tuple[Reason, str]] = []  # breaches of this stroke by its player: why, declared fact
        self.own_last = False  # an own coin fell and none is up
        self.opponent_last = False  # an opponent's coin fell and none is up
        self.own_out = 0  # own coins of this stroke that come out again
        self.opponent_out = 0  # opponent's coins of this stroke that come out again
        self.own_dues: list[Reason] = []  # a reason for each new coin owed
        self.other_dues: list[Reason] = []
        self.last_returns = False  # the last own coin comes back and ends the turn
        self.fate = QueenFate.SAME
        self.queen = board.queen
        self.queen_side = board.queen_side
        self.keeps = False
        self.settled = False  # nothing of the stroke is judged any further
        self.restored = False  # the position before the stroke holds, and the stroke was not counted
        self.rightful_other = False  # restored, and the other side is the one to strike
        self.outcome: BoardOutcome | None = None
        self.broken = board.broken
        self.attempt = board.attempt
        self.first_of_turn = board.first_of_turn
        self.early_queen = board.early_queen
        self.reprieved = board.reprieved
        self.passes = 0
        self.white_side = board.white_side
        self.owed = board.owed
        self.earned = board.earned
        self.warnings = board.warnings
        self.warned: list[str] = []
        self.restore = Restore.NOTHING
        self.sanction: Sanction | None = None
        self.findings: list[Found] = []
        self.returns: list[Return] = []

    @property
    def clean(self) -> bool:
        """Whether the stroke was proper and the striker stayed up."""
        return not self.fouls and not self.striker

    def find(
        self,
        reason: Reason,
        side: Side | None = None,
        pieces: tuple[Piece, ...] = (),
        count: int = 0,
        fact: str = "",
    ) -> None:
        """Add a finding; its clauses are cited when all is settled."""
        self.findings.append(Found(reason, side, pieces, count, fact))

    def foul(self, reason: Reason, fact: str = "") -> None:
        """Add a breach by the player in turn."""
        self.fouls.append((reason, fact))
        self.find(reason, self.side, fact=fact)

    def end(self, end: BoardEnd, why: Reason, winner: Side | None = None) -> None:
        """End the board; the stage `points` adds what it pays."""
        self.outcome = BoardOutcome(end, why, winner)
        self.settled = True

    def verdict(self) -> Verdict:
        """The verdict so far."""
        return self._unchanged() if self.restored else self._settled()

    def ruling(self) -> Ruling:
        """The finished ruling: the verdict with its findings and clauses, which can be cited now that all is known."""
        came_to = self.verdict()
        ruled = Ruled(
            self.board,
            self.facts,
            after=came_to.after,
            findings=self.findings,
            returns=came_to.returns,
            outcome=came_to.outcome,
            keeps=came_to.keeps_turn,
        )
        citing = Citing(ruled, self.rules)
        return Ruling(
            after=came_to.after,
            findings=tuple([citing.finding(found) for found in self.findings]),
            returns=tuple([citing.returned(back) for back in came_to.returns]),
            keeps_turn=came_to.keeps_turn,
            next_seat=came_to.next_seat,
            outcome=came_to.outcome,
            warned=tuple(self.warned),
            restore=came_to.restore,
            sanction=came_to.sanction,
        )

    def _settled(self) -> Verdict:
        """The verdict on a stroke that counts."""
        board = self.board
        over = self.outcome is not None
        keeps = self.keeps and not over
        to_play = self.side if keeps or over else self.other
        seat = board.seat if keeps or over else next_seat(board, self.rules)
        if board.solo:
            to_play, seat = self.side, board.seat
        elif board.players == 4 and not keeps and not over:
            self.find(Reason.DOUBLES_ORDER, to_play)
        white_is_own = self.own is Piece.WHITE
        after = BoardState(
            white_up=self.own_left if white_is_own else self.opponent_left,
            black_up=self.opponent_left if white_is_own else self.own_left,
            queen=self.queen,
            queen_side=self.queen_side,
            white_side=self.white_side,
            owed=self.owed,
            earned=self.earned,
            score=board.score,
            to_play=to_play,
            seat=seat,
            players=board.players,
            solo=board.solo,
            broken=self.broken,
            attempt=self.attempt if keeps and not self.broken else 1,
            first_of_turn=self.first_of_turn if keeps or over else True,
            strokes=board.strokes + 1 if self.made else board.strokes,
            early_queen=self.early_queen,
            reprieved=self.reprieved and keeps,
            covered_this_turn=keeps and self._covered_this_turn(),
            passes=self.passes,
            warnings=self.warnings,
        )
        return self._verdict(after, keeps=keeps, seat=None if over else seat)

    def _verdict(self, after: BoardState, *, keeps: bool, seat: Seat | None) -> Verdict:
        return Verdict(
            after=after,
            returns=tuple(self.returns),
            keeps_turn=keeps,
            next_seat=seat,
            outcome=self.outcome,
            restore=self.restore,
            sanction=self.sanction,
        )

    def _covered_this_turn(self) -> bool:
        """Whether the side in turn has covered the queen by this stroke or an earlier one of the turn."""
        if self.board.solo or self.queen is not Queen.COVERED or self.queen_side is not self.side:
            return False
        return self.fate is QueenFate.COVERED or self.board.covered_this_turn

    def _unchanged(self) -> Verdict:
        """The verdict that leaves the board as it was before the stroke, which is not counted."""
        board = replace(self.board, warnings=self.warnings)
        if self.rightful_other:
            seat = next_seat(board, self.rules)
            board = replace(board, to_play=self.other, seat=seat, first_of_turn=True, covered_this_turn=False)
        self.findings = [found for found in self.findings if found.reason not in NOT_COUNTED]
        return self._verdict(board, keeps=not self.rightful_other, seat=board.seat)


# nothing of a stroke that was not counted is reported, nor charged
NOT_COUNTED = frozenset(
    {Reason.OWN_POCKETED, Reason.OPPONENT_POCKETED, Reason.DECLARED_FOUL, Reason.TECHNICAL_FOUL, Reason.RACK_TOUCHED}
)
Behaviour = Callable[[Draft], None]


def next_seat(board: BoardState, rules: Ruleset) -> Seat:
    """The seat that plays when the turn passes.

    Law: ICF 27, 49.
    """
    if board.players == 2:
        return board.seat.opposite
    return board.seat.right if rules.doubles_order == "right" else board.seat.left


def opponent_seat(board: BoardState) -> Seat:
    """The seat that places for the other side: opposite, in doubles at the right hand of the player in turn.

    Law: ICF 72, 78.
    """
    return board.seat.opposite if board.players == 2 else board.seat.right
