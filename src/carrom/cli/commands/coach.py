"""Say what each stroke of a recorded match cost, and what would have been better.

For each stroke: the chance to win the board with the best stroke (alone: the strokes still needed), what was lost by
the choice (idea) and by how the stroke was made (aim; a plus is luck), and the best idea. The coach takes for meant the
best stroke within the hand's reach of the one that was made. The same record and hand always get the same answer.
"""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from carrom.cli.errors import UsageError
from carrom.cli.inputs import add_record_arguments, print_json, record_named
from carrom.cli.progress import progress
from carrom.cli.rendering import names_of
from carrom.notation.pieces import write_stroke
from carrom.terms import Seat, Stroke, piece_of

if TYPE_CHECKING:
    from carrom.bots.coach import Advice, Idea

POCKETS = {0: "near left", 1: "near right", 2: "far left", 3: "far right"}  # 1 for right and 2 for far


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_record_arguments(parser)
    parser.add_argument(
        "--noise", type=float, default=1.0, help="the hand: 0.1 to 10, 1 is a strong player's (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Look through the record and print. Raises NotationError, BrokenRecordError, UsageError."""
    if not 0.1 <= asked.noise <= 10:
        raise UsageError("coach-noise")
    record = record_named(asked)
    from random import Random

    from carrom.bots.coach import advise
    from carrom.bots.noise import Noise

    names = names_of(record.head)
    found = []
    strokes = list(record.strokes())
    for entry, before, made in progress(strokes, total=len(strokes), unit="stroke"):
        found.append((entry, before, advise(before, Noise(asked.noise), Random(entry.number), made)))
    if asked.json:
        print_json([{"number": entry.number, "seat": entry.author, **asdict(advice)} for entry, _, advice in found])
        return 0
    if not found:
        print("No stroke of this record was simulated.")
    for entry, before, advice in found:
        seat = Seat(entry.author)
        player = before.match.player_at(seat).name or names[before.match.side_at(seat)]
        print(f"{entry.number:>4} {player}: {_line(advice)}")
    return 0


def _line(advice: "Advice") -> str:
    best = f"{-advice.best:.1f} more strokes" if advice.solo else f"{100 * advice.best:.0f} % to win"
    parts = [best]
    if advice.cost is not None:
        parts += [f"idea {_lost(advice.cost.idea, advice.solo)}", f"aim {_lost(advice.cost.aim, advice.solo)}"]
    if advice.ideas:
        parts.append(f"best: {_idea(advice.ideas[0])}")
    return ", ".join(parts)


def _lost(cost: float, solo: bool) -> str:
    text = f"{abs(cost):.1f}" if solo else f"{100 * abs(cost):.0f} %"
    return text if not any(digit in text for digit in "123456789") else f"{'-' if cost > 0 else '+'}{text}"


def _idea(idea: "Idea") -> str:
    """An idea, with the stroke as `carrom simulate` takes it."""
    offset, angle, speed = idea.stroke.offset, idea.stroke.angle, idea.stroke.speed
    made = write_stroke(Stroke(round(offset, 4), round(angle, 4), round(speed, 3)))
    if idea.piece is None or idea.pocket is None:
        return f"sink nothing ({made})"
    off = ", off a frame" if idea.rebound else ""
    return f"{piece_of(idea.piece)} {POCKETS[idea.pocket]}{off}, {100 * idea.falls:.0f} % ({made})"
