"""The log of a contest: what entering a result costs in a long log against a short one, in the same run."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from carrom.cli.benchmarks.figures import Figure

SHORT, LONG = 20, 2000
AS_MUCH = 1.5  # the cost of the long one to that of the short one, with room for noise


def measure() -> Iterator[Figure]:
    """Of the same contest, in one process: everything that a request does but for the page."""
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        run = [sys.executable, "-m", "benchmarks._contest_log", str(SHORT), str(LONG)]
        root = Path(__file__).resolve().parent.parent
        done = subprocess.run(
            run, env=dict(os.environ, CARROM_DATA=folder), capture_output=True, text=True, cwd=root, check=False
        )
    if done.returncode:
        raise RuntimeError(done.stderr)
    costs: dict[str, float] = {}
    for line in done.stdout.splitlines():
        costs |= json.loads(line)
    for length in (SHORT, LONG):
        yield Figure(name=f"a result in a log of {length} acts, CPU", value=costs[str(length)], unit="s")
    ratio = costs[str(LONG)] / costs[str(SHORT)]
    yield Figure(name=f"{LONG} acts to {SHORT}", value=ratio, unit="", should_be=AS_MUCH)
