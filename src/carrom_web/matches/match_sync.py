"""Takes what matches say into an app above: whenever one was stored, and now and then.

One task of the server for each such app. It also looks by itself: what was stored by another process, or while this one
was down, is taken as well, and once.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async

from carrom.errors import CarromError
from carrom_web.matches import announcements

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0


class MatchSync:
    """Calls `take` in this process, one call after another; `name` is its own among all takers."""

    def __init__(self, name: str, take: Callable[[], object]) -> None:
        self._name, self._take = name, take
        self._look = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Take until cancelled."""
        self._loop, self._look = asyncio.get_running_loop(), asyncio.Event()
        announcements.something_stored.connect(self._stored, dispatch_uid=self._name)
        try:
            while True:
                self._look.clear()
                try:
                    await database_sync_to_async(self._take)()
                except CarromError as error:  # somebody wrote at the same time: look again
                    _log.warning("%s could not take something: %s", self._name, error)
                except Exception:
                    _log.exception("%s stumbled; it goes on", self._name)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._look.wait(), LOOK_EVERY_S)
        finally:
            announcements.something_stored.disconnect(dispatch_uid=self._name)

    def _stored(self, **_: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look.set)
