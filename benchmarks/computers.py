"""Computers on the site: how long six games against the strongest wait when they are answered at once.

One process is what a server had before; the processes that it may have now are measured on the same decisions, in turn.
"""

import asyncio
import os
import time
from collections.abc import Iterator

from carrom.bots.worker import Job
from carrom.cli.benchmarks.figures import Figure, percentile
from carrom.match.awaiting import Decision
from carrom.play.scenes import NAMES, scene
from carrom_web.config.environment import computer_processes
from carrom_web.matches.bot_processes import Workers

GAMES, DECISIONS = 6, 4
LEVEL = "strong"


def measure() -> Iterator[Figure]:
    """Seconds from the question to the answer, in one process and in as many as the site takes on this machine."""
    most = computer_processes(os.environ)
    before = asyncio.run(_waited(1))
    after = asyncio.run(_waited(most))
    for processes, waited in ((1, before), (most, after)):
        name = f"{GAMES} games against {LEVEL} at once, {processes} process{'es' * (processes > 1)}"
        yield Figure(name=f"{name}, median", value=percentile(waited, 0.5), unit="s")
        yield Figure(name=f"{name}, longest", value=max(waited), unit="s")
    share = percentile(after, 0.5) / percentile(before, 0.5)
    yield Figure(
        name="median of all processes to that of one", value=share, unit="", should_be=0.75 if most > 1 else None
    )


async def _waited(processes: int) -> list[float]:
    """Let every game ask for one decision after another; give how long each waited. All processes run already."""
    workers = Workers(processes)
    try:
        await workers.start_all()
        games = await asyncio.gather(*(_game(workers, number, DECISIONS) for number in range(GAMES)))
    finally:
        await workers.stop()
    return [waited for game in games for waited in game]


async def _game(workers: Workers, number: int, decisions: int) -> list[float]:
    states = [state for state in map(scene, NAMES) if state.match.awaiting.kind is Decision.STROKE]
    waited = []
    for index in range(decisions):
        state = states[(number + index) % len(states)]
        asked = time.perf_counter()
        async with workers.turn() as think:
            done = await think(Job(key=f"{number}.{index}", state=state, level=LEVEL, seed=f"{number}.{index}"))
        waited.append(time.perf_counter() - asked)
        assert done.request is not None
    return waited
