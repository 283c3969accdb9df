"""Keeps deadlines: entries close, challenges of ladders lapse; one task of the server looks every half minute."""

import asyncio
import logging

from channels.db import database_sync_to_async
from django.utils import timezone

from carrom_web.competitions.events.services import ladders, registration

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 30


class DeadlineTask:
    """The keeper of the deadlines. A server that was down closes late what it missed, with the same result."""

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            try:
                await database_sync_to_async(registration.close_all_due)(timezone.now())
                await database_sync_to_async(ladders.lapse_all_due)(timezone.now())
            except Exception:
                _log.exception("the keeper of the deadlines stumbled; it goes on")
            await asyncio.sleep(LOOK_EVERY_S)


CLOSER = DeadlineTask()
