"""One run: writers write until enough is acknowledged, faults happen in turn, the end is compared with the history."""

import asyncio
import json
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from benchmarks._guests import Guest, Match
from benchmarks.web import wait_for_a_computer_s_stroke
from tests.support.web.forked import run_module
from tools.faults import writers
from tools.faults.history import faults_of
from tools.faults.kinds import Fault
from tools.faults.sites import FailingSite, OneProcess
from tools.faults.writers import History

RECOVERS_WITHIN = 120.0  # seconds until something is acknowledged again
ENDS_WITHIN = 20.0  # seconds for writers, once enough is written
SILENT_PAGES = 20
SHEET = {"ruleset": "icf", "sides": "singles", "length": "match", "breaks": "me", "ceremony": "short"}
NAMES = {"name": "Asha", "other_name": "Meera", "place": "Table 4"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The load: acknowledged writes in all, and the number of writers at the same time."""

    writes: int
    seconds: float = float("inf")  # after which it ends, whatever was written
    quiet: tuple[float, float] = (3.0, 9.0)  # seconds between two faults
    matches: int = 8
    sheets: int = 8
    registering: int = 3
    paying: int = 2
    results: int = 4
    by_card: int = 24  # payers whose payment service never answers: more than a process has connections to PostgreSQL
    computers: bool = True  # whether one must play at the end


@dataclass
class Outcome:
    """The result of a run."""

    history: History
    faults: Counter[str] = field(default_factory=Counter)  # how often each happened
    recovered: list[float] = field(default_factory=list)  # seconds from the end of a fault to the next acknowledgement
    wrong: list[str] = field(default_factory=list)
    took: float = 0.0
    memory: float = 0.0  # MB at the end


def run(site: FailingSite, kinds: Mapping[str, Fault], sizes: Sizes, seed: int) -> Outcome:
    """Make the data, start the site, write and fail, and compare."""
    made = _stored(site, "make", str(sizes.by_card))
    if isinstance(site, OneProcess):
        site.disk.begin()
    for number in range(len(site.place.urls)):
        site.start(number)
    rng, started = random.Random(seed), time.monotonic()  # noqa: S311  # the same faults for the same seed
    urls = site.place.urls
    tables = [Match(urls[number % len(urls)], seed=seed * 1000 + number) for number in range(sizes.matches)]
    umpires = [Guest(urls[0], f"127.0.200.{1 + number}") for number in range(sizes.sheets)]
    sheets = [umpire.send_form("/umpire/", **SHEET, **NAMES) for umpire in umpires]
    history = History()
    computer = Guest(urls[0], "127.0.201.1")
    against = {"opponent": "computer", "level": "easy", "length": "match", "ruleset": "icf", "breaks": "other"}
    if sizes.computers:
        computer.send_form("/play/", **against)
    outcome = asyncio.run(
        _written(site, kinds, sizes, made, tables, list(zip(sheets, umpires, strict=True)), history, rng)
    )
    if sizes.computers:  # they play, whatever happened
        path = computer.send_form("/play/", **against)
        asyncio.run(wait_for_a_computer_s_stroke(computer, path))
    outcome.memory, outcome.took = site.memory, time.monotonic() - started
    outcome.wrong += faults_of(history, made["before"], _stored(site, "read"))
    return outcome


async def _written(
    site: FailingSite,
    kinds: Mapping[str, Fault],
    sizes: Sizes,
    made: dict[str, Any],
    tables: list[Match],
    sheets: list[tuple[str, Guest]],
    history: History,
    rng: random.Random,
) -> Outcome:
    outcome, place, until = Outcome(history), site.place, time.monotonic() + sizes.seconds
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(8))

    def is_over() -> bool:
        """Enough was written and each fault has happened, or the time is over, or all is lost."""
        is_enough = history.count >= sizes.writes and len(outcome.faults) == len(kinds)
        return is_enough or time.monotonic() > until or bool(outcome.wrong)

    work = [writers.stroke_writer(table, place, history, is_over) for table in tables]
    work += [writers.note_writer(sheet, guest, place, history, is_over) for sheet, guest in sheets]
    for number in range(sizes.registering):
        numbers = range(number, 100_000, sizes.registering)
        work.append(writers.registration_writer(made["register"], numbers, place, history, is_over))
    desk, draw = made["desk"], made["draw"]
    for number in range(sizes.paying):
        entrants = made["entrants"][number :: sizes.paying]
        work.append(writers.payment_writer(desk["page"], desk["cookies"], entrants, place, history, is_over))
    for page in made["by_card"][: sizes.by_card]:
        work.append(writers.card_payer(page, place, history, is_over))
    for fixture in draw["fixtures"][: sizes.results]:
        work.append(writers.result_writer(draw["page"], draw["cookies"], fixture, place, history, is_over))
    writing = [asyncio.create_task(one) for one in work]
    failing = asyncio.create_task(_fail(site, kinds, sizes.quiet, outcome, tables, rng, is_over))
    await failing  # once it is over
    _done, still = await asyncio.wait(writing, timeout=ENDS_WITHIN)
    for one in still:  # it waits for an answer, which would not be acknowledged any more
        one.cancel()
    for ended in await asyncio.gather(*writing, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return outcome


async def _fail(
    site: FailingSite,
    kinds: Mapping[str, Fault],
    quiet: tuple[float, float],
    outcome: Outcome,
    tables: list[Match],
    rng: random.Random,
    is_over: Callable[[], bool],
) -> None:
    """One fault after another, each kind as often as every other, until enough is written."""
    waiting: list[str] = []
    while not is_over():
        await asyncio.sleep(rng.uniform(*quiet))
        if len(site.silent) < SILENT_PAGES:
            site.open_silently(rng.choice(tables).path.strip("/").split("/")[-1])
        if not waiting:
            waiting = sorted(kinds)
            rng.shuffle(waiting)
        name = waiting.pop()
        await kinds[name](site, rng)
        outcome.faults[name] += 1
        ended, count = time.monotonic(), outcome.history.count
        while outcome.history.count == count and not is_over():
            if time.monotonic() - ended > RECOVERS_WITHIN:
                outcome.wrong.append(f"nothing was stored for {RECOVERS_WITHIN:.0f} s after {name}")
            await asyncio.sleep(0.05)
        outcome.recovered.append(time.monotonic() - ended)


def _stored(site: FailingSite, *words: str) -> dict[str, Any]:
    """Run `stored.py` on the data of a site and give what it prints. Raises RuntimeError."""
    done = run_module("tools.faults.stored", site.environment, *words)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def processor_seconds() -> float:
    """The processor time of this process and of those that it has waited for."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
