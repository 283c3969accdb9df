"""Let a computer play sets of 19-coin solo; print its average with a 95 % interval.

A board counts its strokes, at most 45. --noise changes how steady the computer's hand is: 0 is perfect, 1 is a strong
player's, 4 a beginner's. Each board depends on the seed and its own number alone: --workers changes no result, and
parts can be played separately (--first). A computer that fails on a board forfeits it, which counts as the cap.
A computer knows the surface that it plays on. With --assumes it takes it for another, and all but the baselines expect
that one to be up to about 5 % off in friction and 3 % in restitution.
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from carrom.cli.errors import UsageError
from carrom.cli.inputs import add_workers, print_json, surface_named, workers_of, write_text
from carrom.cli.progress import progress
from carrom.cli.rendering import render_results

MOST_BOARDS = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "bot", metavar="BOT", nargs="?", help="name of a computer or baseline, or exec:COMMAND; leave out to list them"
    )
    parser.add_argument("--boards", type=int, default=20, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first board (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of racks and random numbers (default: %(default)s)")
    parser.add_argument("--noise", type=float, help="another error: 0 to 10 (default: the computer's own)")
    parser.add_argument("--surface", default="tournament", help="a name, or a TOML or JSON file (default: %(default)s)")
    parser.add_argument("--assumes", metavar="SURFACE", help="what the computer takes it for (default: what it is)")
    add_workers(parser)
    parser.add_argument(
        "--budget",
        type=int,
        metavar="STROKES",
        help="strokes to simulate for each decision, about (default: its own)",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw how many strokes boards took, as SVG")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Play and print. Raises UnknownBotError, UsageError, UnknownNameError, SurfaceFileError, SurfaceError."""
    from carrom import bots

    if asked.bot is None:
        print(*bots.names(), *bots.baseline_names(), sep="\n")
        return 0
    if not (1 <= asked.boards <= MOST_BOARDS and 0 <= asked.first <= MOST_BOARDS):
        raise UsageError("solo-range", most=MOST_BOARDS)
    if asked.budget is not None and asked.budget < 1:
        raise UsageError("budget")
    if asked.noise is not None and not 0 <= asked.noise <= 10:
        raise UsageError("noise")
    if asked.assumes is not None:
        from carrom.bots.agent import Computer
        from carrom.bots.registry import PREFIX, find

        if asked.bot.startswith(PREFIX) or not isinstance(find(asked.bot), Computer):
            raise UsageError("assumes", bot=asked.bot)
    from carrom.bots.contest import mean_interval, solo_boards
    from carrom.cli.plots import plot_of_solo

    boards = solo_boards(
        asked.bot,
        asked.boards,
        seed=asked.seed,
        first=asked.first,
        noise=asked.noise,
        workers=workers_of(asked),
        budget=asked.budget,
        surface=surface_named(asked.surface),
        assumes=None if asked.assumes is None else surface_named(asked.assumes),
    )
    played = list(progress(boards, total=asked.boards, unit="board"))
    scores = [board.strokes for board in played]
    faults = [board.fault for board in played if board.fault is not None]
    average, low, high = mean_interval(scores)
    if asked.plot is not None:
        write_text(asked.plot, plot_of_solo(asked.bot, played))
    if asked.json:
        interval = [low, high] if len(scores) > 1 else None
        fault_rows = [asdict(fault) for fault in faults]
        print_json({"bot": asked.bot, "scores": scores, "average": average, "interval": interval, "faults": fault_rows})
        return 0
    print(f"{asked.bot}: {average:.2f} strokes for each board on {len(scores)} boards")
    if len(scores) > 1:
        print(f"95 %: {low:.2f} to {high:.2f}")
    print(f"best {min(scores)}, worst {max(scores)}, {sum(board.stopped for board in played)} stopped at the cap")
    for fault in faults:
        print(render_results(fault))
    return 0
