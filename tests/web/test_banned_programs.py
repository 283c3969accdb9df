"""A ban ends what programs of somebody do, on a real server: streams, tokens, webhooks; a revoked token its streams."""

import contextlib
import json
import os
import queue
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.browser.live_server import LiveServer, ready_of_run
from tests.support.web.forked import run_module

ENDED = "the stream has ended"
WITHIN_S = 30.0  # on a busy machine; a remark keeps a stream alive every 15 s, so it is no timeout that ends one
NEAR = {"CARROM_WEBHOOK_NETWORKS": "127.0.0.0/8"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@contextmanager
def receiver() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """An address for webhooks; gives it and what came: the last part of the path and the type of each message."""
    got: list[tuple[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((self.path.strip("/"), json.loads(body)["type"]))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", got
    server.shutdown()
    server.server_close()


class Stream:
    """A stream of a match that a program follows; `next` gives the names of its events, then `ENDED`."""

    def __init__(self, url: str, token: str = "") -> None:
        self.said: queue.Queue[str] = queue.Queue()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        threading.Thread(target=self._follow, args=(url, headers), daemon=True).start()

    def _follow(self, url: str, headers: dict[str, str]) -> None:
        with (
            contextlib.suppress(httpx.RemoteProtocolError),  # the server stops while it lasts
            httpx.stream("GET", url, headers=headers, timeout=None) as answer,
        ):
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    self.said.put(line.removeprefix("event: "))
        self.said.put(ENDED)

    def next(self) -> str:
        """What comes next."""
        return self.said.get(timeout=WITHIN_S)


def form(site: str, page: str, cookie: str, **fields: str) -> int:
    """Send a form of a page with somebody's cookie; the status of the answer."""
    with httpx.Client(base_url=site, cookies=dict([cookie.split("=", 1)]), timeout=60) as browser:
        token = TOKEN.search(browser.get(page).text)
        assert token is not None, page
        sent = browser.post(page, data={"csrfmiddlewaretoken": token[1], **fields}, headers={"Origin": site})
        return sent.status_code


@pytest.mark.slow
def test_a_ban_ends_streams_tokens_and_webhooks_of_one_person_at_once_and_of_nobody_else(tmp_path: Path):
    with receiver() as (address, received):
        live = LiveServer(tmp_path, ready=ready_of_run(), settings=NEAR)
        stored = run_module(
            "tests.support.web.store_programs",
            {**os.environ, "CARROM_DATA": str(live.data), **NEAR, "WEBHOOK_URL": address},
        )
        assert stored.returncode == 0, stored.stderr
        made: dict[str, Any] = json.loads(stored.stdout.splitlines()[-1])
        live.start()
        try:
            _banned(live.url, made, received)
        finally:
            live.stop()


def _banned(site: str, made: dict[str, Any], received: list[tuple[str, str]]) -> None:
    api, roller, other = f"{site}/api/v1", made["roller"], made["other"]
    stream = f"{api}/matches/{made['match']}/stream"
    revoked, banned = Stream(stream, roller["second"]), Stream(stream, roller["token"])
    remaining = [Stream(stream, other["token"]), Stream(stream)]
    assert {one.next() for one in (revoked, banned, *remaining)} == {"snapshot"}

    number = re.search(
        r'name="number" value="(\d+)"',
        httpx.get(f"{site}/accounts/api/", headers={"Cookie": roller["cookie"]}).text,
    )
    assert number is not None
    assert form(site, "/accounts/api/", roller["cookie"], do="revoke", number=number[1]) in (302, 303)
    assert revoked.next() == ENDED and banned.said.empty()

    page = f"/moderation/players/{roller['guest']}/"
    assert form(site, page, made["operator"], do="restrict", kind="ban", days="7", why="Rule 3") in (302, 303)
    assert banned.next() == ENDED
    for path in ("/account/matches", f"/matches/{made['match']}", f"/matches/{made['match']}/stream"):
        refused = httpx.get(api + path, headers={"Authorization": f"Bearer {roller['token']}"})
        assert (refused.status_code, refused.json()["code"]) == (403, "token"), path
    assert all(one.said.empty() for one in remaining)

    received.clear()  # that the match had started
    body = {"kind": "concede", "id": str(uuid4()), "after": 0, "what": "match"}
    conceded = httpx.post(
        f"{api}/matches/{made['match']}/requests", json=body, headers={"Authorization": f"Bearer {other['token']}"}
    )
    assert conceded.status_code == 200, conceded.text
    assert [one.next() for one in remaining] == ["event", "event"]
    until = time.monotonic() + WITHIN_S
    while ("other", "match.over") not in received and time.monotonic() < until:
        time.sleep(0.1)
    assert [what for name, what in received if name == "other"][-1:] == ["match.over"]
    assert [what for name, what in received if name == "roller"] == []
