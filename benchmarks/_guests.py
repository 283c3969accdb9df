"""People who play on the site, as programs: they fill in its forms, open its socket and answer what is awaited."""

import asyncio
import http.client
import http.cookiejar
import json
import random
import re
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

ANSWERS_WITHIN = 300.0  # seconds
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class _From(urllib.request.HTTPHandler):
    """Opens connections from one address of this machine."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def http_open(self, req: urllib.request.Request) -> Any:
        def connection(host: str, **more: Any) -> http.client.HTTPConnection:
            return http.client.HTTPConnection(host, source_address=(self.address, 0), **more)

        return self.do_open(connection, req)


class Guest:
    """Somebody with a browser's cookies; of many, each comes from an address of this machine of their own."""

    def __init__(self, site: str, address: str = "127.0.0.1") -> None:
        self.site, self.address = site, address
        self.jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(_From(address), urllib.request.HTTPCookieProcessor(self.jar))

    @property
    def cookies(self) -> str:
        """The cookies as a request brings them."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def get(self, path: str) -> str:
        """Give the page at this path."""
        with self._opener.open(self.site + path, timeout=30) as answer:
            return str(answer.read().decode())

    def send_form(self, path: str, **fields: str) -> str:
        """Fill in the form of a page; give the path that the site leads on to."""
        token = TOKEN.search(self.get(path))
        if token is None:
            raise RuntimeError(f"{path} has no form")
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        request = urllib.request.Request(self.site + path, data=body, headers={"Origin": self.site})
        with self._opener.open(request, timeout=30) as answer:
            return str(urllib.parse.urlsplit(answer.url).path)

    async def open_socket(self, match_path: str) -> ClientConnection:
        """Open the socket of a match as its page does."""
        address = self.site.replace("http", "ws", 1) + "/ws" + match_path
        headers = {"Cookie": self.cookies}
        return await connect(
            address, origin=Origin(self.site), additional_headers=headers, max_size=2**22, local_addr=(self.address, 0)
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What a site answered: the status, 0 for nothing; the page; the cookies it set; how long it took in seconds."""

    status: int
    text: str
    cookies: str
    took: float


async def ask(
    site: str,
    path: str,
    *,
    cookies: str = "",
    form: Mapping[str, str] | None = None,
    body: str | None = None,
    headers: Mapping[str, str] | None = None,
    address: str = "127.0.0.1",
    patience: float = ANSWERS_WITHIN,
) -> Answer:
    """Fetch a page, or send a form or a body, on a connection of its own, from an address of this machine."""
    parts = urllib.parse.urlsplit(site)
    given = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
    body = urllib.parse.urlencode(form) if form is not None else body
    given |= {"Cookie": cookies} if cookies else {}
    given |= {"Origin": site, "Content-Length": str(len(body))} if body is not None else {}
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
    head += [f"{name}: {value}" for name, value in {**given, **(headers or {})}.items()]
    started = time.perf_counter()
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(address, 0))
            writer.write("\r\n".join([*head, "", body or ""]).encode())
            answer = await reader.read(-1)
            writer.close()
    except (OSError, TimeoutError):
        answer = b""
    lines, _, page = answer.decode(errors="replace").partition("\r\n\r\n")
    set_ = re.findall(r"(?im)^set-cookie: ([^;\r\n]+)", lines)
    status = int(lines.split(" ", 2)[1]) if lines else 0
    return Answer(status, page, "; ".join(set_), time.perf_counter() - started)


@dataclass
class Timed:
    """How long strokes took, in seconds: until the one who struck, and until the other, had the event."""

    own: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)


class Match:
    """A match of two guests, each with a page of their own."""

    def __init__(self, site: str, seed: int) -> None:
        self.rng = random.Random(seed)
        own = f"127.0.{1 + seed // 250}.{1 + seed % 250}"
        self.guests = (Guest(site, own), Guest(site, own))
        choices = {"opponent": "friend", "length": "match", "ruleset": "icf", "breaks": "me", "level": "steady"}
        invitation = self.guests[0].send_form("/play/", name="Asha", **choices)
        self.path = self.guests[1].send_form(invitation, name="Meera")

    async def play(self, timed: Timed, *, strokes: int, every: float, begin: float) -> None:
        """Play some strokes, one every so many seconds; all other answers are given at once."""
        self.sockets = [await guest.open_socket(self.path) for guest in self.guests]
        try:
            hellos = [await self._next(socket, "hello") for socket in self.sockets]
            self.seats = [set(hello["seats"]) for hello in hellos]
            view, version = hellos[0]["view"], hellos[0]["version"]
            played = 0
            while played < strokes and view["awaiting"]["kind"] != "over":
                is_stroke = view["awaiting"]["kind"] == "stroke"
                if is_stroke:
                    await asyncio.sleep(max(0.0, begin + played * every - time.perf_counter()))
                    played += 1
                view, version = await self._answer(view, version, timed if is_stroke else None)
        finally:
            for socket in self.sockets:
                await socket.close()

    async def _answer(self, view: dict[str, Any], version: int, timed: Timed | None) -> tuple[dict[str, Any], int]:
        awaiting = view["awaiting"]
        who = next(index for index in (0, 1) if not awaiting["seats"] or self.seats[index] & set(awaiting["seats"]))
        request = {
            **answer_to(awaiting, self.rng),
            "id": str(uuid.UUID(int=self.rng.getrandbits(128))),
            "after": version,
        }
        text = json.dumps(request)
        started = time.perf_counter()
        await self.sockets[who].send(text)
        own, other = await asyncio.gather(
            self._timed_event(self.sockets[who], started), self._timed_event(self.sockets[1 - who], started)
        )
        if timed is not None:
            timed.own.append(own[0])
            timed.other.append(other[0])
        return own[1]["view"], own[1]["number"]

    async def _timed_event(self, socket: ClientConnection, started: float) -> tuple[float, dict[str, Any]]:
        event = await self._next(socket, "event")
        return event["arrived"] - started, event

    @staticmethod
    async def _next(socket: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            text = await asyncio.wait_for(socket.recv(), timeout=60)
            arrived = time.perf_counter()
            message = json.loads(text)
            if message["kind"] == "refused":
                raise RuntimeError(f"the site refused an answer: {message}")
            if message["kind"] == kind:
                return {**message, "arrived": arrived}


def answer_to(awaiting: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Answer what a match awaits: a stroke forward with some spread, a coin where it is suggested."""
    domain = awaiting["domain"]
    match awaiting["kind"]:
        case "stroke":
            least, most = rng.choice(domain["spans"])
            low, high = max(domain["angles"], key=lambda span: span[1] - span[0])
            slowest, fastest = domain["speed"]
            return {
                "kind": "stroke",
                "offset": rng.uniform(least, most),
                "angle": min(high, max(low, rng.gauss(0, 0.4))),
                "speed": min(fastest, max(slowest, rng.uniform(2, 6))),
            }
        case "placing":
            if domain["suggested"] is None:
                return {"kind": "forgo"}
            x, y = domain["suggested"]
            return {"kind": "place", "piece": domain["piece"], "x": x, "y": y}
        case "choice":
            return {"kind": "choose", "choice": domain["options"][0]["value"]}
        case "claim":
            return {"kind": "claim", "points": domain["most"]}
        case "toss":
            return {"kind": "toss"}
        case other:
            raise RuntimeError(f"nobody here knows how to answer {other!r}")
