"""Solo: boards scored in strokes, five of them a set, its average.

Standard library only, no coordinates.
Source: BACA 19-coin carrom, B-004, B-005, B-034 to B-042.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.match.snapshot import BoardResult, GameResult, Tally

STOP, PLAY_ON = "stop", "play_on"
AT_CAP = (STOP, PLAY_ON)


def board_score(strokes: int, ruleset: Ruleset) -> int:
    """Return the score of a board: its strokes, at most the cap (B-004, B-041)."""
    return strokes if ruleset.stroke_cap is None else min(strokes, ruleset.stroke_cap)


def is_at_cap(board: BoardState, ruleset: Ruleset) -> bool:
    """Whether the player may stop this board now: its last stroke was the cap's (B-042)."""
    return board.solo and ruleset.stroke_cap is not None and board.strokes == ruleset.stroke_cap


def set_after(boards: Sequence[BoardResult], score: Tally, ruleset: Ruleset) -> GameResult | None:
    """The set once all its boards are closed; nobody wins or loses it (B-005)."""
    if len(boards) < ruleset.boards_per_set:
        return None
    return GameResult(game=boards[-1].game, winner=None, score=score)


def average(scores: Sequence[int], ruleset: Ruleset) -> str:
    """The mean strokes of so many boards, as it is written: {21, 24, 19, 27, 23} is "22.80"; empty for no board.

    Law: B-034, B-038, B-040.
    """
    return mean(sum(scores), len(scores), ruleset) if scores else ""


def mean(strokes: int, boards: int, ruleset: Ruleset) -> str:
    """So many strokes for so many boards, as an average is written: a half of the last decimal goes up.

    Law: B-034, B-038.
    """
    step = Decimal(1).scaleb(-ruleset.average_decimals)
    return str((Decimal(strokes) / boards).quantize(step, ROUND_HALF_UP))


def set_average(boards: Sequence[BoardResult], ruleset: Ruleset) -> str | None:
    """The score of a set; None while it is incomplete (B-005, B-038)."""
    closed = [board.points for board in boards if board.how != "replayed"]
    return average(closed, ruleset) if len(closed) >= ruleset.boards_per_set else None
