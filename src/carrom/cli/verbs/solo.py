"""Let a computer play sets of 19-coin solo; tell its average with a 95 % interval.

A board counts its strokes, at most 45. --noise gives the computer another hand: 0 never shakes, 1 is a strong
player's, 4 a beginner's.
"""

import argparse
import math
import statistics

from carrom.cli import UsageError
from carrom.cli.reading import print_json

MOST_BOARDS = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("bot", metavar="BOT", nargs="?", help="name of a computer; none at all lists them")
    parser.add_argument("--boards", type=int, default=20, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of racks and dice (default: %(default)s)")
    parser.add_argument("--noise", type=float, help="another hand: 0 to 10 (default: the computer's own)")
    parser.add_argument("--budget", type=float, default=2.0, help="seconds for a stroke (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Play and print. Raises UnknownBotError, UsageError."""
    from carrom import bots

    if asked.bot is None:
        for name in bots.names():
            print(name)
        return 0
    if not (1 <= asked.boards <= MOST_BOARDS and 0 < asked.budget <= 60):
        raise UsageError(f"--boards is 1 to {MOST_BOARDS}, --budget above 0 and at most 60 seconds")
    if asked.noise is not None and not 0 <= asked.noise <= 10:
        raise UsageError("--noise is 0 to 10")
    from carrom.bots.contest import solo_boards

    played = solo_boards(bots.find(asked.bot), asked.boards, seed=asked.seed, noise=asked.noise, budget_s=asked.budget)
    scores = [board.points for board in played]
    mean = statistics.fmean(scores)
    half = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    if asked.json:
        interval = None if math.isnan(half) else [mean - half, mean + half]
        print_json({"bot": asked.bot, "scores": scores, "average": mean, "interval": interval})
        return 0
    print(f"{asked.bot}: {mean:.2f} strokes a board on {len(scores)} boards")
    if not math.isnan(half):
        print(f"95 %: {mean - half:.2f} to {mean + half:.2f}")
    print(
        f"best {min(scores)}, worst {max(scores)}, {sum(board.how == 'stopped' for board in played)} stopped at the cap"
    )
    return 0
