"""Two server processes on one PostgreSQL and one Redis hear each other, also after Redis was killed."""

import contextlib
import gzip
import json
import logging
import os
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.web.databases import Redis, free_port, postgresql, redis
from tests.support.web.forked import run_module

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
PATIENCE = 180.0  # seconds; how fast it is reported is a figure of `carrom bench`


@dataclass(frozen=True, slots=True)
class Site:
    """Two servers of one site, a spectator's and an organiser's."""

    here: str
    there: str
    redis: Redis
    reported: dict[str, Any]

    @property
    def event(self) -> str:
        return f"/events/{self.reported['event']}/"

    def follow(self) -> ClientConnection:
        """The event's page on one server, as everybody sees it."""
        return connect(f"ws{self.here[4:]}/ws{self.event}?shows={self.event}", origin=self.here)

    def announce(self, text: str) -> float:
        """The organiser posts a notice on the other server; gives the seconds of waiting for the answer."""
        with self.organiser(self.there, "organiser") as client:
            return post(client, f"{self.event}organise/", {"do": "announce", "text": text})

    @contextlib.contextmanager
    def lobby(self, url: str, device: int) -> Iterator[ClientConnection]:
        """The lobby on one of the servers, on one of the devices of an account."""
        headers = {"Cookie": self.reported["devices"][device]}
        with connect(f"ws{url[4:]}/ws/lobby/", origin=url, additional_headers=headers) as socket:
            received(socket, "changed")
            yield socket

    def organiser(self, url: str, cookie: str) -> httpx.Client:
        """The organiser's browser on one of the servers, by the cookie of that name."""
        return httpx.Client(base_url=url, cookies=dict([self.reported[cookie].split("=", 1)]), timeout=30)

    @contextlib.contextmanager
    def watch(self, number: int, *, there: bool = False) -> Iterator[ClientConnection]:
        """A match: a spectator's page on one server, or its player's on the other."""
        url, cookie = (self.there, self.reported["player"]) if there else (self.here, "")
        address = f"ws{url[4:]}/ws/matches/{self.reported['matches'][number]}/"
        with connect(address, origin=url, additional_headers={"Cookie": cookie} if cookie else None) as socket:
            received(socket, "hello")
            yield socket


def post(client: httpx.Client, page: str, fields: dict[str, str], *, form_on: str = "") -> float:
    """Send a form of a page, or of one that belongs to it, and give the seconds until it was stored."""
    form = client.get(form_on or page).text
    token = TOKEN.search(form)
    assert token is not None, form
    started = time.monotonic()
    answer = client.post(page, data={"csrfmiddlewaretoken": token[1], **fields})
    assert answer.status_code == 303, answer.text
    return time.monotonic() - started


def received(socket: ClientConnection, kind: str, timeout: float = PATIENCE) -> dict[str, Any]:
    """The next message of a kind; others are passed over."""
    until = time.monotonic() + timeout
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=until - time.monotonic()))
        if message["kind"] == kind:
            return message


def shown(socket: ClientConnection, text: str, timeout: float) -> None:
    """Wait until the page that comes through the socket says this."""
    until = time.monotonic() + timeout
    while True:
        frame = socket.recv(timeout=until - time.monotonic())
        if isinstance(frame, bytes) and text in gzip.decompress(frame).decode():
            return


def concede(socket: ClientConnection) -> None:
    """Give a match up, and hear that it is stored."""
    socket.send(json.dumps({"kind": "concede", "id": str(uuid.uuid4()), "after": 0, "what": "match"}))
    assert received(socket, "done")["number"] == 1


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The two servers, once they answer."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    folder = tmp_path_factory.mktemp("two-servers")
    with contextlib.ExitStack() as stack:
        cache = stack.enter_context(redis(folder))
        database = stack.enter_context(postgresql())
        environment = {
            **os.environ,
            "CARROM_DATA": str(settings.DATA),  # this test run's own: static files are collected there
            "CARROM_DATABASE_URL": database,
            "CARROM_CHANNEL_URL": cache.url,
        }
        stored = run_module("tests.support.web.store_event_and_matches", environment)
        assert stored.returncode == 0, stored.stderr
        urls = [stack.enter_context(_server(environment, folder / f"{name}.log")) for name in ("here", "there")]
        for url in urls:
            _wait_until_ready(url, folder)
        yield Site(*urls, cache, json.loads(stored.stdout.splitlines()[-1]))


