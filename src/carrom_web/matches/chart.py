"""Figures of a match as a picture and tables: points, coins that came back or are owed, the queen, over its strokes.

Reads `carrom.play.statistics`; gives plain values to the template `matches/parts/statistics.html`, in its own units.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from carrom.match.state import MatchState
from carrom.play.record import Record
from carrom.play.statistics import BoardFigures, Moment, statistics
from carrom.terms import Queen, Side
from carrom_web.core.translation import gettext as _
from carrom_web.matches.phrases import side_called

Json = dict[str, Any]
WIDTH, LEFT, RIGHT = 340, 26, 8
POINTS, DUES, QUEEN = (18, 108), (130, 178), (200, 216)  # top and bottom of the three bands
LEAST_POINTS, LEAST_DUES = 10, 3  # that a band has room for
HEIGHT = 236


def figures(record: Record) -> Json:
    """Everything that the part of a page about a match's figures shows; `moments` is 0 before anything was played."""
    match, found = record.state.match, statistics(record)
    names = [side_called(match, one.side) for one in found.sides]
    many = match.ruleset.match_wins_needed > 1 and match.ruleset.board_limit != 1
    return {
        "moments": len(found.moments),
        "solo": match.head.men == 1,
        "names": names,
        "picture": _picture(found.moments, match) if found.moments else None,
        "boards": [_board(board, match, many=many) for board in found.boards],
        "sides": [
            {"label": label, "values": [getattr(one, name) for one in found.sides]}
            for name, label in _rows(match)
            if any(getattr(one, name) for one in found.sides)
        ],
    }


def _rows(match: MatchState) -> list[tuple[str, str]]:
    return [
        ("points", _("Strokes counted") if match.head.men == 1 else _("Points")),
        ("games", _("Games")),
        ("boards", _("Boards")),
        ("strokes", _("Strokes")),
        ("turns", _("Turns")),
        ("longest_turn", _("Longest turn")),
        ("own_pocketed", _("Own coins pocketed")),
        ("other_pocketed", _("Coins of the other side pocketed")),
        ("queens_covered", _("Queens covered")),
        ("strikers_pocketed", _("Strikers pocketed")),
        ("returned", _("Own coins that came back")),
    ]


def _board(board: BoardFigures, match: MatchState, *, many: bool) -> Json:
    return {
        "name": f"{board.game}.{board.board}" if many else str(board.board),
        "winner": side_called(match, board.winner) if board.winner else "–",
        "points": board.points,
        "score": f"{board.score.a} : {board.score.b}" if match.head.men > 1 else str(board.score.a),
        "strokes": board.strokes or "–",
        "returned": list(board.returned)[: 1 if match.head.men == 1 else 2],
        "queen": side_called(match, board.queen_side) if board.queen_side else "–",
    }


def _picture(moments: Sequence[Moment], match: MatchState) -> Json:
    step = (WIDTH - LEFT - RIGHT) / len(moments)
    most = max(LEAST_POINTS, *(max(moment.score) for moment in moments))
    deepest = max(LEAST_DUES, *(max(*moment.returned, *moment.owed) for moment in moments))
    middle = sum(DUES) / 2
    room = (DUES[1] - DUES[0]) / 2 / deepest
    bars = []
    for index, moment in enumerate(moments):
        for side, up in ((Side.A, True), (Side.B, False)):
            height = moment.returned.of(side) * room
            if height:
                x, y = LEFT + index * step, middle - height if up else middle
                bars.append({"x": _n(x), "y": _n(y), "width": _n(max(step, 1.5)), "height": _n(height), "side": side})
    sides = (Side.A,) if match.head.men == 1 else tuple(Side)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "points": POINTS,
        "middle": _n(middle),
        "queen": QUEEN[0],
        "queen_height": QUEEN[1] - QUEEN[0],
        "most": most,
        "ticks": [{"y": _n(_y(value, most)), "value": value} for value in (0, most)],
        "lines": [{"side": side, "points": line} for side in sides for line in _lines(moments, side, step, most)],
        "owed": [{"side": side, "points": _owed(moments, side, step, middle, room)} for side in sides],
        "bars": bars,
        "spans": _spans(moments, step),
        "boards": [
            {"x": _n(LEFT + (index + 1) * step), "game": moment.game}
            for index, moment in enumerate(moments[:-1])
            if moment.ends_board
        ],
        "games": _games(moments, step),
    }


def _y(points: int, most: int) -> float:
    return POINTS[1] - (POINTS[1] - POINTS[0]) * points / most


def _n(value: float) -> str:
    """A number of the picture: one digit behind the point."""
    return f"{value:.1f}"


def _lines(moments: Sequence[Moment], side: Side, step: float, most: int) -> list[str]:
    """The points of a side as steps, one line a game."""
    lines, x = [], float(LEFT)
    for _game, group in groupby(moments, key=lambda moment: moment.game):
        height, corners = 0, [f"{_n(x)},{_n(_y(0, most))}"]
        for moment in group:
            x += step
            corners.append(f"{_n(x)},{_n(_y(height, most))}")
            height = moment.score.of(side)
            corners.append(f"{_n(x)},{_n(_y(height, most))}")
        lines.append(" ".join(corners))
    return lines


def _owed(moments: Sequence[Moment], side: Side, step: float, middle: float, room: float) -> str:
    """Draw the debts of a side as steps from the middle, A upwards."""
    way = -1 if side is Side.A else 1
    corners = [f"{LEFT},{_n(middle)}"]
    for index, moment in enumerate(moments):
        y = _n(middle + way * room * moment.owed.of(side))
        corners += [f"{_n(LEFT + index * step)},{y}", f"{_n(LEFT + (index + 1) * step)},{y}"]
    return " ".join(corners)


def _spans(moments: Sequence[Moment], step: float) -> list[Json]:
    """How the queen stood, from stroke to stroke, in stretches."""
    spans, x = [], float(LEFT)
    for state, group in groupby(moments, key=_queen_of):
        width = step * len(list(group))
        _game, _board, queen, side = state
        name = "up" if queen is Queen.ON_BOARD else "waits" if queen is Queen.AWAITING_COVER else f"of-{side or 'a'}"
        spans.append({"x": _n(x), "width": _n(width), "name": name})
        x += width
    return spans


def _queen_of(moment: Moment) -> tuple[int, int, Queen, Side | None]:
    return moment.game, moment.board, moment.queen, moment.queen_side


def _games(moments: Sequence[Moment], step: float) -> list[Json]:
    """Draw the beginnings of games, if there are several."""
    found, x = [], float(LEFT)
    for game, group in groupby(moments, key=lambda moment: moment.game):
        found.append({"x": _n(x + 3), "number": game})
        x += step * len(list(group))
    return found if len(found) > 1 else []
