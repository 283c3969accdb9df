"""Let computers play boards against each other; print wins and ratings with their intervals.

Boards come in pairs with the same rack and the same random numbers, each computer breaking one of them. Thinking is
counted in strokes, so the result is the same on every machine and with any number of processes. --noise gives all the
same hand: 1 is the reference player; a name with a hand, as strong@1.5, gives it to one. A computer that fails on a
board forfeits it. Three or more meet all against all, on the same racks. With --save boards go into a file as they
are played, and the same command goes on where it was stopped. --sprt stops as soon as it is known whether A is
stronger than B by LOW or by HIGH points of rating, at most after --boards. --plot draws the result, also that of a
file that was saved: the same command with --plot plays nothing again.
"""

import argparse
import json
import math
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carrom.cli.errors import UsageError
from carrom.cli.inputs import RULESET_HELP, add_workers, print_json, ruleset_named, workers_of, write_text
from carrom.cli.progress import progress
from carrom.cli.rendering import render_results

if TYPE_CHECKING:
    from carrom.bots.contest import Terms
    from carrom.bots.round_robin import Met, Rated, Sprt


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="*",
        help="names of computers or baselines, or exec:COMMAND for a program; leave out to list them",
    )
    parser.add_argument("--boards", type=int, default=40, help="how many of each pair (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of racks and random numbers (default: %(default)s)")
    parser.add_argument("--noise", type=float, help="the same error for all: 0 to 10 (default: each its own)")
    parser.add_argument("--ruleset", default="icf", metavar="R", help=f"{RULESET_HELP} (default: %(default)s)")
    parser.add_argument("--doubles", action="store_true", help="pairs: two of each computer")
    add_workers(parser, os.cpu_count() or 1, "as many as processors")
    parser.add_argument(
        "--budget",
        type=int,
        metavar="STROKES",
        help="strokes to simulate for each decision, about (default: its own)",
    )
    parser.add_argument(
        "--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="stop as soon as the result is certain"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="store the boards in a file, and continue from it")
    parser.add_argument("--ratings", type=Path, metavar="FILE", help="write the ratings as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw shares of boards won, or ratings, as SVG")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Play and print. Raises UnknownBotError, UsageError, ArenaFileError, RulesetFileError."""
    from carrom import bots

    if not asked.bots:
        print(*bots.names(), *bots.baseline_names(), sep="\n")
        return 0
    _check(asked)
    names = list(asked.bots)
    from carrom.bots.contest import Terms
    from carrom.bots.registry import find_any

    for name in names:
        find_any(name)

    ruleset = ruleset_named(asked.ruleset)
    if ruleset.side_count != 2:
        raise UsageError("arena-solo")
    terms = Terms(
        seed=asked.seed,
        ruleset=asked.ruleset if asked.ruleset == ruleset.slug else ruleset,
        doubles=asked.doubles,
        noise=asked.noise,
        budget=asked.budget,
    )
    return _two(asked, names, terms) if len(names) == 2 else _all(asked, names, terms)


def _check(asked: argparse.Namespace) -> None:
    if len(asked.bots) == 1:
        raise UsageError("two-bots")
    if not (1 <= asked.boards <= 100_000):
        raise UsageError("arena-range")
    if asked.budget is not None and asked.budget < 1:
        raise UsageError("budget")
    if asked.noise is not None and not 0 <= asked.noise <= 10:
        raise UsageError("noise")
    if asked.sprt is not None and (len(asked.bots) != 2 or not asked.sprt[0] < asked.sprt[1]):
        raise UsageError("sprt")
    if asked.bots[0] == asked.bots[-1] and len(asked.bots) == 2:
        return  # against itself, to see what chance does
    if len(set(asked.bots)) < len(asked.bots):
        raise UsageError("same-bots")


def _played(asked: argparse.Namespace, names: list[str], terms: "Terms") -> "Iterator[Met]":
    """The boards as they are played, and saved if that was asked for."""
    from carrom.bots import round_robin

    done = [] if asked.save is None else round_robin.read_file(asked.save, names, terms)
    if asked.save is not None and not done:
        round_robin.write_head(asked.save, names, terms)
    total = len(round_robin.schedule(names, asked.boards))
    boards = round_robin.play_all(names, asked.boards, terms, workers=workers_of(asked), done=done)
    for number, met in enumerate(progress(boards, total=max(total, len(done)), unit="board")):
        if asked.save is not None and number >= len(done):
            round_robin.append(asked.save, met)
        yield met


def _two(asked: argparse.Namespace, names: list[str], terms: "Terms") -> int:
    from carrom.bots import round_robin
    from carrom.bots.contest import result_of
    from carrom.bots.registry import find_any
    from carrom.cli.plots import plot_of_two

    test = None if asked.sprt is None else round_robin.Sprt(*asked.sprt)
    played, verdict = [], None
    for met in _played(asked, names, terms):
        played.append(met.board)
        if test is not None and len(played) % 2 == 0:
            verdict = test.verdict(round_robin.rack_scores(played))
            if verdict is not None:
                break
    a, b = (find_any(name) for name in names)
    result = result_of(a, b, played)
    if asked.plot is not None:
        write_text(asked.plot, plot_of_two(a.name, b.name, played))
    if asked.json:
        values: dict[str, Any] = asdict(result)
        sprt = {} if test is None else {"sprt": verdict}
        print_json(
            {key: None if isinstance(v, float) and not math.isfinite(v) else v for key, v in values.items()} | sprt
        )
        return 0
    even = result.boards - result.wins_a - result.wins_b
    print(f"{result.a} {result.wins_a} : {result.wins_b} {result.b} on {result.boards} boards, {even} without a winner")
    print(f"points {result.points_a} : {result.points_b}, slams {result.slams_a} : {result.slams_b}, ", end="")
    print(f"{result.strokes} strokes")
    low, high = f"{result.rating_low:+.0f}", f"{result.rating_high:+.0f}"
    print(f"{result.a} is {result.rating:+.0f} points above (95 %: {low} to {high})")
    if test is not None:
        print(_said(test, verdict))
    for fault in result.faults:
        print(render_results(fault))
    return 0


def _said(test: "Sprt", verdict: str | None) -> str:
    if verdict is None:
        return f"not certain yet whether by {test.low:g} or by {test.high:g} points"
    points = test.high if verdict == "high" else test.low
    return f"by {points:g} points rather than by {test.low if verdict == 'high' else test.high:g}"


def _all(asked: argparse.Namespace, names: list[str], terms: "Terms") -> int:
    from carrom.bots.round_robin import rated
    from carrom.cli.plots import plot_of_ratings

    boards = list(_played(asked, names, terms))
    table = rated(boards)
    if asked.ratings is not None:
        ratings = {
            each.name: {"rating": round(each.rating), "low": round(each.low), "high": round(each.high)}
            for each in table
        }
        about = {"bots": names, "boards": asked.boards, **terms.as_values()}
        asked.ratings.write_text(json.dumps({"arena": about, "ratings": ratings}, indent=2) + "\n", "utf-8")
    if asked.plot is not None:
        write_text(asked.plot, plot_of_ratings(table))
    if asked.json:
        print_json({"ratings": [asdict(each) for each in table], "boards": len(boards)})
        return 0
    print(*_lines(table), sep="\n")
    for met in boards:
        if met.board.fault is not None:
            print(f"{met.a} and {met.b}: {render_results(met.board.fault)}")
    return 0


def _lines(table: "list[Rated]") -> list[str]:
    width = max(len(each.name) for each in table)
    lines = [f"{'':{width}}  rating       95 %      boards    won  points"]
    for each in table:
        interval = f"{each.low:.0f} to {each.high:.0f}"
        score = f"{each.points} : {each.conceded}"
        lines.append(f"{each.name:{width}}  {each.rating:6.0f}  {interval:>12}  {each.boards:6}  {each.won:5}  {score}")
    return lines
