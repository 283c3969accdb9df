"""Strokes judged on many boards at once, and those imagined in a search, beside what the kernel alone takes.

The kernel's share of a search is what its strokes take when they are played by the kernel alone, over the processor
time of `Search.best`, breaks left out. At one half a search uses half of the kernel's speed. Boards are played twice,
the same both times: once for the one, with a clock about each search and nothing else, at once after it for the other,
where each round is followed by its strokes alone. Clocks within a search would be counted as its own, and playing
strokes there drives what the search needs next out of the processor's caches: small searches seemed a tenth slower.
A process that has judged nothing yet asks the judge some thousand times in its first boards, a server hardly ever: both
are measured.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from carrom.bots.contest import play_board, solo_boards
from carrom.bots.imagining import Imagining
from carrom.bots.protocol import Bot
from carrom.bots.registry import find
from carrom.bots.search import Search
from carrom.cli.benchmarks.figures import Figure
from carrom.laws.rulesets.every import RULESETS
from carrom.physics.kernel import EVENT_COLUMNS, FACTS, SEGMENT_COLUMNS
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.native import native
from carrom.physics.simulate import simulate_layouts
from carrom.play import batch
from carrom.play.batch import Batch
from carrom.play.verdict_table import table_of

BOARDS = 4096
ROUNDS = 60  # strokes on each board: from the break to its last coins
WARM = 10  # rounds that are not counted: the breaks, which cost the kernel ten times as much
JUDGED, IMAGINED = 50_000, 120_000  # a second
SHARE = 0.5  # of a search's time, the kernel's
LEVELS = ("beginner", "easy", "casual", "steady", "club", "strong", "master")
PART = 256


def measure() -> Iterator[Figure]:
    """Strokes a second of processor time on one core; what is not the kernel's own as a share of it."""
    for slug in RULESETS:
        yield from _batch(slug)
    for level in LEVELS:
        for name, boards in (("two players", _race), ("alone", _alone)):
            yield from _search(level, name, boards)


def _batch(slug: str) -> Iterator[Figure]:
    rng, seeded = np.random.default_rng(1), random.Random(1)
    boards = Batch.new(BOARDS, slug, rng=seeded)
    spent = alone = 0.0
    made = 0
    for turn in range(ROUNDS):
        strokes = aimed(boards, rng)
        before = boards.seen()
        began = time.thread_time()
        played = boards.play(strokes, strict=False)
        taken = time.thread_time() - began
        boards.renew(seeded)
        if turn < WARM:
            continue
        began = time.thread_time()
        simulate_layouts(before[played.made], strokes[played.made])
        alone += time.thread_time() - began
        spent += taken
        made += int(played.made.sum())
    note = f"the kernel's share {alone / spent:.0%}; the judge was asked {table_of(boards.ruleset).asked:,} times"
    yield Figure(
        name=f"strokes judged, {BOARDS:,} boards, {slug}",
        value=made / spent,
        unit="1/s",
        should_be=JUDGED,
        better="more",
        note=note,
    )


