"""Hears of matches that were stored: where one is kept for a fixture of a league, its end is the fixture's result.

One task of the server takes them. It also looks now and then by itself: what was stored by another process, or while
this one was down, is taken as well, and once.
"""

import asyncio
import contextlib
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from carrom_web.leagues.actions import keeping
from carrom_web.matches import announcements

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0


class LeagueResultTaker:
    """Takes the results of kept matches of leagues in this process."""

    def __init__(self) -> None:
        self._look = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Take them until cancelled."""
        self._loop, self._look = asyncio.get_running_loop(), asyncio.Event()
        announcements.something_stored.connect(self._stored, dispatch_uid="league-result-taker")
        try:
            while True:
                self._look.clear()
                try:
                    await database_sync_to_async(keeping.take_results)(now=timezone.now())
                except Exception:
                    _log.exception("the taker of results of leagues stumbled; it goes on")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._look.wait(), LOOK_EVERY_S)
        finally:
            announcements.something_stored.disconnect(dispatch_uid="league-result-taker")

    def _stored(self, **_: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look.set)


LEAGUE_RESULT_TAKER = LeagueResultTaker()
