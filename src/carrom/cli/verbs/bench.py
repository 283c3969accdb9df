"""Measure this machine: strokes and rulings a second, one stroke, reading a record.

In a checkout the benchmarks of its `benchmarks/` folder are run (NAME chooses some); elsewhere a small measure of the
same things.
"""

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from carrom.cli.reading import print_json

_CHECKOUT = Path(__file__).parents[4]  # src/carrom/cli/verbs/bench.py
_SECONDS = 0.6  # how long each thing is measured


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="which benchmarks of a checkout (default: all)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--small", action="store_true", help="the small measure, in a checkout too")


def run(asked: argparse.Namespace) -> int:
    """Measure and print."""
    if not asked.small and (_CHECKOUT / "benchmarks" / "__main__.py").is_file():
        sys.path.insert(0, str(_CHECKOUT))
        measured: int = importlib.import_module("benchmarks.__main__").main(
            [*asked.names, *(["--json"] if asked.json else [])]
        )
        return measured
    figures = measure()
    if asked.json:
        print_json(figures)
    else:
        for name, figure in figures.items():
            print(f"{name:32} {figure:>14,.1f}")
    return 0


def measure() -> dict[str, float]:
    """The small measure: figures by name, one core; strokes are those of fixed positions and dice."""
    from carrom.equipment.arrangement import opening
    from carrom.laws.board_state import opening_board
    from carrom.laws.facts import StrokeFacts
    from carrom.laws.judge import judge
    from carrom.laws.rulesets.every import RULESETS
    from carrom.notation.pieces import read_position, write_position
    from carrom.physics.simulate import simulate, simulate_batch
    from carrom.play.dice import SeededDice
    from carrom.terms import Stroke

    dice = SeededDice(1)
    rack = opening(dice)
    few = rack.without(*range(6, 11), *range(14, 20))
    breaks = [Stroke(0.1 * dice.random() - 0.05, 0.2 * dice.random() - 0.1, 4 + 2 * dice.random()) for _ in range(200)]
    strokes = [Stroke(0.3 * dice.random() - 0.15, dice.random() - 0.5, 0.8 + 2.7 * dice.random()) for _ in range(2000)]
    start = time.perf_counter()
    simulate(rack, breaks[0])
    first = time.perf_counter() - start
    board, facts, ruleset = opening_board(), StrokeFacts(), RULESETS["icf"]
    text = write_position(rack)
    return {
        "first stroke, s": first,
        "breaks a second, in batch": len(breaks) / _seconds(lambda: simulate_batch(rack, breaks)),
        "strokes a second, in batch": len(strokes) / _seconds(lambda: simulate_batch(few, strokes)),
        "one recorded stroke, us": 1e6 * _seconds(lambda: simulate(few, strokes[0])),
        "rulings a second": 1 / _seconds(lambda: judge(board, facts, ruleset)),
        "positions read a second": 1 / _seconds(lambda: read_position(text)),
    }


def _seconds(work: Callable[[], Any]) -> float:
    """The median time of one run."""
    work()
    times: list[float] = []
    end = time.perf_counter() + _SECONDS
    while time.perf_counter() < end or len(times) < 3:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
