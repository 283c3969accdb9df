"""The threads in which requests are answered: a few, so that many requests do not become many threads.

A request that waits for a service elsewhere gives its place to another: a service that takes the connection and then
says nothing must not stop the site.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.db import connection, connections

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_OUTSIDE = 32  # requests that wait for other services: each is a thread
_outside = threading.BoundedSemaphore(MOST_OUTSIDE)
_give_place: ContextVar[Callable[[], None] | None] = ContextVar("give_place", default=None)


class TooManyWaitError(Exception):
    """So many requests wait for other services that one more is not worth a thread."""


class PooledThreads:
    """Gives each request one thread of a pool, instead of starting two for it."""

    def __init__(self, app: Application, *, size: int = 8, is_stream: Callable[[str], bool]) -> None:
        self.app, self._is_stream = app, is_stream
        self._free = [ThreadPoolExecutor(1, thread_name_prefix=f"request-{number}") for number in range(size)]
        self._places = asyncio.Semaphore(size)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request in a thread that nobody else uses meanwhile; a stream, which lasts, holds none."""
        if self._is_stream(scope["path"]):
            await self.app(scope, receive, send)
            return
        await self._places.acquire()
        executor, loop, has_given = self._free.pop(), asyncio.get_running_loop(), False

        def give() -> None:
            nonlocal has_given
            if not has_given:
                has_given = True
                self._free.append(ThreadPoolExecutor(1, thread_name_prefix="request"))
                self._places.release()

        def give_soon() -> None:
            loop.call_soon_threadsafe(give)

        _give_place.set(give_soon)
        try:
            async with ThreadSensitiveContext(executor=executor):
                await self.app(scope, receive, send)
        finally:
            if has_given:
                executor.submit(connections.close_all)
                executor.shutdown(wait=False)
            else:
                has_given = True  # whose client is gone may still be busy, and has no place to give any more
                self._free.append(executor)
                self._places.release()


@contextmanager
def waiting_outside() -> Iterator[None]:
    """While a service elsewhere is asked, others use this request's place and its connection to the database.

    Inside a transaction the connection stays: end the transaction first.

    Raises:
        TooManyWaitError: enough requests wait already.
    """
    if not _outside.acquire(blocking=False):
        raise TooManyWaitError
    try:
        if not connection.in_atomic_block:
            connection.close()
        give = _give_place.get()
        if give is not None:
            give()
        yield
    finally:
        _outside.release()
