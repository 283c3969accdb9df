"""The socket of an event: says that something changed, or sends the page that is looked at (`docs/wire.md`)."""

import asyncio
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async

from carrom_web.competitions.events.broadcast import BROADCASTS, Page, page_of
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.core.sockets import NOTHING_THERE, BaseConsumer, SocketRoute


class EventConsumer(BaseConsumer):
    """One page that follows an event. Whatever it sends is passed over."""

    event_id: int | None = None
    _sending: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Follow a published event."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.shows: Page | None = None
        self._next: str | bytes | None = None
        event_id = await database_sync_to_async(_pk_of)(slug)
        await self.accept()
        if event_id is None:
            await self.close(code=NOTHING_THERE)
            return
        asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("shows", [""])[0]
        self.shows = page_of(slug, asked, self.scope)
        self.event_id = event_id
        BROADCASTS.join(event_id, self)

    async def let_go(self) -> None:
        """Follow no more."""
        if self.event_id is not None:
            BROADCASTS.leave(self.event_id, self)
        if self._sending is not None:
            self._sending.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass over."""

    async def missed(self, message: dict[str, Any]) -> None:
        """Pass over: who listens for the event in this process tells all who follow it."""

    def hand(self, frame: str | bytes) -> None:
        """Send this as soon as what was sent before is through; what did not go out yet is replaced."""
        self._next = frame
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_on())

    async def _send_on(self) -> None:
        while self._next is not None:
            frame, self._next = self._next, None
            message: dict[str, Any] = {"type": "websocket.send"}
            message["text" if isinstance(frame, str) else "bytes"] = frame
            await self.base_send(message)


def _pk_of(slug: str) -> int | None:
    return Event.objects.filter(slug=slug).values_list("pk", flat=True).first()


ROUTES = [SocketRoute("ws/events/<slug:slug>/", EventConsumer, audience=KIND.follower)]
