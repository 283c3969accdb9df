"""The socket of an event: says that something changed, nothing else (`docs/wire.md`)."""

from typing import Any

from channels.db import database_sync_to_async

from carrom_web.matches.consumers import BaseConsumer
from carrom_web.tournaments import announcements
from carrom_web.tournaments.models import Event

NO_SUCH_EVENT = 4404  # close code


class EventConsumer(BaseConsumer):
    """One page that follows an event. Whatever it sends is passed over."""

    async def connect(self) -> None:
        """Follow a published event."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.group = ""
        event_id = await database_sync_to_async(_published)(slug)
        await self.accept()
        if event_id is None:
            await self.close(code=NO_SUCH_EVENT)
            return
        self.group = announcements.group_of(event_id)
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        """Follow no more."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass over."""

    async def changed(self, message: dict[str, Any]) -> None:
        """Say so."""
        await self.send(text_data='{"kind":"changed"}')


def _published(slug: str) -> int | None:
    return Event.objects.exclude(state=Event.State.DRAFT).filter(slug=slug).values_list("pk", flat=True).first()
