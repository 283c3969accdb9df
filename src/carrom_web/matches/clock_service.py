"""Answers for clocks that have run out, in any match.

The request's id is made of match and version, so that a lapse is stored once. After three lapses in a row a clock
stands still until somebody plays: a board that everybody has left does not fill its record.
"""

import logging
from uuid import UUID

from channels.db import database_sync_to_async

from carrom.errors import CarromError
from carrom.play.clocks import lapsed
from carrom_web.matches import repository, selectors, services

_log = logging.getLogger(__name__)


class ClockService:
    """Answers for all clocks of this process."""

    def __init__(self) -> None:
        self._is_started = False

    async def look(self) -> None:
        """Answer for every clock that has run out.

        Those that ran out while the server was down start again.
        """
        if not self._is_started:
            await database_sync_to_async(repository.start_clocks_again)()
            self._is_started = True
        await self.answer_all()

    async def answer_all(self) -> int:
        """Answer for every clock that has run out; return how many."""
        answered = 0
        for match_id in await database_sync_to_async(selectors.matches_out_of_time)():
            answered += await self.answer_one(match_id)
        return answered

    async def answer_one(self, match_id: UUID) -> bool:
        """Answer for the clock of one match; False if somebody was faster, or it cannot be."""
        loaded = await database_sync_to_async(selectors.load)(match_id)
        request = lapsed(loaded.state)
        if request is None:
            return False
        version = loaded.state.version
        try:
            await services.ask(
                match_id=match_id,
                author=services.Clock(),
                request_id=f"clock.{match_id}.{version}",
                after=version,
                request=request,
            )
        except services.StaleRequestError:
            return False
        except CarromError as error:
            _log.error("match %s, version %s: the lapse could not be stored: %s", match_id, version, error)
            await database_sync_to_async(repository.stop_clock)(match_id)
            return False
        return True


CLOCK_SERVICE = ClockService()
