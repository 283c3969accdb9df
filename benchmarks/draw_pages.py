"""Pages of large draws: processor time and size of a draw's page, for officials and spectators; what keeping it saves.

The baseline is the same page in the same process with nothing cached: record, standings and page are worked out again.
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
PAGES: tuple[tuple[str, float | None, bool], ...] = (
    ("official, first after it", 0.2, True),
    ("official, again", 0.2, False),
    ("spectator, first after another", 0.05, True),
    ("spectator who was here before", 0.05, False),
    ("spectator, again", 0.05, False),
    ("projector", 0.05, True),
    ("results.json", None, True),
)
"""Page, the seconds that it should take at most, and whether its size is reported."""
MOST_KB = 200.0
CACHED_AT_MOST = 0.5  # of what the page costs with nothing cached
READERS = ("official", "spectator")


def measure() -> Iterator[Figure]:
    """Each draw is made, and one result is reported before the first of its pages."""
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        run = [sys.executable, "-m", "benchmarks._large_draws"]
        root = Path(__file__).resolve().parent.parent
        made = subprocess.Popen(
            run,
            env=dict(os.environ, CARROM_DATA=folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=root,
        )
        assert made.stdout is not None and made.stderr is not None
        for line in made.stdout:
            for key, costs in json.loads(line).items():
                yield Figure(name=f"{TITLES[key]}: a result reported", value=costs["result reported"]["cpu"], unit="s")
                for page, should_be, has_size in PAGES:
                    cost = costs[page]
                    yield Figure(name=f"... {page}", value=cost["cpu"], unit="s", should_be=should_be)
                    if has_size and should_be:
                        yield Figure(name="... its size", value=cost["bytes"] / 1000, unit="kB", should_be=MOST_KB)
                for reader in READERS:
                    anew, cached = (costs[f"{reader}, {how}"]["cpu"] for how in ("nothing cached", "cached"))
                    yield Figure(name=f"... {reader}, nothing cached", value=anew, unit="s")
                    share = cached / anew
                    yield Figure(
                        name=f"... {reader}, cached to not cached", value=share, unit="", should_be=CACHED_AT_MOST
                    )
        errors = made.stderr.read()
        if made.wait():
            raise RuntimeError(errors)
