"""The channel layer over Redis, by which several server processes hear each other (`docs/operations.md`).

What is published while the connection to Redis is lost reaches nobody. So listeners in this process get
a message `missed` once the connection is back, and reload. Redis holds nothing that is stored.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis.asyncio.client import PubSub
from redis.asyncio.connection import Connection, ConnectionPool

PATIENCE_S = 2.0  # what was done is stored by then: its page does not wait longer for Redis
AGAIN_S = 1.0
MISSED = {"type": "missed"}

_log = logging.getLogger(__name__)


class RedisLayer(RedisPubSubChannelLayer):
    """Tells its listeners when they may have missed something."""

    def __init__(self, *, url: str) -> None:
        host = {"address": url, "socket_connect_timeout": PATIENCE_S, "socket_timeout": PATIENCE_S}
        super().__init__(hosts=[host])

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer = super()._get_layer()
        if not layer._shards or not isinstance(layer._shards[0], _Connection):
            layer._shards = [_Connection(one.host, layer) for one in layer._shards]
        return layer


class _Connection(RedisSingleShardConnection):
    """One connection, which knows when it was lost."""

    _redis: Any
    _pubsub: Any

    async def _do_receiving(self) -> None:
        is_lost = False
        while True:
            try:
                if self._pubsub and self._pubsub.subscribed:
                    self._receive_message(await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.1))
                    is_lost = False
                else:
                    await asyncio.sleep(0.1)
            except Exception:
                if not is_lost:  # once, not every second until it is back
                    _log.exception("the connection to Redis is lost; this process tries again until it stands")
                is_lost = True
                await asyncio.sleep(AGAIN_S)

    def _ensure_redis(self) -> None:
        is_new = self._redis is None
        super()._ensure_redis()
        if is_new:
            self._pubsub = _Subscriptions(self._redis.connection_pool, self._tell_missed)

    def _tell_missed(self) -> None:
        text = self.channel_layer.channel_layer.serialize(MISSED)
        for queue in list(self.channel_layer.channels.values()):
            queue.put_nowait(text)


class _Subscriptions(PubSub):
    """Redis calls `on_connect` when a lost connection stands again."""

    def __init__(self, pool: ConnectionPool, missed: Callable[[], None]) -> None:
        super().__init__(pool)
        self._missed = missed

    async def on_connect(self, connection: Connection) -> None:
        """Subscribe again, and say that something may have been missed."""
        await super().on_connect(connection)
        if self.channels:
            self._missed()
