"""Plays the computers' seats: looks for matches that await a computer and answers them through the same action.

It looks when something was stored, every few seconds, and at start, so that a killed server goes on. Matches are
answered side by side, each one decision at a time. The request's id is made of match and version: two answers to the
same decision are one, and so are their random numbers, so that it is also the same one.
"""

import asyncio
import contextlib
import logging
from typing import Any
from uuid import UUID

from cachetools import LRUCache
from channels.db import database_sync_to_async
from django.conf import settings

from carrom.bots.protocol import NothingToAnswerError, asked_seat, waits_for_computer
from carrom.bots.worker import Job
from carrom.errors import CarromError
from carrom_web.matches import announcements, selectors, services
from carrom_web.matches.bot_processes import WorkerDiedError, Workers

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 3.0
MOST_TRIES = 5  # of the same decision; a match that breaks its computer must not stop the others
TRIES_REMEMBERED = 1000


class NoBotAnswerError(NothingToAnswerError):
    """A computer found nothing to ask for."""


class BotPlayer:
    """The player of all computers' seats in this process."""

    def __init__(self, workers: Workers | None = None) -> None:
        self.workers = workers or Workers(settings.COMPUTER_PROCESSES)
        self._look = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failed: LRUCache[tuple[UUID, int], int] = LRUCache(TRIES_REMEMBERED)
        self._answering: dict[UUID, asyncio.Task[bool]] = {}
        self._stored_lately: set[UUID] = set()

    async def run(self) -> None:
        """Play until cancelled."""
        self._loop = asyncio.get_running_loop()
        announcements.something_stored.connect(self._stored, dispatch_uid="bot-player")
        try:
            while True:
                self._look.clear()
                try:
                    await self._wake_workers()
                    await self.answer_all()
                    await self.workers.end_idle()
                except Exception:
                    _log.exception("the computers' player stumbled; it goes on")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._look.wait(), LOOK_EVERY_S)
        except CarromError as error:
            _log.error("computers cannot play: %s", error)
        finally:
            announcements.something_stored.disconnect(dispatch_uid="bot-player")
            for task in self._answering.values():
                task.cancel()
            await asyncio.gather(*self._answering.values(), return_exceptions=True)
            await self.workers.stop()

    def _stored(self, match_id: UUID, **_: Any) -> None:
        self._stored_lately.add(match_id)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look.set)

    async def _wake_workers(self) -> None:
        """Start a process as soon as somebody begins to play a computer, so that its first answer does not wait."""
        stored, self._stored_lately = self._stored_lately, set()
        if stored and not self.workers.pids and await database_sync_to_async(selectors.any_with_computers)(stored):
            self.workers.wake()

    async def answer_all(self) -> list[asyncio.Task[bool]]:
        """Start to answer every decision that awaits a computer and is not being answered; return what was started.

        They are started in the order in which they came up. Each match starts its next one when this one is stored.
        """
        started = []
        for match_id, version in await database_sync_to_async(selectors.matches_awaiting_computers)():
            if match_id in self._answering or self._failed.get((match_id, version), 0) >= MOST_TRIES:
                continue
            task = self._answering[match_id] = asyncio.create_task(self._answer(match_id))
            started.append(task)
        return started

    async def _answer(self, match_id: UUID) -> bool:
        try:
            answered = await self.answer_one(match_id)
        except Exception:
            _log.exception("match %s: the computers' player stumbled; it goes on", match_id)
            answered = False
        del self._answering[match_id]
        if answered:
            self._look.set()  # it may be a computer's turn again
        return answered

    async def answer_one(self, match_id: UUID) -> bool:
        """Answer the decision that a match awaits from a computer; False if there is none, or it could not."""
        version = 0
        try:
            async with self.workers.turn() as think:
                loaded = await database_sync_to_async(selectors.load)(match_id)
                if not waits_for_computer(loaded.state):
                    return False
                version, seat = loaded.state.version, asked_seat(loaded.state)
                name = f"{match_id}.{version}"
                done = await think(
                    Job(key=name, state=loaded.state, level=loaded.computers()[seat], seed=name, seat=seat)
                )
            if done.request is None:
                raise NoBotAnswerError("no-answer", reason=done.code)
            await services.ask(
                match_id=match_id,
                author=services.Computer(seat),
                request_id=name,
                after=version,
                request=done.request,
            )
        except services.StaleRequestError:
            self._look.set()  # somebody took a stroke back meanwhile: look again
            return False
        except (CarromError, WorkerDiedError) as error:
            tries = self._failed[match_id, version] = self._failed.get((match_id, version), 0) + 1
            _log.error(
                "match %s, version %s: the computer could not answer (try %s): %s", match_id, version, tries, error
            )
            return False
        return True

    def health(self) -> dict[str, Any]:
        """Return the state of the workers for `/healthz`: "asleep" while nobody plays a computer."""
        pids = self.workers.pids
        state = "ready" if pids else "asleep"
        return {"state": state, "pids": list(pids), "most": self.workers.most, "starts": self.workers.starts}


BOT_PLAYER = BotPlayer()
