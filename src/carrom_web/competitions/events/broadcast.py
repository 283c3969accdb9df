"""The followers of events in this process, and the public pages sent to them, each made once for all.

One channel of the layer listens for each event that is followed here. When something was stored, each page that
somebody looks at is made once (as a stranger sees it), packed once, and the same bytes go to all who look at it;
a page on which nothing changed is not sent. Readers with more rights get "changed" and fetch the page.
A phone that is slow gets the newest page, not all of them, and keeps nobody waiting.
"""

import asyncio
import contextlib
import gzip
import io
import logging
import re
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.core.handlers.asgi import ASGIRequest
from django.urls import Resolver404, resolve
from django.utils import translation

from carrom_web.competitions.events import announcements
from carrom_web.core.sockets import CHANGED, layer_errors

_log = logging.getLogger(__name__)

MOST_PAGES = 64  # of one event that are made for all; readers of further pages fetch them
PAUSE_S = 0.2  # between two rounds: forty registrations in a second are five pages, not forty
AGAIN_S = 1.0  # before the layer is tried again
FRESH_S = 60.0  # a follower who comes within this time of a change may have loaded an older page
_MAIN = re.compile(rb"<main\b.*</main>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as everybody sees it: under which name of the site, in which language."""

    path: str
    host: str
    scheme: str
    language: str


class Follower(Protocol):
    """A socket that follows an event; `shows` is None for those who fetch the page."""

    shows: Page | None

    def hand(self, frame: str | bytes) -> None:
        """Send this as soon as what was sent before is through; what did not go out yet is replaced."""


@dataclass(slots=True)
class _Subscribers:
    followers: set[Follower] = field(default_factory=set)
    frames: dict[Page, tuple[bytes, bytes]] = field(default_factory=dict)  # as made, as packed
    changed_at: float = float("-inf")
    is_sending: bool = False
    late: set[Follower] = field(default_factory=set)  # came while a round's pages were being made
    listening: asyncio.Task[None] | None = None

    def newest(self, follower: Follower) -> str | bytes:
        """The newest page of what a follower looks at; "changed" if none was made."""
        known = self.frames.get(follower.shows) if follower.shows else None
        return known[1] if known else CHANGED


class Broadcasts:
    """The followers of this process, event by event."""

    def __init__(self) -> None:
        self._subscribers: dict[int, _Subscribers] = {}

    def join(self, event_id: int, follower: Follower) -> None:
        """Follow; what changed a moment ago is sent at once."""
        subscribers = self._subscribers.setdefault(event_id, _Subscribers())
        subscribers.followers.add(follower)
        if subscribers.listening is None:
            subscribers.listening = asyncio.create_task(self._listen(event_id, subscribers))
        elif subscribers.is_sending:
            subscribers.late.add(follower)  # what is there now may be older than the page they loaded
        elif time.monotonic() - subscribers.changed_at < FRESH_S:
            follower.hand(subscribers.newest(follower))

    def leave(self, event_id: int, follower: Follower) -> None:
        """Follow no more; with the last one this process stops to listen."""
        subscribers = self._subscribers.get(event_id)
        if subscribers is None:
            return
        subscribers.followers.discard(follower)
        subscribers.late.discard(follower)
        if not subscribers.followers and subscribers.listening is not None:
            subscribers.listening.cancel()
            del self._subscribers[event_id]

    async def _listen(self, event_id: int, subscribers: _Subscribers) -> None:
        """Hear of every change, also after the layer could not be reached for a while."""
        while True:
            try:
                await self._receive(event_id, subscribers)
            except layer_errors():
                _log.warning("the channel layer could not be reached; the followers of an event hear nothing")
            await asyncio.sleep(AGAIN_S)

    async def _receive(self, event_id: int, subscribers: _Subscribers) -> None:
        layer = get_channel_layer()
        channel, group = await layer.new_channel("event"), announcements.FOLLOWERS.group_of(event_id)
        await layer.group_add(group, channel)
        changed = asyncio.Event()
        changed.set()  # what was stored after the first page was made and before this process listened
        sending = asyncio.create_task(self._send_on(subscribers, changed))
        try:
            while True:
                await layer.receive(channel)
                announcements.FOLLOWERS.take_note(event_id)  # another process may have stored it
                changed.set()
        finally:
            sending.cancel()
            with contextlib.suppress(*layer_errors()):
                await layer.group_discard(group, channel)

    async def _send_on(self, subscribers: _Subscribers, changed: asyncio.Event) -> None:
        while True:
            await changed.wait()
            changed.clear()
            subscribers.is_sending = True
            try:
                await self._send(subscribers)
            except Exception:
                _log.exception("the followers of an event could not be told; they hear of the next change")
            subscribers.is_sending = False
            while subscribers.late:
                follower = subscribers.late.pop()
                follower.hand(subscribers.newest(follower))
            await asyncio.sleep(PAUSE_S)

    async def _send(self, subscribers: _Subscribers) -> None:
        """One round: first those who fetch the page, then page after page, the most viewed first."""
        subscribers.changed_at = time.monotonic()
        looking: dict[Page, list[Follower]] = {}
        for follower in subscribers.followers:
            if follower.shows is None:
                follower.hand(CHANGED)
            else:
                looking.setdefault(follower.shows, []).append(follower)
        for gone in [page for page in subscribers.frames if page not in looking]:
            del subscribers.frames[gone]
        for number, page in enumerate(sorted(looking, key=lambda one: -len(looking[one]))):
            made = (
                await database_sync_to_async(as_everybody, thread_sensitive=False)(page) if number < MOST_PAGES else b""
            )
            if not made:
                frame: str | bytes = CHANGED
            elif page in subscribers.frames and subscribers.frames[page][0] == made:
                continue
            else:
                frame = gzip.compress(made, 6, mtime=0)
                subscribers.frames[page] = (made, frame)
            for follower in looking[page]:
                follower.hand(frame)


def page_of(slug: str, path: str, scope: dict[str, Any]) -> Page | None:
    """The page that a socket says it shows; None if it is no page of this event."""
    if not path.startswith(f"/events/{slug}/") or not path.endswith("/") or len(path) > 200:
        return None
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    language = translation.get_language_from_request(_request(Page(path, "", scheme, ""), headers))
    return Page(path, headers.get("host", ""), scheme, language)


def as_everybody(page: Page) -> bytes:
    """The main part of a page as a stranger sees it; empty if a stranger sees none."""
    request = _request(page, {"host": page.host})
    try:
        found = resolve(page.path)
        request.resolver_match = found
        with translation.override(page.language):
            answer = found.func(request, *found.args, **found.kwargs)
    except Resolver404:
        return b""
    except Exception:
        _log.exception("%s could not be made for its followers", page.path)
        return b""
    main = _MAIN.search(answer.content) if answer.status_code == 200 else None
    return main[0] if main and b"data-socket=" in main[0] else b""


def _request(page: Page, headers: dict[str, str]) -> ASGIRequest:
    scope = {
        "type": "http",
        "method": "GET",
        "path": page.path,
        "scheme": page.scheme,
        "query_string": b"",
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
    }
    return ASGIRequest(scope, io.BytesIO())


BROADCASTS = Broadcasts()
