"""Simulate one stroke: position and stroke in, result out, also as pictures.

  carrom simulate --position "w2(0,0) b11(0.2,0.2)" --stroke "offset 0 angle 0.02 speed 2.5" --svg stroke.svg
  carrom simulate --position opening --stroke "offset 0 angle 0 speed 5" --animate break.gif

--position and --stroke are in the notation of docs/notation.md; the result is printed as text. Without them
{position, stroke, seat, surface} is read as JSON from FILE and the motion is printed as JSON:

position  [[number, x, y], ...] or its notation; number: 1 queen, 2-10 white, 11-19 black; metres, board axes
stroke    {"offset": m, "angle": rad, "speed": m/s} or its notation, in the player's axes
seat      south (default), east, north, west
surface   a name (tournament, ...) or an object of the values that differ from it, or from those of its "base"
Out: engine, surface with every value, duration, final position, pocketed numbers in order (0 is the striker),
first_contact, facts, events [t, what, number, other, speed], segments [number, t, x, y, vx, vy, ax, ay, w, aw].
"""

import argparse
from pathlib import Path
from typing import Any, Literal

from carrom.cli.errors import UsageError
from carrom.cli.inputs import (
    BadInputError,
    check_named,
    chosen,
    in_pixels,
    position_from,
    position_named,
    print_json,
    read_json_object,
    real,
    stroke_from,
    surface_named,
    theme_named,
    word,
    write_bytes,
    write_text,
)
from carrom.equipment.position import Position
from carrom.laws.facts import StrokeFacts
from carrom.notation.pieces import read_stroke
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.physics.surface_file import surface_from_values
from carrom.terms import Seat, Stroke

