"""Let two computers play each other; print wins and the rating difference with its interval.

Boards come in pairs with the same rack and the same random numbers, each computer breaking one of them. Thinking is
measured in strokes, so the result is the same on every machine and with any number of processes. --noise gives both the
same hand: 1 is the reference player. A computer that fails on a board forfeits it.
"""

import argparse
import math
from dataclasses import asdict

from carrom.cli.errors import UsageError
from carrom.cli.inputs import print_json
from carrom.cli.progress import progress
from carrom.cli.rendering import render_results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("a", metavar="A", nargs="?", help="name of a computer or baseline; leave out to list them")
    parser.add_argument("b", metavar="B", nargs="?", help="name of another, or the same")
    parser.add_argument("--boards", type=int, default=40, help="number of boards (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of racks and random numbers (default: %(default)s)")
    parser.add_argument("--noise", type=float, help="the same hand for both: 0 to 10 (default: each its own)")
    parser.add_argument("--workers", type=int, default=1, help="number of processes (default: %(default)s)")
    parser.add_argument(
        "--budget",
        type=int,
        metavar="STROKES",
        help="simulate about this many for each decision (default: its own effort)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Play and print. Raises UnknownBotError, UsageError."""
    from carrom import bots

    if asked.a is None:
        print(*bots.names(), *bots.baseline_names(), sep="\n")
        return 0
    if asked.b is None:
        raise UsageError("two-bots")
    if not (1 <= asked.boards <= 100_000 and 1 <= asked.workers <= 256):
        raise UsageError("arena-range")
    if asked.budget is not None and asked.budget < 1:
        raise UsageError("budget")
    if asked.noise is not None and not 0 <= asked.noise <= 10:
        raise UsageError("noise")
    from carrom.bots.contest import arena_boards, result_of

    a, b = bots.find(asked.a), bots.find(asked.b)
    played = arena_boards(
        a,
        b,
        boards=asked.boards,
        seed=asked.seed,
        noise=asked.noise,
        workers=asked.workers,
        budget=asked.budget,
    )
    result = result_of(a, b, progress(played, total=asked.boards, unit="board"))
    if asked.json:
        values = asdict(result)
        print_json({key: None if isinstance(v, float) and not math.isfinite(v) else v for key, v in values.items()})
        return 0
    even = result.boards - result.wins_a - result.wins_b
    print(f"{result.a} {result.wins_a} : {result.wins_b} {result.b} on {result.boards} boards, {even} without a winner")
    print(f"points {result.points_a} : {result.points_b}, slams {result.slams_a} : {result.slams_b}, ", end="")
    print(f"{result.strokes} strokes")
    low, high = f"{result.rating_low:+.0f}", f"{result.rating_high:+.0f}"
    print(f"{result.a} stands {result.rating:+.0f} points above (95 %: {low} to {high})")
    for fault in result.faults:
        print(render_results(fault))
    return 0
