"""Players whose pages find the way back when a server process is gone, and who note what was acknowledged.

A page whose process is gone opens its socket on another one and sends what was not acknowledged again, under the same
id, as the site's own pages do.
"""

import asyncio
import contextlib
import json
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from benchmarks._guests import Guest, Match, answer_to

ANSWERS_WITHIN = 20.0  # seconds, then a page sends again
REFUSED_S = 0.3  # until a player tries again who was refused


class Page:
    """A player's page, which finds the way back by itself."""

    def __init__(self, guest: Guest, path: str, urls: Sequence[str], first: int) -> None:
        self.guest, self.path, self.urls, self.turn = guest, path, urls, first
        self.id = str(uuid.uuid4())
        self.view: dict[str, Any] = {}
        self.version, self.lost = -1, 0
        self.seats: set[str] = set()
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.socket: ClientConnection | None = None
        self.arrived = asyncio.Condition()

    async def run(self) -> None:
        """Read what the site says, on whichever process there is."""
        while True:
            url = self.urls[self.turn % len(self.urls)]
            address = f"{url.replace('http', 'ws', 1)}/ws{self.path}?page={self.id}"
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with connect(
                    address,
                    origin=Origin(url),
                    additional_headers={"Cookie": self.guest.cookies},
                    max_size=2**22,
                    local_addr=(self.guest.address, 0),
                ) as socket:
                    async for text in socket:
                        await self._hear(json.loads(text), socket)
            self.socket = None
            self.lost += 1
            self.turn += 1
            for answer in self.answers.values():
                if not answer.done():
                    answer.cancel()
            await asyncio.sleep(0.25)

    async def _hear(self, message: dict[str, Any], socket: ClientConnection) -> None:
        number = message.get("version", message.get("number", -1))
        if message["kind"] == "hello":
            self.socket, self.seats = socket, set(message["seats"])
        if message["kind"] in ("hello", "event", "snapshot") and number > self.version:
            self.view, self.version = message["view"], number
        if message["kind"] in ("done", "refused") and (answer := self.answers.get(message["id"])) and not answer.done():
            answer.set_result(message)
        async with self.arrived:
            self.arrived.notify_all()

    async def until(self, version: int) -> None:
        """Wait until this page shows a version; one that hears nothing asks for it."""
        while self.version < version or self.socket is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2), self.arrived:
                    await self.arrived.wait()
                    continue
            if self.socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self.socket.send(json.dumps({"kind": "sync", "have": self.version}))

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request until it is answered; give the answer."""
        while True:
            await self.until(-1)
            answer = self.answers[request["id"]] = asyncio.get_running_loop().create_future()
            try:
                assert self.socket is not None
                await self.socket.send(json.dumps(request))
                return await asyncio.wait_for(answer, ANSWERS_WITHIN)
            except (ConnectionClosed, asyncio.CancelledError, TimeoutError):
                if asyncio.current_task().cancelling():  # type: ignore[union-attr]
                    raise
            finally:
                del self.answers[request["id"]]


class Acknowledged:
    """What the site said it has stored: the number of each request of each match, and how long it took."""

    def __init__(self) -> None:
        self.numbers: dict[str, dict[str, int]] = {}
        self.strokes, self.took, self.refused = 0, list[float](), Counter[str]()


async def play(
    table: Match,
    urls: Sequence[str],
    acknowledged: Acknowledged,
    is_over: Callable[[], bool],
    pages: list[Page],
) -> None:
    """Play one match as fast as it is answered, until it is enough."""
    own = [Page(guest, table.path, urls, first) for first, guest in enumerate(table.guests)]
    pages += own
    readers = [asyncio.create_task(page.run()) for page in own]
    stored = acknowledged.numbers.setdefault(table.path.strip("/").split("/")[-1], {})
    version = 0
    try:
        while not is_over():
            await asyncio.gather(*(page.until(version) for page in own))
            newest = max(own, key=lambda page: page.version)
            awaiting, version = newest.view["awaiting"], newest.version
            if awaiting["kind"] == "over":
                return
            who = next(page for page in own if not awaiting["seats"] or page.seats & set(awaiting["seats"]))
            name = str(uuid.UUID(int=table.rng.getrandbits(128)))
            started = time.perf_counter()
            answer = await who.ask({**answer_to(awaiting, table.rng), "id": name, "after": version})
            if answer["kind"] == "refused":
                acknowledged.refused[answer["code"]] += 1
                await asyncio.sleep(REFUSED_S)
                continue
            stored[name], version = answer["number"], answer["number"]
            acknowledged.strokes += awaiting["kind"] == "stroke"
            acknowledged.took.append(time.perf_counter() - started)
    finally:
        for reader in readers:
            reader.cancel()
