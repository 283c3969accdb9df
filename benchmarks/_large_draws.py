"""Makes a data folder with one event of several large draws, asks for their pages, prints what each cost as JSON.

Run as `python -m benchmarks._large_draws [DRAW...]` with CARROM_DATA set to a folder of its own. Pages are asked for in
this process, through everything that a request passes but the server itself; time is processor time. Memory is settled
as a server does it, so that no page pays for what was loaded before.
"""

import itertools
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the events lie with the tests

import django  # noqa: E402

django.setup()

from django.core import signing  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom.log import Entry  # noqa: E402
from carrom.tournament import bracket_resolution, groups  # noqa: E402
from carrom.tournament import format as formats  # noqa: E402
from carrom.tournament import record as records  # noqa: E402
from carrom.tournament.bracket_resolution import State  # noqa: E402
from carrom.tournament.category import CategoryTerms  # noqa: E402
from carrom.tournament.commands import Act, Draw, Tell, follow  # noqa: E402
from carrom.tournament.contest import Drawn  # noqa: E402
from carrom.tournament.event import EventTerms  # noqa: E402
from carrom.tournament.record import Record  # noqa: E402
from carrom.tournament.rng import RecordingRng  # noqa: E402
from carrom_web.accounts.selectors import COOKIE, SALT  # noqa: E402
from carrom_web.competitions import page_cache  # noqa: E402
from carrom_web.competitions.events import contests, following  # noqa: E402
from carrom_web.competitions.events.pages.draw import page as draw_page  # noqa: E402
from carrom_web.competitions.events.services import draws, organising, registration  # noqa: E402
from carrom_web.config.lifespan import settle_memory  # noqa: E402
from carrom_web.config.setup import set_up  # noqa: E402
from tests.support.tournament.swiss_events import result  # noqa: E402
from tests.support.web.events import application, cash_terms, new_event, organiser_of  # noqa: E402

DRAWS = {
    "swiss-59-9": ("swiss", 59, {"rounds": 9}),
    "swiss-110-11": ("swiss", 110, {"rounds": 11}),
    "swiss-128-11": ("swiss", 128, {"rounds": 11}),
    "groups-128": ("groups-knockout", 128, {}),
}
"""Format, entries and options by the category's key. Of the last Swiss round, and of the groups, half is reported."""


def main(names: Sequence[str]) -> None:
    """One draw after another, each in an event of its own, as the first to ask would find it."""
    set_up()
    for key in names or DRAWS:
        format_, entries, options = DRAWS[key]
        print(json.dumps({key: asked(*drawn(key, format_, entries, options))}), flush=True)


def drawn(key: str, format_: str, entries: int, options: dict[str, Any]) -> tuple[Any, Any, str]:
    """The event with its draw, who organises it, and a fixture whose result is not reported yet."""
    now = timezone.now()
    values = tuple(options.items())
    own = CategoryTerms(key=key, title="Singles", least=2, most=entries, format=format_, format_values=values)
    terms: EventTerms = organising.copy_of(
        cash_terms(categories=(own,)), first_day=now.date(), deadline=now.date(), title=key
    )
    event = new_event(terms)
    for number in range(entries):
        registration.hand_in(event, application(f"Given{number} Longer-Family-Name", key), now=now)
    category, owner = event.categories.get(key=key), organiser_of(event)
    record = played(draws.initial_record(terms, category, now.isoformat(timespec="seconds")), now.isoformat())
    draws.store(category, None, record)
    found = contests.shown(category)
    assert found is not None
    return event, owner, next(one.fixture.id for one in found.meetings if one.state is State.READY)


