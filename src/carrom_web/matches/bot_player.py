"""Plays the computers' seats: looks for matches that await a computer and answers them through the same action.

It looks when something was stored, every few seconds, and at start, so that a killed server goes on. The request's
id is made of match and version: two answers to the same decision are one.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async

from carrom.bots.protocol import NothingToAnswerError, asked_seat, waits_for_computer
from carrom.bots.worker import Job
from carrom.errors import CarromError
from carrom_web.matches import actions, announcements, queries
from carrom_web.matches.engine import ENGINE, EngineNotReadyError, EngineState
from carrom_web.matches.thinking import Worker, WorkerDiedError

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 3.0
MOST_TRIES = 5  # of the same decision; a match that breaks its computer must not stop the others
TRIES_KEPT = 1000


class BotPlayer:
    """The player of all computers' seats in this process."""

    def __init__(self, worker: Worker | None = None) -> None:
        self.worker = worker or Worker()
        self._look = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failed: OrderedDict[tuple[UUID, int], int] = OrderedDict()

    async def run(self) -> None:
        """Play until cancelled."""
        self._loop = asyncio.get_running_loop()
        announcements.something_stored.connect(self._stored, dispatch_uid="bot-player")
        try:
            while ENGINE.state is EngineState.GETTING_READY:  # on a busy machine that takes minutes
                with contextlib.suppress(EngineNotReadyError):
                    await ENGINE.wait()
            await ENGINE.wait()  # the worker loads what the server's child compiled
            await self._start_worker()
            while True:
                self._look.clear()
                try:
                    await self.answer_all()
                except Exception:
                    _log.exception("the computers' player stumbled; it goes on")
                try:
                    await asyncio.wait_for(self._look.wait(), LOOK_EVERY_S)
                except TimeoutError:
                    continue
        except CarromError as error:
            _log.error("computers cannot play: %s", error)
        finally:
            announcements.something_stored.disconnect(dispatch_uid="bot-player")
            await self.worker.stop()

    async def _start_worker(self) -> None:
        try:
            await self.worker.start()
        except WorkerDiedError as error:
            _log.warning("%s; it is tried again with the next decision", error)

    def _stored(self, **_: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look.set)

    async def answer_all(self) -> int:
        """Answer every decision that awaits a computer now, one of each match in turn; give how many were answered."""
        answered = 0
        for match_id, version in await database_sync_to_async(queries.matches_awaiting_computers)():
            if self._failed.get((match_id, version), 0) < MOST_TRIES:
                answered += await self.answer_one(match_id)
        if answered:
            self._look.set()  # it may be a computer's turn again
        return answered

    async def answer_one(self, match_id: UUID) -> bool:
        """Answer the decision that a match awaits from a computer; False if there is none, or it could not."""
        loaded = await database_sync_to_async(queries.load)(match_id)
        if not waits_for_computer(loaded.state):
            return False
        version = loaded.state.version
        try:
            seat = asked_seat(loaded.state)
            done = await self.worker.think(
                Job(
                    key=f"{match_id}.{version}",
                    state=loaded.state,
                    level=loaded.computers()[seat],
                    seed=f"{match_id}.{version}",
                    seat=seat,
                )
            )
            if done.request is None:
                raise NothingToAnswerError(f"The computer found no answer ({done.code}).")
            await actions.ask(
                match_id=match_id,
                author=actions.Computer(seat),
                request_id=f"{match_id}.{version}",
                after=version,
                request=done.request,
            )
        except actions.StaleRequestError:
            return False  # somebody took a stroke back meanwhile: look again
        except (CarromError, WorkerDiedError) as error:
            tries = self._failed[match_id, version] = self._failed.pop((match_id, version), 0) + 1
            if len(self._failed) > TRIES_KEPT:
                self._failed.popitem(last=False)
            _log.error(
                "match %s, version %s: the computer could not answer (try %s): %s", match_id, version, tries, error
            )
            return False
        return True

    def health(self) -> dict[str, Any]:
        """What `/healthz` tells about the worker."""
        state = (
            "ready" if self.worker.pid else "getting-ready" if ENGINE.state is EngineState.GETTING_READY else "stopped"
        )
        return {"state": state, "pid": self.worker.pid, "starts": self.worker.starts}


BOT_PLAYER = BotPlayer()
