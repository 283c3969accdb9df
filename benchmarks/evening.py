"""A club's evening: processor time until the first matches are called, of a result, and of the day's one screen."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from carrom.cli.benchmarks.figures import Figure

SIZES = (16, 128)
DAY_AT_MOST = 0.05  # seconds


def measure() -> Iterator[Figure]:
    """Evenings of each size, in a data folder of their own."""
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        made = subprocess.run(
            [sys.executable, "-m", "benchmarks._evening", *map(str, SIZES)],
            env=dict(os.environ, CARROM_DATA=folder),
            capture_output=True,
            text=True,
            cwd=Path(__file__).resolve().parent.parent,
            check=False,
        )
    if made.returncode:
        raise RuntimeError(made.stderr)
    for line in made.stdout.splitlines():
        costs = json.loads(line)
        yield Figure(name=f"{costs['players']} names to the first call", value=costs["begin"], unit="s")
        yield Figure(name="... what a result decides", value=costs["decides"], unit="s")
        yield Figure(name="... a result stored", value=costs["result"], unit="s")
        yield Figure(name="... the day after it", value=costs["day"], unit="s", should_be=DAY_AT_MOST)
        yield Figure(name="... the day again", value=costs["again"], unit="s", should_be=DAY_AT_MOST)
        yield Figure(name="... its size", value=costs["bytes"] / 1000, unit="kB")
