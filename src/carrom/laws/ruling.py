"""Rulings: the findings on one stroke, returning pieces, the next player, the end of the board.

Values only, codes instead of sentences (`carrom.laws.texts` has the sentences).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from carrom.laws.board_state import BoardState
from carrom.terms import Piece, Seat, Side


class Reason(StrEnum):
    """Why something was ruled. Every ruleset cites clauses for each (`Ruleset.citations`)."""

    # the break
    BREAK_MADE = "break_made"
    BREAK_NOT_MADE = "break_not_made"
    BREAK_PASSES = "break_passes"
    BREAK_LOST_AT_ONCE = "break_lost_at_once"
    BREAK_FAILED_PENALTY = "break_failed_penalty"
    BREAK_BEFORE_PLAY = "break_before_play"
    BREAK_TOUCHED_IMPROPERLY = "break_touched_improperly"
    COLOURS_OPEN = "colours_open"
    COLOUR_DECIDED = "colour_decided"
    # what fell
    OWN_POCKETED = "own_pocketed"
    OPPONENT_POCKETED = "opponent_pocketed"
    OPPONENT_COIN_RETURNS = "opponent_coin_returns"
    OPPONENT_COIN_FOUL = "opponent_coin_foul"
    OPPONENT_WITH_QUEEN = "opponent_with_queen"
    BLACK_RETURNS = "black_returns"
    BLACK_RETURNS_WITH_QUEEN = "black_returns_with_queen"
    BLACK_STAYS = "black_stays"
    BLACK_STAYS_WITH_QUEEN = "black_stays_with_queen"
    HANGING_DROPPED = "hanging_dropped"
    # striker pocketed
    STRIKER_ALONE = "striker_alone"
    STRIKER_AT_BREAK = "striker_at_break"
    STRIKER_WITH_OWN = "striker_with_own"
    STRIKER_WITH_OPPONENT = "striker_with_opponent"
    STRIKER_WITH_BOTH = "striker_with_both"
    STRIKER_WITH_QUEEN = "striker_with_queen"
    STRIKER_WITH_QUEEN_AND_OWN = "striker_with_queen_and_own"
    STRIKER_IN_COVERING_STROKE = "striker_in_covering_stroke"
    STRIKER_AND_OWN_IN_COVERING_STROKE = "striker_and_own_in_covering_stroke"
    # improper strokes and fouls
    IMPROPER = "improper"
    IMPROPER_WITH_OWN = "improper_with_own"
    IMPROPER_WITH_OPPONENT = "improper_with_opponent"
    IMPROPER_WITH_BOTH = "improper_with_both"
    IMPROPER_WITH_QUEEN = "improper_with_queen"
    IMPROPER_IN_COVERING_STROKE = "improper_in_covering_stroke"
    IMPROPER_STRIKER_ALONE = "improper_striker_alone"
    IMPROPER_STRIKER_WITH_OWN = "improper_striker_with_own"
    IMPROPER_STRIKER_WITH_OPPONENT = "improper_striker_with_opponent"
    IMPROPER_STRIKER_WITH_BOTH = "improper_striker_with_both"
    IMPROPER_STRIKER_WITH_QUEEN = "improper_striker_with_queen"
    IMPROPER_STRIKER_WITH_QUEEN_AND_OWN = "improper_striker_with_queen_and_own"
    IMPROPER_STRIKER_IN_COVERING_STROKE = "improper_striker_in_covering_stroke"
    IMPROPER_STRIKER_AND_OWN_IN_COVERING_STROKE = "improper_striker_and_own_in_covering_stroke"
    STRIKING_BREACH = "striking_breach"
    BACKWARD_STROKE = "backward_stroke"
    HORIZONTAL_STROKE = "horizontal_stroke"
    FRONT_LINE_NOT_CROSSED = "front_line_not_crossed"
    PIECE_BEHIND_LINE = "piece_behind_line"
    OWN_FRAME_FIRST = "own_frame_first"
    CAME_BACK = "came_back"
    NOTHING_TOUCHED = "nothing_touched"
    MISSED = "missed"
    COIN_OFF_BOARD = "coin_off_board"
    COIN_OFF_FOUL = "coin_off_foul"
    STRIKER_OFF_BOARD = "striker_off_board"
    STRIKER_OFF_FOUL = "striker_off_foul"
    DECLARED_FOUL = "declared_foul"
    TECHNICAL_FOUL = "technical_foul"
    RACK_TOUCHED = "rack_touched"
    WARNING = "warning"
    FACT_WITHOUT_EFFECT = "fact_without_effect"
    FACT_RESTORES = "fact_restores"
    FACT_VOIDS_STROKE = "fact_voids_stroke"
    FACT_LOSES_BOARD = "fact_loses_board"
    FACT_REPLAYS_BOARD = "fact_replays_board"
    FACT_FOR_REFEREE = "fact_for_referee"
    CLAIM_LAPSES = "claim_lapses"
    PASSED = "passed"
    PASSED_THREE_TIMES = "passed_three_times"
    ONE_PENALTY_ONLY = "one_penalty_only"
    BOTH_PENALTIES = "both_penalties"
    # the queen
    QUEEN_TO_COVER = "queen_to_cover"
    QUEEN_RIGHT_RETAINED = "queen_right_retained"
    QUEEN_TOO_EARLY = "queen_too_early"
    QUEEN_TOO_EARLY_WITH_STRIKER = "queen_too_early_with_striker"
    QUEEN_TOO_EARLY_WAITS = "queen_too_early_waits"
    QUEEN_WAITS_ON = "queen_waits_on"
    QUEEN_BACK_AT_TURN_END = "queen_back_at_turn_end"
    QUEEN_WHILE_OWING = "queen_while_owing"
    QUEEN_COVERED_NOW = "queen_covered_now"
    QUEEN_SAFE = "queen_safe"
    QUEEN_AFTER_LAST = "queen_after_last"
    QUEEN_COVERED_AFTER = "queen_covered_after"
    QUEEN_COVERED_BEFORE = "queen_covered_before"
    QUEEN_FIRST_COIN = "queen_first_coin"
    QUEEN_COVER_PUT_OFF = "queen_cover_put_off"
    QUEEN_NOT_COVERED = "queen_not_covered"
    QUEEN_COVER_SPOILT = "queen_cover_spoilt"
    QUEEN_COVER_FAILED = "queen_cover_failed"
    QUEEN_BACK_AFTER_FOUL = "queen_back_after_foul"
    # the turn
    TURN_CONTINUES = "turn_continues"
    TURN_PASSES = "turn_passes"
    TURN_LOST_BY_STRIKER = "turn_lost_by_striker"
    TURN_LOST_BY_FOUL = "turn_lost_by_foul"
    TURN_UNAFFECTED = "turn_unaffected"
    DOUBLES_ORDER = "doubles_order"
    # what comes back and what is owed
    COINS_OF_STROKE_RETURN = "coins_of_stroke_return"
    DUE_PLACED = "due_placed"
    DUE_OWED = "due_owed"
    OWED_PAID = "owed_paid"
    OWED_WAITS = "owed_waits"
    PLACED_BY_SIDE_IN_TURN = "placed_by_side_in_turn"
    QUEEN_PLACED = "queen_placed"
    OWED_WRITTEN_OFF = "owed_written_off"
    # last coins and the end of the board
    ALL_OWN_POCKETED = "all_own_pocketed"
    ALL_OWN_AND_QUEEN_POCKETED = "all_own_and_queen_pocketed"
    LAST_OWN_COVERS = "last_own_covers"
    QUEEN_AND_LAST_VOID = "queen_and_last_void"
    LAST_OWN_RETURNS = "last_own_returns"
    OWN_LAST_QUEEN_UP = "own_last_queen_up"
    OWN_LAST_QUEEN_UP_WITH_STRIKER = "own_last_queen_up_with_striker"
    OWN_LAST_QUEEN_UP_IMPROPER = "own_last_queen_up_improper"
    OPPONENT_LAST_QUEEN_UP = "opponent_last_queen_up"
    OPPONENT_LAST_QUEEN_UP_WITH_STRIKER = "opponent_last_queen_up_with_striker"
    OPPONENT_LAST_QUEEN_UP_IMPROPER = "opponent_last_queen_up_improper"
    OPPONENT_LAST_COVERING = "opponent_last_covering"
    OPPONENT_LAST_WITH_QUEEN = "opponent_last_with_queen"
    OPPONENT_LAST_QUEEN_OWN = "opponent_last_queen_own"
    OPPONENT_LAST_QUEEN_THEIRS = "opponent_last_queen_theirs"
    OPPONENT_LAST_RETURNS = "opponent_last_returns"
    BOTH_LAST_QUEEN_UP = "both_last_queen_up"
    BOTH_LAST_QUEEN_UP_FOUL = "both_last_queen_up_foul"
    BOTH_LAST_WITH_QUEEN = "both_last_with_queen"
    BOTH_LAST_WITH_QUEEN_IMPROPER = "both_last_with_queen_improper"
    BOTH_LAST_WITH_QUEEN_STRIKER = "both_last_with_queen_striker"
    BOTH_LAST_COVERING = "both_last_covering"
    BOTH_LAST_COVERING_IMPROPER = "both_last_covering_improper"
    BOTH_LAST_COVERING_STRIKER = "both_last_covering_striker"
    BOTH_LAST_QUEEN_OWN = "both_last_queen_own"
    BOTH_LAST_QUEEN_OWN_FOUL = "both_last_queen_own_foul"
    BOTH_LAST_QUEEN_THEIRS = "both_last_queen_theirs"
    BOTH_LAST_QUEEN_THEIRS_FOUL = "both_last_queen_theirs_foul"
    BOTH_LAST_LOSES_BOARD = "both_last_loses_board"
    BOTH_LAST_REPLAYED = "both_last_replayed"
    # points
    COINS_SCORE = "coins_score"
    QUEEN_SCORES = "queen_scores"
    QUEEN_OVER_LIMIT = "queen_over_limit"
    QUEEN_LOSER_NOTHING = "queen_loser_nothing"
    EXTRA_POINT_STRIKER = "extra_point_striker"
    EXTRA_POINT_IMPROPER = "extra_point_improper"
    POINTS_CAPPED = "points_capped"
    # solo
    SOLO_STROKE_COUNTS = "solo_stroke_counts"
    SOLO_CLEARED = "solo_cleared"
    SOLO_CAPPED = "solo_capped"
    # placing (carrom.laws.placement)
    STRIKER_OFF_LINES = "striker_off_lines"
    STRIKER_PART_ON_CIRCLE = "striker_part_on_circle"
    STRIKER_ON_ARROW = "striker_on_arrow"
    STRIKER_ON_PIECE = "striker_on_piece"
    PLACE_OUTSIDE_CIRCLE = "place_outside_circle"
    PLACE_ON_CENTRE = "place_on_centre"
    PLACE_TAKEN = "place_taken"
    PLACE_MAKES_SHOT = "place_makes_shot"


UMPIRE: Literal["umpire"] = "umpire"
Placer = Seat | Literal["umpire"]


class Region(StrEnum):
    """The region for a piece that comes back."""

    OUTER_CIRCLE = "outer_circle"  # anywhere in it that the laws allow, by choice of the placer
    CENTRE = "centre"  # on the centre circle or as near as it goes


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found, with the clauses that say so.

    `side` is whom it concerns, `pieces` what it tells about (each piece once), `count` a number where the sentence has
    one (coins, points, attempts), `fact` the declared fact behind it.
    """

    reason: Reason
    side: Side | None
    clauses: tuple[str, ...]
    pieces: tuple[Piece, ...] = ()
    count: int = 0
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    """One piece that comes back to the surface: why, who puts it and where.

    `jumped`: it left the surface in this stroke; else it comes out of the pockets.
    """

    piece: Piece
    why: Reason
    placer: Placer
    region: Region
    clauses: tuple[str, ...] = ()
    jumped: bool = False


