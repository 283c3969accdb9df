"""Pages of large draws and other large competitions: processor time and size of every public page, made for one reader.

Of a draw also the page of its officials, and what is saved by what is cached; the baseline is the same page in the same
process with nothing cached: record, standings and page are worked out again.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from carrom.cli.benchmarks.figures import Figure

TITLES = {
    "swiss-59-9": "59 in 9 Swiss rounds",
    "swiss-110-11": "110 in 11 Swiss rounds",
    "swiss-128-11": "128 in 11 Swiss rounds",
    "groups-128": "128 in groups, then knock-out",
}
PUBLIC_S, PUBLIC_KB = 0.05, 150.0
OFFICIAL_S, OFFICIAL_KB = 0.2, 200.0
CACHED_AT_MOST = 0.5  # of what the page costs with nothing cached
OTHERS = ("official, again", "spectator, again", "spectator who was here before")
READERS = ("official", "spectator")
FILES = ("results.json",)  # no pages: programs read them


def measure() -> Iterator[Figure]:
    """Each draw is made, and a result is reported or taken back before each page of it that counts as the first."""
    for line in _printed("benchmarks._large_draws"):
        for key, costs in json.loads(line).items():
            yield from _draw(TITLES[key], costs)
    for line in _printed("benchmarks._large_competitions"):
        for key, costs in json.loads(line).items():
            for name, cost in costs.items():
                yield from _page(f"{key}: {name}", cost)


def _draw(title: str, costs: dict[str, dict[str, float]]) -> Iterator[Figure]:
    yield Figure(name=f"{title}: a result reported", value=costs["result reported"]["cpu"], unit="s")
    yield from _page(
        "... official, first after a result",
        costs["official, first after a result"],
        should_be=OFFICIAL_S,
        most_kb=OFFICIAL_KB,
    )
    yield from _page("... spectator, first after a result", costs["spectator, first after a result"])
    for name in OTHERS:
        should_be = OFFICIAL_S if name.startswith("official") else PUBLIC_S
        yield Figure(name=f"... {name}", value=costs[name]["cpu"], unit="s", should_be=should_be)
    for reader in READERS:
        anew, cached = (costs[f"{reader}, {how}"]["cpu"] for how in ("nothing cached", "cached"))
        yield Figure(name=f"... {reader}, nothing cached", value=anew, unit="s")
        share = cached / anew
        yield Figure(name=f"... {reader}, cached to not cached", value=share, unit="", should_be=CACHED_AT_MOST)
    said = {"result reported", *OTHERS}
    for name, cost in costs.items():
        if name not in said and not name.startswith(READERS):
            yield from _page(f"... {name}", cost)


def _page(
    name: str, cost: dict[str, float], *, should_be: float = PUBLIC_S, most_kb: float = PUBLIC_KB
) -> Iterator[Figure]:
    """What a page costs, and its size where it is large enough to ask."""
    yield Figure(name=name, value=cost["cpu"], unit="s", should_be=should_be)
    if cost["bytes"] > most_kb * 500 and not name.endswith(FILES):
        yield Figure(name="... its size", value=cost["bytes"] / 1000, unit="kB", should_be=most_kb)


def _printed(module: str) -> Iterator[str]:
    """The lines that a module prints, run with new data."""
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        made = subprocess.Popen(
            [sys.executable, "-m", module],
            env=dict(os.environ, CARROM_DATA=folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).resolve().parent.parent,
        )
        assert made.stdout is not None and made.stderr is not None
        yield from made.stdout
        errors = made.stderr.read()
        if made.wait():
            raise RuntimeError(errors)
