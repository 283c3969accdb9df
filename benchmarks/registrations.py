"""500 people register for an event in the same moment: how long each waits, and that each is stored once.

    carrom bench registrations                             with SQLite and one process; with PostgreSQL, Redis and two
    CARROM_LOAD_REGISTRATIONS=100 carrom bench registrations

Each has the form open on a browser of their own. There are places for 300; the others wait.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks._guests import TOKEN, Answer, Guest, ask
from benchmarks._two_processes import cannot_run, cpu_of, run_module, two_processes
from benchmarks.event_load import allow_many_sockets
from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer, make_ready, own_environment

PEOPLE = int(os.environ.get("CARROM_LOAD_REGISTRATIONS", "500"))
PLACES = PEOPLE * 3 // 5


def measure() -> Iterator[Figure]:
    """Both kinds of site, on new data."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        live = LiveServer(Path(folder))
        make_ready(live.data)
        environment = own_environment() | {"CARROM_DATA": str(live.data)}
        try:
            page = made(environment)
            live.start()
            assert live.process is not None
            pid = live.process.pid
            yield from registered("SQLite, one process", [live.url], page, environment, lambda: cpu_of(pid))
        finally:
            live.stop()
    if cannot_run():
        return
    with two_processes() as site:
        page = made(site.environment)
        urls = [server.url for server in site.servers]

        def spent() -> float:
            return sum(server.cpu() for server in site.servers) + cpu_of(site.database.process or 0)

        yield from registered("PostgreSQL, two processes", urls, page, site.environment, spent)


def made(environment: dict[str, str]) -> str:
    """Store the event; give the path of its form."""
    return run_module(environment, "benchmarks._open_event", "make", str(PLACES)).splitlines()[-1]


def registered(
    name: str, urls: Sequence[str], page: str, environment: dict[str, str], spent: Callable[[], float]
) -> Iterator[Figure]:
    """Everybody has the form, then everybody sends it."""
    people = [
        Guest(urls[number % len(urls)], f"127.0.{1 + number // 250}.{1 + number % 250}") for number in range(PEOPLE)
    ]
    with ThreadPoolExecutor(20) as pool:
        forms = list(pool.map(lambda guest: guest.get(page), people))
    print(f"{len(forms)} have the form", file=sys.stderr)
    before, started = spent(), time.perf_counter()
    answers = asyncio.run(_send_all(people, page, forms))
    took, cpu = time.perf_counter() - started, spent() - before
    stored: dict[str, Any] = json.loads(run_module(environment, "benchmarks._open_event", "count").splitlines()[-1])
    acknowledged = [f"Player {number}" for number, answer in enumerate(answers) if answer.status == 303]
    lost = sum(stored["names"].count(one) == 0 for one in acknowledged)
    doubled = len(stored["names"]) - len(set(stored["names"]))
    waited = [answer.took for answer in answers]
    note = f"{PEOPLE} at once, {PLACES} places, {len(acknowledged)} accepted"
    yield Figure(name=f"{name}: a registration, p50", value=percentile(waited, 0.5), unit="s", note=note)
    yield Figure(name="... p99", value=percentile(waited, 0.99), unit="s")
    yield Figure(name="... stored", value=len(acknowledged) / took, unit="1/s", better="more")
    yield Figure(name="... processor of one, with its database", value=cpu / PEOPLE * 1000, unit="ms")
    yield Figure(name="... refused or failed", value=PEOPLE - len(acknowledged), unit="", should_be=0)
    yield Figure(name="... accepted and not stored", value=lost, unit="", should_be=0)
    yield Figure(name="... stored twice", value=doubled, unit="", should_be=0)
    gaps = stored["numbers"] != list(range(1, len(stored["numbers"]) + 1))
    yield Figure(name="... gaps in their numbers", value=int(gaps), unit="", should_be=0)
    yield Figure(name="... places taken too many", value=max(0, stored["confirmed"] - PLACES), unit="", should_be=0)


async def _send_all(people: Sequence[Guest], page: str, forms: Sequence[str]) -> list[Answer]:
    return await asyncio.gather(
        *(
            ask(guest.site, page, cookies=guest.cookies, form=filled_in(form, number), address=guest.address)
            for number, (guest, form) in enumerate(zip(people, forms, strict=True))
        )
    )


def filled_in(form: str, number: int) -> dict[str, str]:
    """The form of a page as one of them sends it."""
    token = TOKEN.search(form)
    assert token is not None, "the page has no form"
    given = {"name": f"Player {number}", "email": f"player{number}@example.org", "born": "1991-04-02"}
    return given | {"csrfmiddlewaretoken": token[1], "method": "cash", "shows_name": "on", "in_singles-above-18": "on"}
