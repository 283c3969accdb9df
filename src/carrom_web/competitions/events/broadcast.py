"""Who follows events in this process, and what they are sent: a page as everybody sees it, made once for all of them.

One channel of the layer listens for each event that is followed here. When something was stored, each page that
somebody looks at is made once (as a stranger sees it), packed once, and the same bytes go to all who look at it;
a page on which nothing changed is not sent. Whoever sees more than everybody is told "changed", and asks himself.
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
from carrom_web.competitions.page_cache import PAGES
from carrom_web.core.sockets import CHANGED, LAYER_ERRORS

_log = logging.getLogger(__name__)

MOST_PAGES = 64  # of one event that are made for all; who looks at another one asks himself
PAUSE_S = 0.2  # between two rounds: forty registrations in a second are five pages, not forty
AGAIN_S = 1.0  # before the layer is tried again
FRESH_S = 60.0  # who comes within this time of a change may have loaded his page before it
_MAIN = re.compile(rb"<main\b.*</main>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as everybody sees it: under which name of the site, in which language."""

    path: str
    host: str
    scheme: str
    language: str


class Follower(Protocol):
    """A socket that follows an event; `shows` is None for who asks himself."""

    shows: Page | None

    def hand(self, frame: str | bytes) -> None:
        """Send this as soon as what was sent before is through; what did not go out yet is replaced."""


@dataclass(slots=True)
class _Crowd:
    followers: set[Follower] = field(default_factory=set)
    frames: dict[Page, tuple[bytes, bytes]] = field(default_factory=dict)  # as made, as packed
    changed_at: float = float("-inf")
    is_telling: bool = False
    late: set[Follower] = field(default_factory=set)  # came while a round's pages were being made
    listening: asyncio.Task[None] | None = None

    def newest(self, follower: Follower) -> str | bytes:
        """The newest page of what a follower looks at; "changed" if none was made."""
        known = self.frames.get(follower.shows) if follower.shows else None
        return known[1] if known else CHANGED


class Broadcasts:
    """The followers of this process, event by event."""

    def __init__(self) -> None:
        self._crowds: dict[int, _Crowd] = {}

    def join(self, event_id: int, follower: Follower) -> None:
        """Follow; what changed a moment ago is sent at once."""
        crowd = self._crowds.setdefault(event_id, _Crowd())
        crowd.followers.add(follower)
        if crowd.listening is None:
            crowd.listening = asyncio.create_task(self._listen(event_id, crowd))
        elif crowd.is_telling:
            crowd.late.add(follower)  # what is there now may be older than the page he has loaded
        elif time.monotonic() - crowd.changed_at < FRESH_S:
            follower.hand(crowd.newest(follower))

    def leave(self, event_id: int, follower: Follower) -> None:
        """Follow no more; with the last one this process stops to listen."""
        crowd = self._crowds.get(event_id)
        if crowd is None:
            return
        crowd.followers.discard(follower)
        crowd.late.discard(follower)
        if not crowd.followers and crowd.listening is not None:
            crowd.listening.cancel()
            del self._crowds[event_id]

    async def _listen(self, event_id: int, crowd: _Crowd) -> None:
        """Hear of every change, also after the layer could not be reached for a while."""
        while True:
            try:
                await self._hear(event_id, crowd)
            except LAYER_ERRORS:
                _log.warning("the channel layer could not be reached; the followers of an event hear nothing")
            await asyncio.sleep(AGAIN_S)

    async def _hear(self, event_id: int, crowd: _Crowd) -> None:
        layer = get_channel_layer()
        channel, group = await layer.new_channel("event"), announcements.FOLLOWERS.group_of(event_id)
        await layer.group_add(group, channel)
        changed = asyncio.Event()
        changed.set()  # what was stored after the first page was made and before this process listened
        telling = asyncio.create_task(self._tell_on(crowd, changed))
        try:
            while True:
                await layer.receive(channel)
                PAGES.forget()  # another process may have stored it
                changed.set()
        finally:
            telling.cancel()
            with contextlib.suppress(*LAYER_ERRORS):
                await layer.group_discard(group, channel)

    async def _tell_on(self, crowd: _Crowd, changed: asyncio.Event) -> None:
        while True:
            await changed.wait()
            changed.clear()
            crowd.is_telling = True
            try:
                await self._tell(crowd)
            except Exception:
                _log.exception("the followers of an event could not be told; they hear of the next change")
            crowd.is_telling = False
            while crowd.late:
                follower = crowd.late.pop()
                follower.hand(crowd.newest(follower))
            await asyncio.sleep(PAUSE_S)

    async def _tell(self, crowd: _Crowd) -> None:
        """One round: first who asks himself, then page after page, the one that most look at first."""
        crowd.changed_at = time.monotonic()
        looking: dict[Page, list[Follower]] = {}
        for follower in crowd.followers:
            if follower.shows is None:
                follower.hand(CHANGED)
            else:
                looking.setdefault(follower.shows, []).append(follower)
        for gone in [page for page in crowd.frames if page not in looking]:
            del crowd.frames[gone]
        for number, page in enumerate(sorted(looking, key=lambda one: -len(looking[one]))):
            made = (
                await database_sync_to_async(as_everybody, thread_sensitive=False)(page) if number < MOST_PAGES else b""
            )
            if not made:
                frame: str | bytes = CHANGED
            elif page in crowd.frames and crowd.frames[page][0] == made:
                continue
            else:
                frame = gzip.compress(made, 6, mtime=0)
                crowd.frames[page] = (made, frame)
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


CROWDS = Broadcasts()