class BoardEnd(StrEnum):
    """How a board ended."""

    WON = "won"
    DRAWN = "drawn"
    REPLAYED = "replayed"  # it counts nothing and is played again
    CLEARED = "cleared"  # solo
    STOPPED = "stopped"  # solo: at the cap, by the player


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """A finished board. `points` go to the winner, extra points that were demanded and the cap included."""

    end: BoardEnd
    why: Reason
    winner: Side | None = None
    points: int = 0
    base_points: int = 0  # without extra points, not capped
    extra_points: int = 0  # how many may be demanded
    cap: int | None = None  # most points of a board
    loser_points: int = 0  # for a queen that the loser covered, where they are paid for her


def with_claim(outcome: BoardOutcome, claim: bool | int) -> BoardOutcome:
    """The outcome when the winner demands this many of the extra points (true: all)."""
    extra = outcome.extra_points if claim is True else min(int(claim), outcome.extra_points)
    points = outcome.base_points + extra
    return replace(outcome, points=points if outcome.cap is None else min(points, outcome.cap))


class Restore(StrEnum):
    """The pieces that return to their places before play goes on."""

    NOTHING = "nothing"
    COINS = "coins"  # pieces that were disturbed by hand go back to where they lay; the stroke counts
    POSITION = "position"  # as before the stroke, which is played again and was not counted


