"""Figures of a match, simulated or reported: points, dues and queen from stroke to stroke, and what each side did.

Reads what counts of a record, corrections included; judges nothing.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Ruling
from carrom.match.requests import TellBoard
from carrom.match.snapshot import BoardResult, How, Tally
from carrom.match.state import MatchState
from carrom.play.effective_entries import Counted, counted
from carrom.play.record import Record
from carrom.play.tallies import turn_numbers
from carrom.terms import Piece, Queen, Seat, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """How a match stood after a stroke, a pass or a board entered as a whole.

    Pairs belong to A and B. `score` is the game's, with the board if it ended here; `up` and `owed` are coins of the
    board in play, or that just ended; `returned` came back to the surface now. `stroke` counts the board's strokes.
    """

    entry: int
    time: str
    game: int
    board: int
    stroke: int
    turn: int | None
    side: Side | None  # who struck or passed; None: a board entered as a whole
    made: bool  # a stroke
    seat: Seat | None
    score: Tally
    up: Tally
    owed: Tally
    returned: Tally
    queen: Queen
    queen_side: Side | None
    ends_board: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFigures:
    """A board that ended: who got how much, in how many strokes, what came back of each side's coins, whose queen."""

    game: int
    board: int
    how: How
    winner: Side | None
    points: int
    score: Tally
    strokes: int  # entered one by one; of a board entered as a whole 0
    returned: Tally
    queen_side: Side | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFigures:
    """Figures of a side in a match. `returned` are its coins that came back, for whatever reason."""

    side: Side
    strokes: int
    turns: int
    longest_turn: int  # strokes
    own_pocketed: int
    other_pocketed: int
    strikers_pocketed: int
    queens_covered: int
    returned: int
    boards: int
    points: int
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """All figures of a match, in the order of play."""

    moments: tuple[Moment, ...]
    boards: tuple[BoardFigures, ...]
    sides: tuple[SideFigures, ...]


@dataclass(slots=True)
class _Sum:
    """Counters of a side."""

    counts: Counter[str] = field(default_factory=Counter)
    turns: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)  # strokes of each turn


def statistics(record: Record) -> Statistics:
    """The figures of a match so far."""
    match = record.state.match
    sides = (Side.A,) if match.head.men == 1 else tuple(Side)
    sums = {side: _Sum() for side in Side}
    turns = turn_numbers(record.entries, match.struck)
    moments: list[Moment] = []
    boards: list[BoardFigures] = []
    since = 0  # the first moment of the board in play
    for point in counted(record.entries, match.struck):
        moment = _moment(point, turns)
        if moment is not None:
            moments.append(moment)
            _count(point, moment, sums, replays=len(point.before.match.boards))
        for result in point.entry.followed.board_results:
            boards.append(_board(result, moments[since:], moment))
            since = len(moments)
    return Statistics(
        moments=tuple(moments),
        boards=tuple(boards),
        sides=tuple(_side(side, sums[side], match) for side in sides),
    )


def _moment(point: Counted, turns: Mapping[int, int]) -> Moment | None:
    entry, board = point.entry, point.before.match.board
    followed = entry.followed
    facts, ruling, results = followed.facts, followed.ruling, followed.board_results
    is_board = isinstance(entry.asked, TellBoard) and bool(results)
    is_stroke = facts is not None and ruling is not None and (facts.made or facts.passed)
    if board is None or not (is_board or is_stroke):
        return None
    after = ruling.after if ruling is not None else board
    standing = point.before.match.standing
    return Moment(
        entry=entry.number,
        time=entry.time,
        game=standing.game,
        board=standing.board_number,
        stroke=board.strokes if is_board else after.strokes,
        turn=turns.get(entry.number),
        side=None if is_board else board.to_play,
        made=facts is not None and facts.made and not is_board,
        seat=None if is_board else board.seat,
        score=results[-1].score if results else standing.score,
        up=Tally(*(after.up_of(side) for side in Side)),
        owed=Tally(*(after.owed_by(side) for side in Side)),
        returned=_returned(ruling, after),
        queen=after.queen,
        queen_side=after.queen_side,
        ends_board=bool(results),
    )


def _returned(ruling: Ruling | None, after: BoardState) -> Tally:
    """Coins of each side that a ruling brings back to the surface; those that had jumped off it are not down at all."""
    found = Tally()
    for back in ruling.returns if ruling is not None else ():
        if back.piece is not Piece.QUEEN and not back.jumped:
            side = after.side_of(back.piece)
            found = found if side is None else found.plus(side, 1)
    return found


def _count(point: Counted, moment: Moment, sums: dict[Side, _Sum], *, replays: int) -> None:
    """Add a stroke to what its side did. `replays` tells tries of one board apart."""
    facts, ruling, board = point.entry.followed.facts, point.entry.followed.ruling, point.before.match.board
    for side in Side:
        sums[side].counts["returned"] += moment.returned.of(side)
    covered = moment.queen_side if moment.queen is Queen.COVERED else None
    if covered is not None and board is not None and board.queen is not Queen.COVERED:
        sums[covered].counts["queens"] += 1
    if facts is None or ruling is None or board is None or moment.side is None or not facts.made:
        return
    counts = sums[moment.side].counts
    counts.update(_pocketed(facts, ruling.after, moment.side))
    counts["strokes"] += 1
    if moment.turn is not None:
        sums[moment.side].turns[moment.game, moment.board, replays, moment.turn] += 1


def _pocketed(facts: StrokeFacts, after: BoardState, side: Side) -> dict[str, int]:
    """How many own and other coins fell; alone all are one's own."""
    own = [piece for piece in facts.pocketed if piece is not Piece.QUEEN]
    others = [] if after.solo else [piece for piece in own if piece is not after.colour_of(side)]
    return {"own": len(own) - len(others), "others": len(others), "strikers": int(facts.striker_pocketed)}


def _board(result: BoardResult, moments: list[Moment], last: Moment | None) -> BoardFigures:
    """The figures of a board from its moments; `last` is the one that ended it, if a stroke or a sheet did."""
    returned = Tally(*(sum(moment.returned.of(side) for moment in moments) for side in Side))
    covered = last is not None and last.queen is Queen.COVERED
    return BoardFigures(
        game=result.game,
        board=result.board,
        how=result.how,
        winner=result.winner,
        points=result.points,
        score=result.score,
        strokes=sum(moment.made for moment in moments),
        returned=returned,
        queen_side=last.queen_side if covered and last is not None else None,
    )


def _side(side: Side, summed: _Sum, match: MatchState) -> SideFigures:
    counts, turns = summed.counts, summed.turns
    won = [board for board in match.boards if board.winner is side]
    solo = match.head.men == 1
    return SideFigures(
        side=side,
        strokes=counts["strokes"],
        turns=len(turns),
        longest_turn=max(turns.values(), default=0),
        own_pocketed=counts["own"],
        other_pocketed=counts["others"],
        strikers_pocketed=counts["strikers"],
        queens_covered=counts["queens"],
        returned=counts["returned"],
        boards=len(match.boards) if solo else len(won),
        points=sum(board.points for board in (match.boards if solo else won)),
        games=match.games_won.of(side),
    )
