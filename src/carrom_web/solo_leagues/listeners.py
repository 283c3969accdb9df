"""Hears of matches that were stored: where one is a set of a season, its end hands the set in.

One task of the server takes them. It also looks now and then by itself: what was stored by another process, or while
this one was down, is taken as well, and once.
"""

import asyncio
import contextlib
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from carrom_web.matches import announcements
from carrom_web.solo_leagues.actions import handing_in

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0


class SetTaker:
    """Takes the sets of seasons in this process."""

    def __init__(self) -> None:
        self._look = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Take them until cancelled."""
        self._loop, self._look = asyncio.get_running_loop(), asyncio.Event()
        announcements.something_stored.connect(self._stored, dispatch_uid="set-taker")
        try:
            while True:
                self._look.clear()
                try:
                    await database_sync_to_async(handing_in.take_sets)(now=timezone.now())
                except Exception:
                    _log.exception("the taker of sets stumbled; it goes on")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._look.wait(), LOOK_EVERY_S)
        finally:
            announcements.something_stored.disconnect(dispatch_uid="set-taker")

    def _stored(self, **_: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look.set)


SET_TAKER = SetTaker()