def played(record: Record, at: str) -> Record:
    """The record with all rounds drawn and reported, the last one to half of it."""
    rng, contest, form = random.Random(7), records.contest_of(record), formats.find(record.format)
    lines = list(record.entries)

    def do(act: Act) -> None:
        nonlocal contest
        contest = follow(contest, act)
        lines.append(Entry(number=len(lines) + 1, act=act, at=at, by="Olive Owner"))

    rounds = int(record.options.get("rounds", 1))
    for number in range(1, rounds + 1):
        recording = RecordingRng(rng)
        do(Draw(Drawn(form.draw(contest, recording), recording.given)))
        ready = [one for one in form.meetings(contest) if one.state is State.READY]
        for meeting in ready if number < rounds else ready[: len(ready) // 2]:
            do(Tell(result(meeting, rng)))
    return replace(record, entries=tuple(lines))


def asked(event: Any, owner: Any, fixture: str) -> dict[str, dict[str, float]]:
    """What each page costs its first reader after a result, and others; medians of `TIMES`."""
    key = event.categories.get().key
    page, root = f"/events/{event.slug}/draws/{key}/", f"/events/{event.slug}/"
    official, known, stranger = (Client(SERVER_NAME="localhost") for _ in range(3))
    official.cookies[COOKIE] = signing.Signer(salt=SALT).sign(owner.pk.hex)
    known.cookies[COOKIE] = signing.Signer(salt=SALT).sign("0" * 32)  # has been here before, is nobody's official
    costs, reported = {}, itertools.cycle((True, False))

    def change() -> None:
        now = timezone.now()
        if next(reported):
            draws.report_boards(event, owner.pk, key, fixture, WHOLE_MATCH, time_up=False, now=now)
        else:
            draws.clear(event, owner.pk, key, fixture, now=now)

    def ask(name: str, client: Client, path: str, before: Callable[[], None] = lambda: None) -> None:
        costs[name] = median_of(client, path, before)

    for path in (root, page):
        stranger.get(path)
    settle_memory()
    started = time.process_time()
    change()
    costs["result reported"] = {"cpu": time.process_time() - started, "bytes": 0}
    ask("official, first after a result", official, page, change)
    ask("official, again", official, page)
    ask("spectator, first after a result", stranger, page, change)
    ask("spectator, again", stranger, page)
    ask("spectator who was here before", known, page)
    for name, client in (("official", official), ("spectator", stranger)):
        costs[f"{name}, nothing cached"], costs[f"{name}, cached"] = in_turns(client, page)
    person = next(iter(following.people_of(event)))
    for name, path in (
        ("the event", root),
        ("entries", root + "entries/"),
        ("order of play", root + "play/"),
        ("results", root + "results/"),
        ("projector", root + "screen/"),
        ("a fixture", f"{page}fixtures/{fixture}/"),
        ("a player", f"{root}players/{person}/"),
        ("in a frame", root + "embed/"),
        ("results.json", root + "results/results.json"),
    ):
        ask(name, stranger, path, change)
    return costs


def made_anew(path: str) -> dict[str, float]:
    """What a public page costs where nobody has asked for it before."""
    client = Client(SERVER_NAME="localhost")
    client.get(path)
    return median_of(client, path, page_cache.PAGES.forget)


def median_of(client: Client, path: str, before: Callable[[], None]) -> dict[str, float]:
    """The median of what an address costs, each time after something else that is not counted."""
    found = []
    for _time in range(TIMES):
        before()
        found.append(spent(lambda: client.get(path)))
    return {"cpu": statistics.median(one["cpu"] for one in found), "bytes": found[-1]["bytes"]}


def in_turns(client: Client, path: str) -> tuple[dict[str, float], dict[str, float]]:
    """What a page costs with nothing cached, and cached: in turns, so that what else the machine does slows both."""
    found = []
    for _time in range(TIMES):
        forget_all()
        found.append((spent(lambda: client.get(path)), spent(lambda: client.get(path))))
    anew, cached = ({"cpu": statistics.median(one["cpu"] for one in each)} for each in zip(*found, strict=True))
    return anew | {"bytes": found[-1][0]["bytes"]}, cached | {"bytes": found[-1][1]["bytes"]}


def forget_all() -> None:
    """Keep nothing of what this process has worked out: what every view would cost without that."""
    bracket_resolution._LAST.clear()
    groups._RANKED.clear()
    contests._FOLLOWED.clear()
    draw_page.BODIES.clear()
    draw_page.PARTS.clear()
    draw_page.FIXTURES.clear()
    page_cache.PAGES.forget()


TIMES = 5
WHOLE_MATCH = " ".join(["5-0", "0-3", "8-0"])


def spent(work: Callable[[], Any]) -> dict[str, float]:
    """Processor seconds of one request, and the bytes of its answer."""
    started = time.process_time()
    answer = work()
    cpu = time.process_time() - started
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.request['PATH_INFO']}: {answer.status_code}")
    return {"cpu": cpu, "bytes": len(answer.content)}


if __name__ == "__main__":
    main(sys.argv[1:])
