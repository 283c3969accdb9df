"""The socket of a match league: says that something changed, nothing else (`docs/wire.md`)."""

from typing import Any

from channels.db import database_sync_to_async

from carrom_web.leagues import announcements
from carrom_web.leagues.models import League
from carrom_web.matches.consumers import BaseConsumer

NO_SUCH_LEAGUE = 4404  # close code


class LeagueConsumer(BaseConsumer):
    """One page that follows a league. Whatever it sends is passed over."""

    async def connect(self) -> None:
        """Follow a league that was announced."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.group = ""
        league_id = await database_sync_to_async(_announced)(slug)
        await self.accept()
        if league_id is None:
            await self.close(code=NO_SUCH_LEAGUE)
            return
        self.group = announcements.group_of(league_id)
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
    return League.objects.exclude(state=League.State.DRAFT).filter(slug=slug).values_list("pk", flat=True).first()
