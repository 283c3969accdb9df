"""A picture of a stroke: the tracks of all that moved, a dot for each contact, all where they lie in the end."""

from carrom.physics.motion import Happening, Motion
from carrom.svg.board_picture import board
from carrom.svg.drawing import mm
from carrom.svg.paint import Theme
from carrom.terms import Seat, piece_of


def motion(motion: Motion, *, seat: Seat = Seat.SOUTH, theme: Theme = "light", size: int | None = 640) -> str:
    """Draw a simulated stroke as the one who sits at `seat` sees it; paths of segments are straight, so exact."""
    tracks = []
    for number in motion.numbers:
        rows = motion.segments[motion.segments[:, 0] == number].tolist()
        if any(row[4] or row[5] for row in rows):
            points = " ".join(f"{mm(row[2])},{mm(row[3])}" for row in rows)
            tracks.append(f'<polyline data-kind="{piece_of(number)}" points="{points}"/>')
    dots = []
    for event in motion.events:
        if event.what is Happening.PAIR:
            one, other = (next(d for d in motion.at(event.time) if d.number == n) for n in (event.number, event.other))
            dots.append(f'<circle r="2" cx="{mm((one.x + other.x) / 2)}" cy="{mm((one.y + other.y) / 2)}"/>')
    over = (
        f'<g fill="none" stroke="#1f4fa3" stroke-width="1.5" stroke-linejoin="round">{"".join(tracks)}</g>'
        f'<g fill="#b3261e">{"".join(dots)}</g>'
    )
    striker = next(((d.x, d.y) for d in motion.at(motion.duration) if d.number == 0), None)
    return board(
        motion.final, seat=seat, striker=striker, theme=theme, size=size, over=over, title="Carrom board after a stroke"
    )
