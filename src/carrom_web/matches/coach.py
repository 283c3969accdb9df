"""The coach: advice on strokes of matches that are over, and hints against computers, in a process of its own.

One question is answered after another, in the order in which they were asked, and nobody has two in the queue: who
looks through a whole match lets others have their turn in between. Computers that play never wait for it.
"""

import asyncio
import concurrent.futures
import threading
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from carrom.bots.worker import CoachJob, Done
from carrom.errors import NotAllowedError
from carrom.physics.surface import ENGINE
from carrom.play.state import PlayState
from carrom.terms import Stroke
from carrom_web.core.cache import ProcessCache
from carrom_web.matches import daily, selectors
from carrom_web.matches.bot_processes import IDLE_S, WorkerDiedError, Workers
from carrom_web.matches.loaded import Loaded

if TYPE_CHECKING:
    from carrom.bots.coach import Advice

MOST_WAITING = 3  # each keeps one of the eight threads in which pages are made (`config.asgi`); others come back
PATIENCE_S = 10.0
REMEMBERED = 4000  # strokes; a few hundred bytes each
USUAL_HAND = "steady"


class CoachBusyError(NotAllowedError):
    """Too many wait for the coach, the same person asks twice at once, or it gave no answer."""

    code = "coach-busy"


def may_have_hints(loaded: Loaded, guest_id: UUID | None) -> bool:
    """Say whether a guest may be helped with their strokes: they play computers or alone, in no event or daily rack."""
    if guest_id is None or not loaded.seats_of(guest_id) or selectors.parent_of(loaded.match_id) is not None:
        return False
    if len(loaded.players) == 1 and daily.is_attempt(loaded.match_id):
        return False
    others = [player for player in loaded.players if player.guest != guest_id]
    are_computers = all(player.level and player.left_by is None for player in others)
    return are_computers and (bool(others) or len(loaded.players) == 1)


@dataclass(frozen=True, slots=True)
class Question:
    """A stroke that a match awaited, and what was played; `key` names match, version and stroke."""

    key: str
    state: PlayState
    made: Stroke | None = None


class Coach:
    """The queue before the coach's process, which starts with the first question and ends when nobody asks."""

    def __init__(self) -> None:
        self._known: ProcessCache[tuple[str, float, str], Advice] = ProcessCache(REMEMBERED)
        self._lock = threading.Lock()
        self._asking: set[Hashable] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._workers = Workers(1)

    @property
    def waiting(self) -> int:
        """How many wait for an answer."""
        return len(self._asking)

    def advise(self, question: Question, magnitude: float, asker: Hashable) -> "Advice":
        """Return the advice for a hand of this magnitude; waits for its turn.

        Args:
            asker: the person who asks, if known.

        Raises:
            CoachBusyError: too many wait, `asker` waits already, or no answer came.
        """
        asker = object() if asker is None else asker
        known = (question.key, magnitude, ENGINE)
        advice = self._known.get(known)
        if advice is not None:
            return advice
        with self._lock:
            if asker in self._asking or len(self._asking) >= MOST_WAITING:
                raise CoachBusyError()
            self._asking.add(asker)
        try:
            job = CoachJob(key=question.key, state=question.state, magnitude=magnitude, made=question.made)
            done = asyncio.run_coroutine_threadsafe(self._answer(job), self._running()).result(PATIENCE_S)
        except (WorkerDiedError, concurrent.futures.TimeoutError):
            raise CoachBusyError() from None
        finally:
            with self._lock:
                self._asking.discard(asker)
        if done.advice is None:
            raise CoachBusyError()
        return self._known.set(known, done.advice)

    def stop(self) -> None:
        """End the process and forget everything."""
        with self._lock:
            loop, self._loop = self._loop, None
        self._known.clear()
        if loop is not None:
            asyncio.run_coroutine_threadsafe(self._workers.stop(), loop).result(PATIENCE_S)
            loop.call_soon_threadsafe(loop.stop)
        self._workers = Workers(1)

    def _running(self) -> asyncio.AbstractEventLoop:
        """The loop that the process is asked from; pages are made in threads that have none."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="coach", daemon=True).start()
            return self._loop

    async def _answer(self, job: CoachJob) -> Done:
        async with self._workers.turn() as think:
            done = await think(job)
        asyncio.get_running_loop().call_later(IDLE_S + 1.0, self._end_idle)
        return done

    def _end_idle(self) -> None:
        self._ending = asyncio.ensure_future(self._workers.end_idle())


COACH = Coach()
