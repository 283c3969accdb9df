"""The socket of a season: says that something changed, nothing else (`docs/wire.md`)."""

from typing import Any

from channels.db import database_sync_to_async

from carrom_web.matches.consumers import BaseConsumer
from carrom_web.solo_leagues import announcements
from carrom_web.solo_leagues.models import Season

NO_SUCH_SEASON = 4404  # close code


class SeasonConsumer(BaseConsumer):
    """One page that follows a season. Whatever it sends is passed over."""

    async def connect(self) -> None:
        """Follow a season that was announced."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.group = ""
        season_id = await database_sync_to_async(_announced)(slug)
        await self.accept()
        if season_id is None:
            await self.close(code=NO_SUCH_SEASON)
            return
        self.group = announcements.group_of(season_id)
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


def _announced(slug: str) -> int | None:
    return Season.objects.exclude(state=Season.State.DRAFT).filter(slug=slug).values_list("pk", flat=True).first()
