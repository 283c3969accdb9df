"""A season's last evening: captains report and confirm, officials enter results of an event, 1,000 phones follow.

    carrom bench last_evening     with SQLite and one process; with PostgreSQL, Redis and two

Ten leagues of twelve players play their last round, and an event of 64 its first one: within a minute 60 results are
reported by one captain and confirmed by the other, and 32 are entered by the organisers. 40 follow each league, whose
pages fetch themselves after each change; 600 follow the draw, which is sent to them.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from benchmarks._guests import TOKEN, ask
from benchmarks._two_processes import cannot_run, cpu_of, run_module, two_processes
from benchmarks.event_load import allow_many_sockets
from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer, make_ready, own_environment

LEAGUES, PLAYERS, ENTRIES = 10, 12, 64
OF_A_LEAGUE, OF_THE_DRAW = 40, 600  # followers
SECONDS = 60.0
CONFIRMED_AFTER = 5.0
SPREAD = 0.6  # seconds over which pages fetch themselves, as `static/site/live.js` does
AT_ONCE = 50  # sockets that open at the same time
AGAIN = 8  # times that somebody presses the button again after somebody else was faster
Json = dict[str, Any]


@dataclass
class Evening:
    """What has happened."""

    answered: list[float] = field(default_factory=list)
    again: int = 0
    failed: list[str] = field(default_factory=list)
    fetched: list[float] = field(default_factory=list)  # from the announcement to the new page
    pushed: list[float] = field(default_factory=list)  # from the button of the last result to the new draw
    pressed: float = 0.0


def measure() -> Iterator[Figure]:
    """Both kinds of site, on new data."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        live = LiveServer(Path(folder))
        make_ready(live.data)
        environment = own_environment() | {"CARROM_DATA": str(live.data)}
        try:
            made = _made(environment)
            live.start()
            assert live.process is not None
            pids = {"the server": [live.process.pid]}
            yield from _held("SQLite, one process", [live.url], made, environment, pids)
        finally:
            live.stop()
    if cannot_run():
        return
    with two_processes() as site:
        made = _made(site.environment)
        pids = {
            "the servers": [server.process.pid for server in site.servers if server.process],
            "PostgreSQL": [site.database.process or 0],
        }
        urls = [server.url for server in site.servers]
        yield from _held("PostgreSQL, two processes", urls, made, site.environment, pids)


def _made(environment: dict[str, str]) -> Json:
    sizes = map(str, (LEAGUES, PLAYERS, ENTRIES))
    made: Json = json.loads(run_module(environment, "benchmarks._last_evening", "make", *sizes).splitlines()[-1])
    print(f"{LEAGUES} leagues and an event are made", file=sys.stderr)
    return made


def _held(
    name: str, urls: Sequence[str], made: Json, environment: dict[str, str], pids: dict[str, list[int]]
) -> Iterator[Figure]:
    before = {what: sum(map(cpu_of, some)) for what, some in pids.items()}
    evening, took = asyncio.run(_evening(urls, made))
    spent = {what: (sum(map(cpu_of, some)) - before[what]) / took for what, some in pids.items()}
    stored: Json = json.loads(run_module(environment, "benchmarks._last_evening", "count").splitlines()[-1])
    missing = sum(one["all"] - stored["leagues"][one["slug"]] for one in made["leagues"])
    missing += len(made["event"]["fixtures"]) - stored["event"]
    note = f"{len(evening.answered)} acts in {took:.0f} s, {evening.again} sent again as another was faster"
    yield Figure(
        name=f"{name}: an act to its answer, p50", value=percentile(evening.answered, 0.5), unit="s", note=note
    )
    yield Figure(name="... p99", value=percentile(evening.answered, 0.99), unit="s")
    for what, values in (
        ("a change to a league's new page", evening.fetched),
        ("a result to the new draw", evening.pushed),
    ):
        yield Figure(name=f"... {what}, p50", value=percentile(values, 0.5), unit="s", note=f"{len(values)} pages")
        yield Figure(name="... p99", value=percentile(values, 0.99), unit="s")
    yield Figure(name="... results that are missing", value=missing, unit="", should_be=0)
    errors = len(evening.failed)
    yield Figure(name="... errors", value=errors, unit="", should_be=0, note="; ".join(sorted(set(evening.failed))[:3]))
    for what, cores in spent.items():
        yield Figure(name=f"... processor of {what}", value=cores, unit="cores")


