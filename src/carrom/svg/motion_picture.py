"""A picture of a stroke: tracks, contacts, ghosts of earlier positions, at rest or at one moment.

Paths of segments are straight, so the tracks are exact. What leads to a moment is drawn, nothing that follows it.
"""

import math
from collections.abc import Mapping

from carrom.equipment.measurements import COIN_RADIUS, STRIKER_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import DiscState, Event, Happening, Motion
from carrom.svg.board_picture import Window, board
from carrom.svg.drawing import mm, short
from carrom.svg.paint import PAINTS, Paint, Theme
from carrom.terms import STRIKER_NUMBER, Piece, Seat, piece_of


def motion(
    motion: Motion,
    *,
    seat: Seat = Seat.SOUTH,
    theme: Theme = "light",
    size: int | None = 640,
    at: float | None = None,
    ghosts: bool = True,
    title: str = "Carrom board after a stroke",
    window: Window | None = None,
) -> str:
    """Draw a simulated stroke as the one who sits at `seat` sees it.

    A line for each disc that moved, a dot for each contact with a disc or the frame, dashed circles for where a disc
    lay before, thin ones for where the striker was when it met a piece and where a disc met the frame over a pocket.

    Args:
        at: the moment that is drawn, in seconds from the release; None: all at rest.
        ghosts: draw the circles.
        window: the part of the board that is shown; None: all of it.
    """
    moment = motion.duration if at is None else max(at, 0.0)
    paint = PAINTS[theme]
    there = {disc.number: disc for disc in motion.at(moment)}
    pieces = tuple(PlacedPiece(disc.number, disc.x, disc.y) for number, disc in there.items() if number)
    striker = there.get(STRIKER_NUMBER)
    over = f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">{tracks(motion, paint, until=moment)}</g>'
    events = [event for event in motion.events if event.time <= moment]
    if ghosts:
        over += f'<g fill="none" stroke="{paint.ink}">{_ghosts(motion, events, moment)}</g>'
    over += f'<g fill="{paint.red}">{"".join(_dot(motion, event) for event in events)}</g>'
    return board(
        Position(pieces),
        seat=seat,
        striker=None if striker is None else (striker.x, striker.y),
        theme=theme,
        size=size,
        over=over,
        title=title,
        window=window,
    )


def tracks(motion: Motion, paint: Paint, *, until: float = math.inf) -> str:
    """A line for each disc that has moved by a moment, in the colour of its kind."""
    lines = []
    last = {disc.number: disc for disc in motion.at(min(until, motion.duration))}
    for number in motion.numbers:
        rows = [row for row in motion.segments_of(number).tolist() if row[1] <= until]
        if not any(row[4] or row[5] for row in rows):
            continue
        points = [(row[2], row[3]) for row in rows]
        if number in last:
            points.append((last[number].x, last[number].y))
        kind = piece_of(number)
        corners = _without_repeats([f"{mm(x)},{mm(y)}" for x, y in points])
        lines.append(
            f'<polyline data-kind="{kind}" stroke="{_colour(kind, paint)}" '
            f'stroke-width="{2 if kind is Piece.STRIKER else 1.5}" points="{" ".join(corners)}"/>'
        )
    return "".join(lines)


def moved(motion: Motion) -> list[int]:
    """The numbers of the discs that the stroke moved."""
    return [n for n in motion.numbers if any(row[4] or row[5] for row in motion.segments_of(n).tolist())]


def _ghosts(motion: Motion, events: list[Event], moment: float) -> str:
    """Draw the first places of discs that have moved, the contacts of the striker, the rattles."""
    start = {disc.number: disc for disc in motion.at(0.0)}
    moving = {
        n
        for n in moved(motion)
        if any((row[4] or row[5]) and row[1] <= moment for row in motion.segments_of(n).tolist())
    }
    lay = "".join(_circle(start[number], ' stroke-dasharray="4 3"') for number in sorted(moving))
    met = []
    for event in events:
        if event.what is Happening.PAIR and STRIKER_NUMBER in (event.number, event.other):
            met.append(_circle(_places(motion, event.time)[STRIKER_NUMBER]))
        elif event.what is Happening.WALL:
            met.append(_circle(_places(motion, event.time)[event.number], ' stroke="#fff"'))  # over a dark pocket
    return (
        f'<g stroke-width="1.2" stroke-opacity=".6">{lay}</g>'
        f'<g stroke-width="1" stroke-opacity=".45">{"".join(_without_repeats(met))}</g>'
    )


def _dot(motion: Motion, event: Event) -> str:
    """A dot where two rims, or a rim and the frame, met; nothing for what is no contact on the surface."""
    discs = _places(motion, event.time)
    if event.number not in discs:
        return ""
    disc = discs[event.number]
    radius = _radius(event.number)
    if event.what is Happening.PAIR and event.other in discs:
        other = discs[event.other]
        part = radius / (radius + _radius(event.other))
        x, y = disc.x + part * (other.x - disc.x), disc.y + part * (other.y - disc.y)
    elif event.what in (Happening.FRAME, Happening.WALL):
        across = radius if event.other in (0, 2) else -radius
        x, y = (disc.x + across, disc.y) if event.other < 2 else (disc.x, disc.y + across)
    else:
        return ""
    return f'<circle r="2" cx="{mm(x)}" cy="{mm(y)}"/>'


def _places(motion: Motion, t: float) -> Mapping[int, DiscState]:
    return {disc.number: disc for disc in motion.at(t)}


def _circle(disc: DiscState, more: str = "") -> str:
    return f'<circle r="{short(1000 * _radius(disc.number))}" cx="{mm(disc.x)}" cy="{mm(disc.y)}"{more}/>'


def _radius(number: int) -> float:
    return STRIKER_RADIUS if number == STRIKER_NUMBER else COIN_RADIUS


def _colour(kind: Piece, paint: Paint) -> str:
    return {
        Piece.STRIKER: paint.striker_track,
        Piece.QUEEN: paint.queen_track,
        Piece.WHITE: paint.white_track,
        Piece.BLACK: paint.black_track,
    }[kind]


def _without_repeats(items: list[str]) -> list[str]:
    return [item for before, item in zip(["", *items], items, strict=False) if item != before]
