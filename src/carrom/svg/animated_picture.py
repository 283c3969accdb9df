"""A stroke as an animated picture: one SVG file that plays by itself, for documents and for sharing.

SMIL alone: no script, no style sheet, so it also runs where a picture may do no more than be shown. Between two key
times a disc slides on a straight line and slows down evenly, so the way it has gone is a quadratic in time; a Bézier
curve whose first and last handle lie at a third and two thirds of the time is just that: the motion is exact, with
one key a segment.
"""

import math

from carrom.physics.motion import Motion
from carrom.svg import drawing
from carrom.svg.board_picture import SHADE, Window, description, picture
from carrom.svg.drawing import mm, short
from carrom.svg.motion_picture import tracks
from carrom.svg.paint import PAINTS, Theme
from carrom.terms import STRIKER_NUMBER, Seat, piece_of

FADE = 0.12  # s in which a disc fades that fell or went over a frame
_EVEN = "0 0 1 1"


def animation(
    motion: Motion,
    *,
    seat: Seat = Seat.SOUTH,
    theme: Theme = "light",
    size: int | None = 640,
    slower: float = 1.0,
    wait: float = 0.5,
    hold: float = 1.5,
    lines: bool = False,
    title: str = "A stroke on a carrom board",
    window: Window | None = None,
) -> str:
    """Draw a simulated stroke that plays again and again, as the one who sits at `seat` sees it.

    Args:
        slower: how many times slower than it was.
        wait: seconds before the release.
        hold: seconds that all lie at rest before it begins again.
        lines: draw the tracks under the discs.
        window: the part of the board that is shown; None: all of it.

    Raises:
        ValueError: `slower` is not above zero, or a time is below.
    """
    if not (slower > 0 and math.isfinite(slower)) or wait < 0 or hold < 0:
        raise ValueError("slower must be above zero, wait and hold not below")
    whole = wait + slower * motion.duration + max(hold, FADE)
    suffix = f"-{theme}"
    paint = PAINTS[theme]
    gone = motion.gone
    shadows, discs = [], []
    for disc in motion.at(0.0):
        keys = _keys(motion.segments_of(disc.number).tolist(), wait, slower, whole)
        change = _slide(keys, whole)
        if disc.number in gone:
            change += _fade((wait + slower * gone[disc.number]) / whole, FADE / whole, whole)
        begin = f'transform="translate({mm(disc.x)} {mm(disc.y)})"'
        radius = "20.6" if disc.number == STRIKER_NUMBER else "16"
        shadows.append(f'<g {begin}>{change}<circle cx="1.2" cy="-3" r="{radius}"/></g>')
        letter = drawing.LETTERS[piece_of(disc.number)]
        discs.append(f'<g {begin} data-piece="{disc.number}">{change}<use href="#p-{letter}{suffix}"/></g>')
    under = f'<g fill="none" stroke-opacity=".55" stroke-linejoin="round">{tracks(motion, paint)}</g>' if lines else ""
    return picture(
        f'{under}<g fill="{SHADE}" fill-opacity=".3">{"".join(shadows)}</g><g>{"".join(discs)}</g>',
        seat=seat,
        theme=theme,
        size=size,
        title=title,
        says=f"{motion.duration:.2f} seconds. At rest: {description(motion.final, seat=seat)}",
        window=window,
    )


def _keys(rows: list[list[float]], wait: float, slower: float, whole: float) -> list[tuple[float, str, str]]:
    """Part of the whole time, place, and the curve that led there, for each key of one disc."""
    keys = [(0.0, f"{short(1000 * rows[0][2])} {short(1000 * rows[0][3])}", "")]
    rows = [row for row, after in zip(rows, [*rows[1:], None], strict=True) if after is None or after[1] > row[1]]
    came = _EVEN  # until the release it lies
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        part = (wait + slower * row[1]) / whole
        keys.append((part, f"{short(1000 * row[2])} {short(1000 * row[3])}", came))
        came = (
            _EVEN
            if after is None
            else _curve(math.hypot(row[4], row[5]), math.hypot(row[6], row[7]), after[1] - row[1])
        )
    keys.append((1.0, keys[-1][1], _EVEN))
    return keys


def _curve(speed: float, deceleration: float, duration: float) -> str:
    """The handles of v h - a h²/2 as a part of the whole way."""
    way = duration * (speed - 0.5 * deceleration * duration)
    if way <= 0.0:
        return _EVEN
    steep = min(max(speed * duration / way, 1.0), 2.0)
    return f".3333 {short(steep / 3, 4)} .6667 {short((1.0 + steep) / 3, 4)}"


def _slide(keys: list[tuple[float, str, str]], whole: float) -> str:
    """The animation of one disc; nothing for one that never moves."""
    if len({place for _, place, _ in keys}) == 1:
        return ""
    return (
        f'<animateTransform attributeName="transform" type="translate" calcMode="spline" dur="{short(whole, 4)}s" '
        f'repeatCount="indefinite" keyTimes="{";".join(short(part, 6) for part, _, _ in keys)}" '
        f'values="{";".join(place for _, place, _ in keys)}" keySplines="{";".join(c for _, _, c in keys[1:])}"/>'
    )


def _fade(part: float, lasts: float, whole: float) -> str:
    """A disc that is gone is seen no more from then on, until all begins again."""
    gone = min(part + lasts, 1.0)
    return (
        f'<animate attributeName="opacity" dur="{short(whole, 4)}s" repeatCount="indefinite" '
        f'keyTimes="0;{short(part, 6)};{short(gone, 6)};1" values="1;1;0;0"/>'
    )
