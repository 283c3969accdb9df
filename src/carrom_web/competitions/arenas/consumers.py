"""The socket of somebody who plays in an arena: their open page says that they are there, and hears of their match."""

import json
import time
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.urls import reverse
from django.utils import timezone

from carrom_web.accounts.selectors import acting_guest_id
from carrom_web.competitions.arenas.kind import KIND
from carrom_web.competitions.arenas.models import ArenaMatch, ArenaPlayer
from carrom_web.competitions.arenas.permissions import PLAYER
from carrom_web.competitions.arenas.repository import STORE
from carrom_web.competitions.arenas.services import playing
from carrom_web.core.rate_limits import Bucket
from carrom_web.core.sockets import NOTHING_THERE, BaseConsumer, SocketRoute, request_of

AT_ONCE, A_SECOND = 20.0, 1.0
TOO_MANY = 4029  # close code
RENEW_S = 20.0  # the lease is renewed no more often
HERE = '{"kind":"here"}'
JUST_NOW = timedelta(seconds=15)  # a match that was paired then is one that this page has not heard of


class ArenaPlayerConsumer(BaseConsumer):
    """One page of somebody who joined. Each message of it says that it lives; what it says is passed over."""

    player: ArenaPlayer | None = None
    renewed = 0.0

    async def connect(self) -> None:
        """They are there: paired at once if somebody is free, or led to the match that waits for them."""
        self.messages = Bucket.full(burst=AT_ONCE, per_second=A_SECOND, now=time.monotonic())
        await self.accept()
        self.player = await database_sync_to_async(_player_of)(self.scope)
        if self.player is None:
            await self.close(code=NOTHING_THERE)
            return
        await self.channel_layer.group_add(playing.group_of(self.player.pk), self.channel_name)
        self.renewed = time.monotonic()
        await database_sync_to_async(playing.arrive)(self.player, now=timezone.now())
        await self.send(text_data=HERE)
        url = await database_sync_to_async(_new_match_of)(self.player)
        if url:
            await self.paired({"url": url})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page lives."""
        now = time.monotonic()
        if not self.messages.take(now):
            await self.close(code=TOO_MANY)
        elif self.player is not None and now - self.renewed > RENEW_S:
            self.renewed = now
            await database_sync_to_async(playing.renew)(self.player.pk, now=timezone.now())

    async def paired(self, message: dict[str, Any]) -> None:
        """Say where their match is."""
        await self.send(text_data=json.dumps({"kind": "paired", "url": message["url"]}))

    async def let_go(self) -> None:
        """They are there for as long as a reload takes."""
        if self.player is not None:
            await self.leave(playing.group_of(self.player.pk))
            await database_sync_to_async(playing.renew)(self.player.pk, now=timezone.now(), lease=playing.RELOAD)


def _player_of(scope: dict[str, Any]) -> ArenaPlayer | None:
    guest_id = acting_guest_id(request_of(scope))
    return playing.taking_part(KIND.at(scope["url_route"]["kwargs"]["slug"], guest_id), guest_id)


def _new_match_of(player: ArenaPlayer) -> str:
    rows = ArenaMatch.objects.filter(arena=player.competition_id, ended_at=None, match__version=0)
    rows = rows.filter(match__made_at__gt=timezone.now() - JUST_NOW)
    if player.key == STORE.state(player.competition).host:
        return ""
    found = next((one for one in rows if player.key in (one.a, one.b)), None)
    return "" if found is None else reverse("match", args=[found.match_id])


ROUTES = [SocketRoute("ws/arenas/<slug:slug>/player/", ArenaPlayerConsumer, audience=PLAYER)]
