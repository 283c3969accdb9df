"""The kernel by every engine: compiled for any processor, for AVX2, by numba, by the system's compiler, in pages."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from carrom.cli.benchmarks.figures import Figure
from carrom.cli.benchmarks.strokes import midgame, opening_breaks
from carrom.physics import kernel, native
from carrom.physics.errors import NoKernelError
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.simulate import _empty, _layouts
from carrom.physics.surface import TOURNAMENT
from carrom.terms import Seat

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # numba's kernel lies with the tests

from tests.support.physics import numba_kernel
from tools.checks import driver_node

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "tests" / "js" / "speed_of_the_kernel.mjs"
TURNS = 25
RIGID = replace(TOURNAMENT, contact_stiffness=0.0)
Work = dict[str, tuple[np.ndarray, ...]]
ASKED = {  # us a stroke, at most: the figures for one Zen 4 core
    "AVX2": {"opening break": 150.0},
    "SSE2": {"8 coins": 3.4, "opening break with gaps": 74.0},
    "a page, under node": {"8 coins": 5.0, "opening break with gaps": 115.0},
}


def measure() -> Iterator[Figure]:
    """Microseconds of processor time a stroke in batch, the least of many rounds in which all engines take turns."""
    work = _work()
    nothing = np.empty((0, kernel.SEGMENT_COLUMNS)), np.empty((0, kernel.EVENT_COLUMNS))
    engines = _engines()
    least: dict[tuple[str, str], float] = {}
    for _ in range(TURNS):
        for what, (layouts, strokes, parameters) in work.items():
            for name, engine in engines.items():
                results = _empty(len(strokes))
                started = time.thread_time()
                engine(strokes, layouts, parameters, sliding_table(), *results, *nothing)
                taken = 1e6 * (time.thread_time() - started) / len(strokes)
                least[name, what] = min(taken, least.get((name, what), taken))
    native.native().use(0)
    least |= {("a page, under node", what): value for what, value in _page(work).items()}
    best = "AVX2" if "AVX2" in engines else "SSE2"
    for (name, what), value in least.items():
        note = "" if name == best else f"{value / least[best, what]:.2f} times as long as by {best}"
        asked = ASKED.get(name, {}).get(what)
        yield Figure(name=f"{what}, {name}", value=value, unit="us", should_be=asked, note=note)
    for what in work:
        ratio = least[best, what] / least["numba", what]
        yield Figure(name=f"{what}, {best} against numba", value=ratio, unit="times", should_be=1.0)


def _work() -> Work:
    """By name: layouts, strokes, parameters."""
    racks, straight = opening_breaks(150)
    found: Work = {}
    for coins, count in ((8, 4_000), (18, 2_000)):
        position, strokes = midgame(coins, count)
        found[f"{coins} coins"] = (_layouts((position,), Seat.SOUTH), strokes, parameters_of(RIGID))
    layouts = _layouts(racks, Seat.SOUTH)
    found["opening break with gaps"] = (layouts, straight, parameters_of(RIGID))
    found["opening break"] = (layouts, straight, parameters_of(TOURNAMENT))
    return {name: tuple(map(np.ascontiguousarray, arrays)) for name, arrays in found.items()}


def _engines() -> dict[str, Callable[..., None]]:
    """Every engine that this process can call, the committed one by each of its variants."""
    here = native.native()
    found: dict[str, Callable[..., None]] = {}
    for number, name in ((3, "AVX2"), (1, "SSE2")):
        if number <= here.use(0):
            found[name] = _variant(here, number)
    found["numba"] = numba_kernel.simulate_strokes()
    try:
        found["this machine's compiler"] = native.load(native.made_here(ROOT / ".data" / "kernel")).simulate_strokes
    except NoKernelError:
        pass
    return found


def _variant(here: native.Native, number: int) -> Callable[..., None]:
    def play(*arrays: np.ndarray) -> None:
        here.use(number)
        here.simulate_strokes(*arrays)

    return play


def _page(work: Work) -> dict[str, float]:
    """What node takes for the same; empty where there is none."""
    node = shutil.which("node") or driver_node()
    if node is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        for number, arrays in enumerate(work.values()):
            for name, array in zip(("layouts", "strokes", "parameters"), arrays, strict=True):
                array.tofile(Path(folder) / f"{number}.{name}")
        command = [node, str(PAGE), folder, str(len(work)), str(TURNS)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(zip(work, json.loads(output), strict=True))