def aimed(boards: Batch, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A stroke on each board at one of its pieces, full or thin, soft or hard. Shapes: result (n, 3)."""
    count, seen = len(boards), boards.seen()
    offset = rng.uniform(-0.24, 0.24, count)
    which = np.where(np.isnan(seen[..., 0]), -1.0, rng.random((count, 20))).argmax(axis=1)
    target = seen[np.arange(count), which] + rng.uniform(-0.04, 0.04, (count, 2))
    angle = np.arctan2(offset - target[:, 0], target[:, 1] + 0.3085)
    speed = np.where(boards.broken, rng.uniform(0.8, 5.0, count), rng.uniform(4.5, 8.0, count))
    return np.stack([offset, angle, speed], axis=1)


def _race(bot: Bot) -> None:
    for board in range(3):
        play_board(bot, bot, seed=f"searches/{board}")


def _alone(bot: Bot) -> None:
    list(solo_boards(bot, 1, seed=5))


@dataclass
class Spent:
    """Processor time of searches, and of their strokes by the kernel alone."""

    whole: float = 0.0
    alone: float = 0.0
    imagined: int = 0


def _search(level: str, name: str, boards: Any) -> Iterator[Figure]:
    """Whole boards of a level, the searches after the break, twice: the second time all verdicts are known."""
    table_of.cache_clear()
    for judged in ("", ", judged before"):
        spent = _spent(find(level), boards)
        note = f"the kernel alone {spent.imagined / spent.alone:,.0f}; beside it "
        note += f"{1e6 * (spent.whole - spent.alone) / spent.imagined:.2f} us a stroke"
        if level == "strong":
            yield Figure(
                name=f"strokes imagined in a search, {name}{judged}",
                value=spent.imagined / spent.whole,
                unit="1/s",
                should_be=IMAGINED,
                better="more",
                note=note,
            )
        share = spent.alone / spent.whole
        title = f"the kernel's share of a search of {level}, {name}{judged}"
        yield Figure(name=title, value=share, unit="", should_be=SHARE, better="more", note=note)


def _spent(bot: Bot, boards: Any) -> Spent:
    spent = Spent()
    _time_searches(bot, boards, spent)
    _time_strokes(bot, boards, spent)
    return spent


def _time_searches(bot: Bot, boards: Any, spent: Spent) -> None:
    best = Search.best

    def timed(self: Search, *given: Any) -> Any:
        began = time.thread_time()
        found = best(self, *given)
        taken = time.thread_time() - began
        if self.view.board.broken:
            spent.whole += taken
            spent.imagined += found.imagined
        return found

    Search.best = timed  # type: ignore[method-assign]
    try:
        boards(bot)
    finally:
        Search.best = best  # type: ignore[method-assign]


def _time_strokes(bot: Bot, boards: Any, spent: Spent) -> None:
    best, of, simulated = Search.best, Imagining.of, batch.simulate_layouts

    def imagined(self: Imagining, strokes: Any, rows: Any, layouts: Any, *rest: Any) -> Any:
        found = of(self, strokes, rows, layouts, *rest)
        lying = layouts if len(layouts) == 1 else layouts[rows]
        spent.alone += _kernel_alone(strokes, lying, parameters_of(self.surface))
        return found

    def simulate(*given: Any, **named: Any) -> Any:
        began = time.thread_time()
        results = simulated(*given, **named)
        spent.alone += time.thread_time() - began
        return results

    def counted(self: Search, *given: Any) -> Any:
        alone = spent.alone
        found = best(self, *given)
        if not self.view.board.broken:
            spent.alone = alone
        return found

    Search.best, Imagining.of, batch.simulate_layouts = counted, imagined, simulate  # type: ignore[assignment, method-assign]
    try:
        boards(bot)
    finally:
        Search.best, Imagining.of, batch.simulate_layouts = best, of, simulated  # type: ignore[method-assign]


def _kernel_alone(strokes: Any, layouts: Any, parameters: Any) -> float:
    """Processor time that the kernel takes for strokes, in parts as large as its caches like."""
    taken = 0.0
    for start in range(0, len(strokes), PART):
        some = slice(start, start + PART)
        lying = layouts if len(layouts) == 1 else layouts[some]
        for array, value in zip(_RESULTS, (np.nan, -1, 0, 0.0), strict=True):
            array[:] = value
        given = (strokes[some], lying, parameters, sliding_table(), *_RESULTS, *_NOTHING)
        began = time.thread_time()
        native().simulate_strokes(*given)
        taken += time.thread_time() - began
    return taken


_RESULTS = np.empty((PART, 20, 2)), np.empty((PART, 20), np.int8), np.empty((PART, FACTS), np.int64), np.empty(PART)
_NOTHING = np.empty((0, SEGMENT_COLUMNS)), np.empty((0, EVENT_COLUMNS))