_KEYS = frozenset({"position", "stroke", "seat", "surface"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON; standard input if left out")
    parser.add_argument("--position", metavar="TEXT", help="pieces, `opening`, `empty`, - for standard input, or @FILE")
    parser.add_argument("--stroke", metavar="TEXT", help='as in "offset 0.1 angle -0.2 speed 2.5": m, rad, m/s')
    parser.add_argument(
        "--seat", choices=[*Seat], type=str, help="the seat that strikes, and from which pictures are seen"
    )
    parser.add_argument("--surface", metavar="SURFACE", help=f"{', '.join(SURFACES)}, or a TOML or JSON file")
    parser.add_argument(
        "--seed", type=int, default=0, help="of the gaps in `--position opening` (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print the motion as JSON, as for JSON input")
    parser.add_argument("--svg", metavar="FILE", help="write a picture of tracks, contacts and positions; - prints it")
    parser.add_argument("--png", metavar="FILE", help="write it in pixels (needs `carrom[prints]`); - prints it")
    parser.add_argument(
        "--at",
        type=float,
        metavar="SECONDS",
        help="the moment of --svg and --png (default: when all pieces are at rest)",
    )
    parser.add_argument(
        "--animate", metavar="FILE", help="write a film as .svg, or .gif and .webp (`carrom[prints]`); - prints an SVG"
    )
    parser.add_argument("--slower", type=float, default=1.0, metavar="TIMES", help="slow --animate down by this factor")
    parser.add_argument(
        "--window", metavar="X,Y,HALF", help="the part of the board to draw: centre and half its side, in m"
    )
    parser.add_argument(
        "--theme", metavar="NAME", default="light", help="colours of the pictures: light, dark, or a plugin's"
    )


def run(asked: argparse.Namespace) -> int:
    """Simulate, print and draw. Raises CarromError: what cannot be simulated."""
    as_text = asked.position is not None or asked.stroke is not None
    if not (0.01 <= asked.slower <= 1000):
        raise UsageError("slower")
    if asked.at is not None and not asked.at >= 0:
        raise UsageError("at")
    still = asked.svg is not None or asked.png is not None
    film = None if asked.animate is None else check_named(asked.animate, "--animate", "svg", "gif", "webp")
    if asked.at is not None and not still:
        raise UsageError("at-without-svg")
    if asked.window is not None and not still and film != "svg":
        raise UsageError("window-without-picture")
    for option, name in (("svg", asked.svg), ("png", asked.png)):
        if name is not None:
            check_named(name, f"--{option}", option)
    names = [name for name in (asked.svg, asked.png, asked.animate) if name is not None]
    if len(set(names)) < len(names):
        raise UsageError("same-file")
    position, stroke, seat, surface = _from_arguments(asked) if as_text else _from_json(asked)

    from carrom.physics.simulate import simulate
    from carrom.play.facts_from_motion import facts_from_motion

    motion = simulate(position, stroke, seat, surface)
    if "-" not in _draw(asked, motion, seat):
        if as_text and not asked.json:
            from carrom.cli.rendering_motion import render_motion

            print("\n".join(render_motion(motion)))
        else:
            print_json(_plain(motion, surface, facts_from_motion(motion, position, stroke, seat)))
    return 0


def _from_arguments(asked: argparse.Namespace) -> tuple[Position, Stroke, Seat, Surface]:
    if asked.position is None or asked.stroke is None or asked.file != "-":
        raise UsageError("position-and-stroke")
    return (
        position_named(asked.position, seed=asked.seed),
        read_stroke(asked.stroke),
        Seat(asked.seat or Seat.SOUTH),
        surface_named(asked.surface or "tournament"),
    )


def _from_json(asked: argparse.Namespace) -> tuple[Position, Stroke, Seat, Surface]:
    data = read_json_object(asked.file, _KEYS)
    for key in ("position", "stroke"):
        if key not in data:
            raise BadInputError("missing-key", key=key)
    for key in ("seat", "surface"):
        if key in data and getattr(asked, key) is not None:
            raise UsageError("twice", key=key)
    surface = data.get("surface", "tournament")
    return (
        position_from(data["position"]),
        stroke_from(data["stroke"]),
        Seat(asked.seat) if asked.seat else word(data.get("seat", "south"), Seat, "seat"),
        surface_named(asked.surface) if asked.surface else _surface(surface),
    )


def _surface(value: object) -> Surface:
    if isinstance(value, str):
        surface: Surface = chosen(value, SURFACES, "surface")
        return surface
    if not isinstance(value, dict):
        raise BadInputError("surface")
    known = TOURNAMENT.to_dict()
    for name in value:
        if name not in known and name != "base":
            raise BadInputError("surface-value", name=name, known=tuple(known))
    return surface_from_values({name: one if name == "base" else real(one, name) for name, one in value.items()})


def _draw(asked: argparse.Namespace, motion: Any, seat: Seat) -> list[str]:
    """Write the pictures that are asked for; where they went."""
    if asked.svg is None and asked.png is None and asked.animate is None:
        return []
    from carrom import svg

    theme = theme_named(asked.theme)
    window = None if asked.window is None else svg.Window(*_window(asked.window))
    pictures: dict[str, str | bytes] = {}
    if asked.svg is not None or asked.png is not None:
        still = svg.motion(motion, seat=seat, theme=theme, at=asked.at, window=window)
        if asked.svg is not None:
            pictures[asked.svg] = still
        if asked.png is not None:
            pictures[asked.png] = in_pixels(still)
    if asked.animate is not None:
        kind: Literal["svg", "gif", "webp"] = check_named(asked.animate, "--animate", "svg", "gif", "webp")
        if kind == "svg":
            pictures[asked.animate] = svg.animation(motion, seat=seat, theme=theme, slower=asked.slower, window=window)
        else:
            from carrom.printing.films import motion_film

            pictures[asked.animate] = motion_film(motion, kind=kind, seat=seat, theme=theme, slower=asked.slower)
    for name, picture in pictures.items():
        if isinstance(picture, bytes):
            write_bytes(Path(name), picture)
        elif name == "-":
            print(picture, end="")
        else:
            write_text(Path(name), picture)
    return list(pictures)


def _window(text: str) -> tuple[float, float, float]:
    """Three numbers with commas between; the last above zero. Raises UsageError."""
    try:
        x, y, half = (float(word) for word in text.split(","))
    except ValueError:
        raise UsageError("window") from None
    if not (abs(x) <= 1 and abs(y) <= 1 and 0.001 <= half <= 1):
        raise UsageError("window-range")
    return x, y, half


def _plain(motion: Any, surface: Surface, facts: StrokeFacts) -> dict[str, Any]:
    return {
        "engine": motion.engine,
        "surface": surface.to_dict(),
        "duration": motion.duration,
        "final": [list(piece) for piece in motion.final.pieces],
        "pocketed": list(motion.pocketed),
        "first_contact": motion.first_contact,
        "facts": plain_facts(facts),
        "events": [[e.time, e.what.value, e.number, e.other, e.speed] for e in motion.events],
        "segments": [[int(row[0]), *row[1:]] for row in motion.segments.tolist()],
    }


def plain_facts(facts: StrokeFacts) -> dict[str, Any]:
    """The facts of a simulated stroke under their names, as JSON has them."""
    names = (
        "pocketed striker_pocketed left_board striker_left_board touched first_contact struck spread direction "
        "crossed_front_line stayed_behind_line touched_own_frame came_back_into_own_half struck_behind_line"
    )
    values = {name: getattr(facts, name) for name in names.split()}
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in values.items()}
