"""How long a Swiss round takes to draw, and what a whole event costs."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from carrom.cli.benchmarks.figures import Figure
from carrom.tournament.contest import Contest
from carrom.tournament.formats.swiss import FORMAT, state_before
from carrom.tournament.formats.swiss_costs import priced
from carrom.tournament.formats.swiss_matching import cheapest_round
from carrom.tournament.rng import RecordingRng

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))  # the events lie with the tests
from tests.support.tournament.swiss_events import swiss_event

ROUNDS = 9
METHODS = ("best", "serial", "dazed", "staggered")


def measure() -> Iterator[Figure]:
    """CPU seconds of one core, the whole draw: standings, costs, matching, fixtures with reasons."""
    for count in (100, 500):
        contests = [swiss_event(count, ROUNDS, 1, drawn=drawn) for drawn in (0, ROUNDS - 1)]
        for name, contest in zip(("first", "last"), contests, strict=True):
            yield _figure(f"{name} round of {count}", lambda contest=contest: _drawn(contest), 5.0)
        field = state_before(contests[1]).field
        offered = priced(field)
        yield _figure(f"costs of all pairs of {count}", lambda field=field: priced(field))
        yield _figure(f"matching of {count}", lambda field=field, all_=offered: cheapest_round(field.count, all_.costs))
    for method in METHODS[1:]:
        contest = swiss_event(500, ROUNDS, 1, drawn=ROUNDS - 1, method=method)
        yield _figure(f"last round of 500, {method}", lambda contest=contest: _drawn(contest), 5.0)
    for method in METHODS:
        yield _figure(
            f"event of 100 in {ROUNDS} rounds, {method}",
            lambda method=method: swiss_event(100, ROUNDS, 2, method=method),
        )


def _drawn(contest: Contest) -> object:
    return FORMAT.draw(contest, RecordingRng(random.Random(3)))


def _figure(name: str, work: Callable[[], object], should_be: float | None = None) -> Figure:
    taken = []
    for _ in range(3):
        started = time.thread_time()
        work()
        taken.append(time.thread_time() - started)
    return Figure(name=name, value=min(taken), unit="s", should_be=should_be)