class Sanction(StrEnum):
    """A decision of an official beyond the board."""

    GAME = "game"
    MATCH = "match"
    REFEREE = "referee"  # points off or disqualification, as they decide


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome of a stroke without reasons: all that play needs. A `Ruling` says the same with its clauses."""

    after: BoardState
    returns: tuple[Return, ...] = ()  # without clauses
    keeps_turn: bool = False
    next_seat: Seat | None = None
    outcome: BoardOutcome | None = None
    restore: Restore = Restore.NOTHING
    sanction: Sanction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The laws' answer to one stroke on one board.

    `after` counts everything that comes back as up; on a board that is over nothing comes back. `returns` are in the
    order in which they are put: jumped pieces, queen, coins.
    """

    after: BoardState
    findings: tuple[Finding, ...]
    returns: tuple[Return, ...] = ()
    keeps_turn: bool = False
    next_seat: Seat | None = None  # None when the board is over
    outcome: BoardOutcome | None = None
    warned: tuple[str, ...] = ()  # facts that drew a warning
    restore: Restore = Restore.NOTHING
    sanction: Sanction | None = None

    @property
    def over(self) -> bool:
        """Whether the board is over."""
        return self.outcome is not None

    @property
    def next_side(self) -> Side | None:
        """The side that plays next; None when the board is over."""
        return None if self.outcome is not None else self.after.to_play

    @property
    def verdict(self) -> Verdict:
        """The same without why."""
        return Verdict(
            after=self.after,
            returns=tuple([replace(back, clauses=()) for back in self.returns]),
            keeps_turn=self.keeps_turn,
            next_seat=self.next_seat,
            outcome=self.outcome,
            restore=self.restore,
            sanction=self.sanction,
        )

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause cited, each once, in the order of the findings."""
        cited = dict.fromkeys(clause for finding in self.findings for clause in finding.clauses)
        cited.update(dict.fromkeys(clause for back in self.returns for clause in back.clauses))
        return tuple(cited)
