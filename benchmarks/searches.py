"""Strokes judged on many boards at once, and those imagined in a search, beside what the kernel alone takes.

The kernel's share of a search is the processor time of the search's own calls of `simulate_layouts`, as they occur in
it, over that of `Search.best`, breaks left out. At one half a search uses half of the kernel's speed. A process that
has judged nothing yet asks the judge some thousand times in its first boards, a server hardly ever: both are measured.
"""

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from carrom.bots import outcomes
from carrom.bots.contest import play_board, solo_boards
from carrom.bots.protocol import Bot
from carrom.bots.registry import find
from carrom.bots.search import Search
from carrom.cli.benchmarks.figures import Figure
from carrom.laws.rulesets.every import RULESETS
from carrom.physics.simulate import simulate_layouts
from carrom.play.batch import Batch
from carrom.play.verdict_table import table_of

BOARDS = 4096
ROUNDS = 60  # strokes on each board: from the break to its last coins
WARM = 10  # rounds that are not counted: the breaks, which cost the kernel ten times as much
JUDGED, IMAGINED = 50_000, 120_000  # a second
SHARE = 0.5  # of a search's time, the kernel's


def measure() -> Iterator[Figure]:
    """Strokes a second of processor time on one core; what is not the kernel's own as a share of it."""
    for slug in RULESETS:
        yield from _batch(slug)
    for judged in ("", ", judged before"):
        for name, boards in (("two players", _race), ("alone", _alone)):
            yield from _search(name + judged, boards)


def _batch(slug: str) -> Iterator[Figure]:
    rng, seeded = np.random.default_rng(1), random.Random(1)
    batch = Batch.new(BOARDS, slug, rng=seeded)
    spent = alone = 0.0
    made = 0
    for turn in range(ROUNDS):
        strokes = aimed(batch, rng)
        before = batch.seen()
        began = time.thread_time()
        played = batch.play(strokes, strict=False)
        taken = time.thread_time() - began
        batch.renew(seeded)
        if turn < WARM:
            continue
        began = time.thread_time()
        simulate_layouts(before[played.made], strokes[played.made])
        alone += time.thread_time() - began
        spent += taken
        made += int(played.made.sum())
    note = f"the kernel's share {alone / spent:.0%}; the judge was asked {table_of(batch.ruleset).asked:,} times"
    yield Figure(
        name=f"strokes judged, {BOARDS:,} boards, {slug}",
        value=made / spent,
        unit="1/s",
        should_be=JUDGED,
        better="more",
        note=note,
    )


def aimed(batch: Batch, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A stroke on each board at one of its pieces, full or thin, soft or hard. Shapes: result (n, 3)."""
    count, seen = len(batch), batch.seen()
    offset = rng.uniform(-0.24, 0.24, count)
    which = np.where(np.isnan(seen[..., 0]), -1.0, rng.random((count, 20))).argmax(axis=1)
    target = seen[np.arange(count), which] + rng.uniform(-0.04, 0.04, (count, 2))
    angle = np.arctan2(offset - target[:, 0], target[:, 1] + 0.3085)
    speed = np.where(batch.broken, rng.uniform(0.8, 5.0, count), rng.uniform(4.5, 8.0, count))
    return np.stack([offset, angle, speed], axis=1)


def _race(bot: Bot) -> None:
    for board in range(3):
        play_board(bot, bot, seed=f"searches/{board}")


def _alone(bot: Bot) -> None:
    list(solo_boards(bot, 1, seed=5))


def _search(name: str, boards: Any) -> Iterator[Figure]:
    """Whole boards of the strongest level, the searches after the break."""
    spent = alone = 0.0
    imagined = 0
    best, simulated = Search.best, outcomes.simulate_layouts
    in_kernel = 0.0

    def timed(*given: Any) -> Any:
        nonlocal in_kernel
        began = time.thread_time()
        results = simulated(*given)
        in_kernel += time.thread_time() - began
        return results

    def counted(self: Search, *given: Any) -> Any:
        nonlocal spent, alone, imagined
        before, began = in_kernel, time.thread_time()
        found = best(self, *given)
        if self.view.board.broken:
            spent += time.thread_time() - began
            alone += in_kernel - before
            imagined += found.imagined
        return found

    outcomes.simulate_layouts, Search.best = timed, counted  # type: ignore[assignment, method-assign]
    try:
        boards(find("strong"))
    finally:
        outcomes.simulate_layouts, Search.best = simulated, best  # type: ignore[method-assign]
    yield Figure(
        name=f"strokes imagined in a search, {name}",
        value=imagined / spent,
        unit="1/s",
        should_be=IMAGINED,
        better="more",
        note=f"the kernel alone {imagined / alone:,.0f}; beside it {1e6 * (spent - alone) / imagined:.2f} us a stroke",
    )
    yield Figure(name=f"the kernel's share of it, {name}", value=alone / spent, unit="", should_be=SHARE, better="more")