@contextlib.contextmanager
def _server(environment: dict[str, str], log: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "carrom_web.config.asgi:application", "--port", str(port)]
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=out)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait(timeout=10)


def _wait_until_ready(url: str, folder: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/healthz").status_code == 200:
                return
        logs = "".join(log.read_text()[-2000:] for log in folder.glob("*.log"))
        assert time.monotonic() < until, f"{url} does not get ready:\n{logs}"
        time.sleep(0.05)


def test_what_one_process_stores_is_seen_on_the_other_also_once_a_killed_redis_is_back(site: Site):
    public = httpx.Client(base_url=site.here, timeout=30)
    with site.follow() as page, site.watch(0) as spectator, site.watch(0, there=True) as player:
        page.recv(timeout=PATIENCE)  # as it is now
        before = public.get(site.event)  # made, and cached
        assert before.status_code == 200 and "Doors open" not in before.text

        site.announce("Doors open at 9.")
        shown(page, "Doors open at 9.", timeout=PATIENCE)
        assert "Doors open at 9." in public.get(site.event).text
        concede(player)
        assert received(spectator, "event", timeout=PATIENCE)["number"] == 1

        with site.watch(1) as other, site.watch(1, there=True) as its_player:
            site.redis.kill()
            waited = site.announce("Doors open at 10.")  # sent to nobody, and stored
            concede(its_player)
            assert waited < 20  # it does not wait for Redis
            until = time.monotonic() + PATIENCE
            while "Doors open at 10." not in public.get(site.event).text:  # a page is cached for a second
                assert time.monotonic() < until, "what one server stored is not seen on the other"
                time.sleep(0.1)

            site.redis.start()
            shown(page, "Doors open at 10.", timeout=PATIENCE)  # nobody stored anything since
            while True:  # the match's page is sent away, comes again, and learns the state of the match
                try:
                    other.recv(timeout=PATIENCE)
                except ConnectionClosed as closed:
                    assert closed.rcvd is not None and closed.rcvd.code == 1012
                    break
    with site.watch(1) as again:
        again.send(json.dumps({"kind": "sync", "have": 0}))
        assert received(again, "snapshot")["version"] == 1

    with site.follow() as page:  # and all goes on as before
        page.recv(timeout=PATIENCE)
        site.announce("Doors open at 11.")
        shown(page, "Doors open at 11.", timeout=PATIENCE)
    public.close()


def test_a_result_that_one_process_stores_is_on_the_draw_s_pages_that_the_other_holds_ready(site: Site):
    draw = site.reported["draw"]
    with (
        httpx.Client(base_url=site.here, timeout=30) as spectator,
        site.organiser(site.here, "organiser_of_draw") as official,
        site.organiser(site.there, "organiser_of_draw") as desk,
    ):

        def seen() -> list[bool]:
            """Whether spectator and official see the result at the other server."""
            return ["5-0, 0-3, 8-0" in client.get(draw).text for client in (spectator, official)]

        for _ in range(3):  # at once after it was made and after each change: no page may be a second old
            assert seen() == [False, False]
            assert seen() == [False, False]
            reported = {"do": "boards", "fixture": "1.1", "boards": "5-0 0-3 8-0"}
            post(desk, draw, reported, form_on=f"{draw}fixtures/1.1/")
            assert seen() == [True, True]
            post(desk, draw, {"do": "clear", "fixture": "1.1"}, form_on=f"{draw}fixtures/1.1/")


def test_a_device_that_is_signed_out_on_one_server_loses_its_sockets_on_both(site: Site):
    cookie = dict([site.reported["devices"][0].split("=", 1)])
    with (
        httpx.Client(base_url=site.there, cookies=cookie, timeout=30) as owner,
        site.lobby(site.here, 1) as here,
        site.lobby(site.there, 1) as there,
        site.lobby(site.here, 0) as own,
    ):
        post(owner, "/accounts/devices/", {"do": "end_others"})

        for socket in (here, there):
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
        own.send("{}")
        own.ping().wait(timeout=PATIENCE)
