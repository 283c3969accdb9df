"""Looks now and then whether anything that is rated has changed, and works it out again: one task of the server."""

import asyncio
import logging

from channels.db import database_sync_to_async
from django.utils import timezone

from carrom_web.competitions.ratings.services import recalculation

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 15


class RatingTask:
    """The keeper of the ratings. What changed while the server was down is taken as well."""

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            try:
                await database_sync_to_async(recalculation.take_due)(now=timezone.now())
            except Exception:
                _log.exception("the keeper of the ratings stumbled; it goes on")
            await asyncio.sleep(LOOK_EVERY_S)


RATER = RatingTask()
