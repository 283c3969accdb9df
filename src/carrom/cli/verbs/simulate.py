"""Simulate one stroke: {position, stroke, seat, surface} as JSON in, the motion as JSON out.

position  [[number, x, y], ...] or its notation; number: 1 queen, 2-10 white, 11-19 black; metres, board axes
stroke    {"offset": m, "angle": rad, "speed": m/s} or its notation, in the player's axes
seat      south (default), east, north, west
surface   a name (tournament, ...) or an object of the values that differ from it
Out: engine, duration, final position, pocketed numbers in order (0 is the striker), first_contact, facts, events
[t, what, number, other, speed], segments [number, t, x, y, vx, vy, ax, ay, w, aw].
"""

import argparse
from dataclasses import replace
from typing import Any

from carrom.cli.reading import (
    BadJsonError,
    chosen,
    position_from,
    print_json,
    read_json_object,
    real,
    stroke_from,
    word,
)
from carrom.laws.facts import StrokeFacts
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.terms import Seat

_KEYS = frozenset({"position", "stroke", "seat", "surface"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON; standard input if left out")
    parser.add_argument("--json", action="store_true", help="as it is anyway")


def run(asked: argparse.Namespace) -> int:
    """Simulate and print. Raises CarromError: what cannot be simulated."""
    data = read_json_object(asked.file, _KEYS)
    for key in ("position", "stroke"):
        if key not in data:
            raise BadJsonError(f"the key {key!r} is missing")
    position, stroke = position_from(data["position"]), stroke_from(data["stroke"])
    seat: Seat = word(data.get("seat", "south"), Seat, "seat")
    surface = _surface(data.get("surface", "tournament"))

    from carrom.physics.simulate import simulate
    from carrom.play.facts_from_motion import facts_from_motion

    motion = simulate(position, stroke, seat, surface)
    print_json(
        {
            "engine": motion.engine,
            "duration": motion.duration,
            "final": [list(piece) for piece in motion.final.pieces],
            "pocketed": list(motion.pocketed),
            "first_contact": motion.first_contact,
            "facts": plain_facts(facts_from_motion(motion, position, stroke, seat)),
            "events": [[e.time, e.what.value, e.number, e.other, e.speed] for e in motion.events],
            "segments": [[int(row[0]), *row[1:]] for row in motion.segments.tolist()],
        }
    )
    return 0


def plain_facts(facts: StrokeFacts) -> dict[str, Any]:
    """The facts of a simulated stroke under their names, as JSON has them."""
    names = (
        "pocketed striker_pocketed left_board striker_left_board touched first_contact struck spread direction "
        "crossed_front_line touched_own_frame came_back_into_own_half struck_behind_line"
    )
    values = {name: getattr(facts, name) for name in names.split()}
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in values.items()}


def _surface(value: object) -> Surface:
    if isinstance(value, str):
        surface: Surface = chosen(value, SURFACES, "surface")
        return surface
    if not isinstance(value, dict):
        raise BadJsonError("a surface is a name, or an object of values")
    known = TOURNAMENT.to_dict()
    for name in value:
        if name not in known:
            raise BadJsonError(f"unknown value {name!r} of a surface; known are {', '.join(known)}")
    return replace(TOURNAMENT, **{name: real(one, name) for name, one in value.items()})
