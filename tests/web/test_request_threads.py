"""Requests that wait for a service elsewhere leave their threads and connections to others."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from carrom_web.competitions.events.online_payments import PaymentServiceError, client_of
from carrom_web.core import request_threads
from carrom_web.core.request_threads import PooledThreads, waiting_outside

PLACES = 2


class Site:
    """An application in which /outside waits until somebody says, and everything else answers at once."""

    def __init__(self) -> None:
        self.answers, self.threads, self.waiting = threading.Event(), set[int](), 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await sync_to_async(self._answer)(scope["path"])

    def _answer(self, path: str) -> None:
        if path == "/outside":
            with waiting_outside():
                self.waiting += 1
                assert self.answers.wait(60)
        self.threads.add(threading.get_ident())


async def nothing(*_: Any) -> Any:
    """What no application asks for here."""


async def until(condition: Any) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  # what waits is in other threads
            await asyncio.sleep(0.01)


async def test_however_many_wait_outside_the_others_are_answered_in_as_many_threads_as_before():
    site = Site()
    pool = PooledThreads(site, size=PLACES, is_stream=lambda path: False)
    waiting = [asyncio.create_task(pool({"path": "/outside"}, nothing, nothing)) for _each in range(5 * PLACES)]
    await until(lambda: site.waiting == 5 * PLACES)

    async with asyncio.timeout(60):  # none of these waits for those
        await asyncio.gather(*(pool({"path": "/"}, nothing, nothing) for _each in range(20)))
    assert len(site.threads) <= PLACES and site.waiting == 5 * PLACES

    site.answers.set()
    await asyncio.gather(*waiting)
    site.threads.clear()
    await asyncio.gather(*(pool({"path": "/"}, nothing, nothing) for _each in range(20)))
    assert len(site.threads) <= PLACES


def test_a_payment_beyond_all_that_wait_is_refused_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(request_threads, "_outside", threading.BoundedSemaphore(1))

    with client_of("http://127.0.0.1:9"), pytest.raises(PaymentServiceError), client_of("http://127.0.0.1:9"):
        raise AssertionError("it was let in")
    with client_of("http://127.0.0.1:9"):
        pass  # the place is free again


@pytest.mark.django_db(transaction=True)
def test_the_connection_to_the_database_is_free_meanwhile(monkeypatch: pytest.MonkeyPatch):
    closed: list[bool] = []
    monkeypatch.setattr(connection, "close", lambda: closed.append(connection.in_atomic_block))

    with waiting_outside():
        assert closed == [False]


async def test_a_request_that_is_over_has_no_place_to_give():
    """Its client may be gone while its thread still works."""
    late: list[Any] = []

    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        late.append(request_threads._give_place.get())

    pool = PooledThreads(app, size=1, is_stream=lambda _path: False)
    await pool({"path": "/"}, nothing, nothing)
    late[0]()
    await asyncio.sleep(0)

    assert len(pool._free) == 1 and pool._places._value == 1