async def _evening(urls: Sequence[str], made: Json) -> tuple[Evening, float]:
    evening, rng, places = Evening(), random.Random(1), asyncio.Semaphore(AT_ONCE)
    watchers, ready = [], []
    for number in range(LEAGUES * OF_A_LEAGUE + OF_THE_DRAW):
        url, is_open = urls[number % len(urls)], asyncio.Event()
        league = made["leagues"][number % LEAGUES] if number < LEAGUES * OF_A_LEAGUE else None
        work = (
            _follow_league(url, league, evening, places, is_open)
            if league
            else _follow_draw(url, made["event"], evening, places, is_open)
        )
        watchers.append(asyncio.create_task(work))
        ready.append(is_open.wait())
    await asyncio.gather(*ready)
    await asyncio.sleep(2)  # who comes is sent the page as it is
    for values in (evening.fetched, evening.pushed):
        values.clear()
    print(f"{len(watchers)} follow", file=sys.stderr)
    acts, started = [], time.perf_counter()
    for league in made["leagues"]:
        for fixture in league["fixtures"]:
            acts.append(_report(urls, fixture, rng.uniform(0, SECONDS - CONFIRMED_AFTER), evening, rng))
    for number, fixture in enumerate(made["event"]["fixtures"]):
        at = SECONDS * number / len(made["event"]["fixtures"])
        acts.append(_enter(urls[number % len(urls)], made["event"], fixture, at, evening))
    await asyncio.gather(*acts)
    await asyncio.sleep(2)
    took = time.perf_counter() - started
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return evening, took


async def _report(urls: Sequence[str], fixture: Json, at: float, evening: Evening, rng: random.Random) -> None:
    """One captain reports, the other confirms."""
    await asyncio.sleep(at)
    home, away = fixture["captains"]
    given = {"do": "report", "line": "25-10 25-14", "by": "games"}
    await _send(rng.choice(urls), fixture["path"], f"carrom_guest={home}", given, evening)
    await asyncio.sleep(CONFIRMED_AFTER)
    await _send(rng.choice(urls), fixture["path"], f"carrom_guest={away}", {"do": "confirm"}, evening)


async def _enter(url: str, event: Json, fixture: str, at: float, evening: Evening) -> None:
    """An organiser enters a result of the event."""
    await asyncio.sleep(at)
    given = {"do": "boards", "fixture": fixture, "boards": "5-0 0-3 8-0"}
    evening.pressed = time.perf_counter()
    await _send(url, event["page"], f"carrom_guest={event['organiser']}", given, evening)


async def _send(url: str, path: str, cookies: str, form: dict[str, str], evening: Evening) -> None:
    """Open a page, press the button, and press it again where somebody else was faster."""
    page = await ask(url, path, cookies=cookies)
    token = TOKEN.search(page.text)
    if token is None:
        evening.failed.append(f"{path}: {page.status}")
        return
    for _time in range(AGAIN):
        answer = await ask(
            url, path, cookies=f"{cookies}; {page.cookies}", form={**form, "csrfmiddlewaretoken": token[1]}
        )
        evening.answered.append(answer.took)
        if answer.status == 303:
            return
        if answer.status != 409:
            break
        evening.again += 1
        await asyncio.sleep(0.2)
    evening.failed.append(f"{form['do']}: {answer.status}")


async def _follow_league(
    url: str, league: Json, evening: Evening, places: asyncio.Semaphore, is_open: asyncio.Event
) -> None:
    """A page that fetches itself after each change, at a moment of its own."""
    rng = random.Random(id(is_open))
    async with places:
        socket = await connect(
            f"{url.replace('http', 'ws', 1)}/ws{league['page']}", origin=Origin(url), open_timeout=60
        )
    is_open.set()
    try:
        async with socket:
            async for _text in socket:
                received_at = time.perf_counter()
                await asyncio.sleep(rng.uniform(0, SPREAD))
                page = await ask(url, league["page"])
                if page.status == 200:
                    evening.fetched.append(time.perf_counter() - received_at)
                else:
                    evening.failed.append(f"page: {page.status}")
    except ConnectionClosed:
        evening.failed.append("socket closed")


async def _follow_draw(
    url: str, event: Json, evening: Evening, places: asyncio.Semaphore, is_open: asyncio.Event
) -> None:
    """A page that is sent to who follows."""
    shows, slug = urllib.parse.quote(event["page"], safe=""), event["page"].split("/")[2]
    address = f"{url.replace('http', 'ws', 1)}/ws/events/{slug}/?shows={shows}"
    async with places:
        socket = await connect(address, origin=Origin(url), compression=None, open_timeout=60)
    is_open.set()
    try:
        async with socket:
            async for _frame in socket:
                evening.pushed.append(time.perf_counter() - evening.pressed)
    except ConnectionClosed:
        evening.failed.append("socket closed")
