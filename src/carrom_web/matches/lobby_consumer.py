"""The socket of the lobby: counts visitors, renews their challenges, and announces changes."""

import asyncio
import contextlib
import time
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.http import HttpRequest

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.rate_limits import Bucket
from carrom_web.core.sockets import CHANGED, BaseConsumer, request_of
from carrom_web.matches import challenges
from carrom_web.matches.presence import PRESENCE, Tab

LOBBY_ID = UUID(int=0)  # by which presence knows it: no match has this id
AT_ONCE, A_SECOND = 20.0, 1.0
TOO_MANY = 4029  # close code
PAUSE_S = 0.5  # however much happens, a page hears of it no more often


class LobbyConsumer(BaseConsumer):
    """One page that shows the lobby. Each message of it says that it lives; what it says is passed over."""

    tab: Tab | None = None
    notice: asyncio.Task[None] | None = None
    guest_id: UUID | None = None

    async def connect(self) -> None:
        """Follow the lobby."""
        self.guest_id = await database_sync_to_async(_guest_of)(self.scope)
        self.messages = Bucket.full(burst=AT_ONCE, per_second=A_SECOND, now=time.monotonic())
        await self.accept()
        self.tab, _ = await PRESENCE.enter(LOBBY_ID, Tab(id=self.channel_name, guest=self.guest_id))
        for group in self._groups():
            await self.channel_layer.group_add(group, self.channel_name)
        await self._renew()
        await self.send(text_data=CHANGED)  # what was stored after the page was made and before this would be missed

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page lives."""
        if not self.messages.take(time.monotonic()):
            await self.close(code=TOO_MANY)
        elif self.tab is not None:
            await PRESENCE.renew(LOBBY_ID, self.tab)
            await self._renew()

    async def changed(self, message: dict[str, Any]) -> None:
        """Say so, once for all that happens in a short while."""
        if self.notice is None or self.notice.done():
            self.notice = asyncio.create_task(self._tell_soon())

    async def paired(self, message: dict[str, Any]) -> None:
        """Say at once that this guest's match is there."""
        await self.send(text_data='{"kind":"paired"}')

    async def let_go(self) -> None:
        """Leave; what was posted stands for as long as a reload takes."""
        if self.notice is not None:
            self.notice.cancel()
        for group in self._groups():
            await self.leave(group)
        if self.tab is not None:
            await PRESENCE.leave(LOBBY_ID, self.tab)
            await self._renew(challenges.RELOAD)

    def _groups(self) -> list[str]:
        own = [challenges.group_of(self.guest_id)] if self.guest_id else []
        return [challenges.LOBBY.group_of(challenges.ALL), *own]

    async def _renew(self, *lease: Any) -> None:
        if self.guest_id is not None:
            await database_sync_to_async(challenges.renew)(self.guest_id, *lease)

    async def _tell_soon(self) -> None:
        await asyncio.sleep(PAUSE_S)
        with contextlib.suppress(RuntimeError, OSError):  # the page went away meanwhile
            await self.send(text_data=CHANGED)


def _guest_of(scope: dict[str, Any]) -> UUID | None:
    request: HttpRequest = request_of(scope)
    return guest_id_of(request)
