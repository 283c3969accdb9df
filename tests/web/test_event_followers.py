"""Thousands follow an event: one page made and packed for all who see the same, and cached for later readers."""

import asyncio
import gzip
import threading
import time
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.http import HttpResponse
from django.test import Client, RequestFactory

from carrom_web.clubs.rights import Role
from carrom_web.competitions import page_cache
from carrom_web.competitions.events import broadcast
from carrom_web.competitions.events.broadcast import BROADCASTS
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import organising, registration
from carrom_web.competitions.page_cache import PageCache
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    NOW,
    application,
    new_event,
    official,
    organiser_of,
    small_event_terms,
    upcoming_terms,
)
from tests.support.web.sockets import socket_at

SHARED = "<main data-socket='x' data-shared>{}</main>"


class Spectator:
    """A page that follows an event."""

    def __init__(self, event: Event, shows: str = "") -> None:
        query = f"?shows=/events/{event.slug}/{shows}" if shows else ""
        self.socket = socket_at(f"/ws/events/{event.slug}/{query}")

    async def __aenter__(self) -> "Spectator":
        assert (await self.socket.connect())[0]
        self.greeting = await self.socket.receive_from(timeout=60)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.disconnect()

    async def page(self) -> str:
        """The page that comes next."""
        return read(await self.socket.receive_from(timeout=60))


def read(frame: bytes) -> str:
    """The page that was sent."""
    return gzip.decompress(frame).decode()


def started() -> Event:
    """An event that takes entries."""
    return new_event(upcoming_terms(small_event_terms(8, fee=0)))


@pytest.mark.django_db(transaction=True)
async def test_who_looks_at_a_page_gets_it_anew_and_who_looks_at_another_gets_nothing():
    event = await database_sync_to_async(started)()
    enter = database_sync_to_async(lambda name: registration.hand_in(event, application(name), now=NOW))

    async with (
        Spectator(event, "entries/") as first,
        Spectator(event, "entries/") as second,
        Spectator(event, "play/") as plan,
        Spectator(event) as official_s,
        Spectator(event, "desk/") as curious,
        Spectator(event, "../../clubs/") as lost,
    ):
        assert "Be the first" in read(first.greeting)
        await enter("Anu Nair")
        pages = [await first.page(), await second.page()]
        assert "Anu Nair" in pages[0] and 'data-live="entries"' in pages[0]
        assert pages[0] == pages[1]
        assert "example.org" not in pages[0] and "Manage" not in pages[0]
        assert "Nothing is drawn yet" in await plan.page()  # the first time, for it may have been another before
        for other in (official_s, curious, lost):  # who sees more, and who asks for what a stranger does not see
            assert await other.socket.receive_from(timeout=60) == '{"kind":"changed"}'

        await enter("Binu Rao")
        assert "Binu Rao" in await first.page()
        assert await plan.socket.receive_nothing(timeout=0.3)
        async with Spectator(event, "entries/") as late:  # their page may be older than what they missed
            assert "Binu Rao" in read(late.greeting)

    assert BROADCASTS._subscribers == {}
    gone = socket_at("/ws/events/no-such-event/?shows=/events/no-such-event/")
    await gone.connect()
    assert (await gone.receive_output())["code"] == 4404


@pytest.mark.django_db(transaction=True)
async def test_what_was_stored_while_a_page_was_loaded_arrives_as_soon_as_it_follows():
    event = await database_sync_to_async(started)()
    await database_sync_to_async(lambda: registration.hand_in(event, application("Anu Nair"), now=NOW))()

    async with Spectator(event, "entries/") as first, Spectator(event) as official_s:
        assert "Anu Nair" in read(first.greeting)
        assert official_s.greeting == '{"kind":"changed"}'


@pytest.mark.django_db(transaction=True)
async def test_who_comes_while_the_page_is_being_made_anew_gets_the_new_one(monkeypatch: pytest.MonkeyPatch):
    event = await database_sync_to_async(started)()
    started_to_make, go_on, make = threading.Event(), threading.Event(), broadcast.as_everybody

    def slowly(page: broadcast.Page) -> bytes:
        made = make(page)
        started_to_make.set()
        go_on.wait(10)
        return made

    async with Spectator(event, "entries/") as first:
        monkeypatch.setattr(broadcast, "as_everybody", slowly)
        await database_sync_to_async(lambda: registration.hand_in(event, application("Anu Nair"), now=NOW))()
        await asyncio.to_thread(started_to_make.wait, 10)
        late = socket_at(f"/ws/events/{event.slug}/?shows=/events/{event.slug}/entries/")
        assert (await late.connect())[0]
        assert await late.receive_nothing(timeout=0.1)
        go_on.set()

        assert "Anu Nair" in await first.page()
        assert "Anu Nair" in read(await late.receive_from(timeout=60))
        await late.disconnect()


@pytest.mark.django_db
def test_only_who_sees_what_everybody_sees_follows_by_the_page_of_everybody():
    event = started()
    page = f"/events/{event.slug}/entries/"

    assert b"data-shared" in Client().get(page).content
    for role in (Role.UMPIRE, Role.REGISTRAR, Role.PLAYER):
        assert b"data-shared" not in as_guest(official(event, role)).get(page).content


@pytest.mark.django_db
def test_a_page_is_cached_until_something_is_stored(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any, django_capture_on_commit_callbacks: Any
):
    monkeypatch.setattr(page_cache, "LIFETIME_S", 60.0)
    event = started()
    page, stranger = f"/events/{event.slug}/", Client()
    stranger.get(page)

    with django_assert_num_queries(1):  # the stamp of its results
        assert "Welcome" not in stranger.get(page).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        organising.announce(event, organiser_of(event).pk, "Welcome", now=NOW)

    assert "Welcome" in stranger.get(page).content.decode()
    assert "Manage" in as_guest(organiser_of(event)).get(page).content.decode()
    assert "Manage" not in stranger.get(page).content.decode()


@pytest.mark.parametrize(
    ("path", "cookies", "page", "made"),
    [
        ("/events/x/", {}, SHARED, 1),
        ("/events/x/?find=Anu", {}, SHARED, 3),
        ("/events/x/", {"carrom_guest": "x"}, SHARED, 3),
        ("/events/x/", {"carrom_follow": "x"}, SHARED, 3),
        ("/events/x/", {"theme": "dark"}, SHARED, 1),
        ("/events/x/", {}, SHARED + "<input name=csrfmiddlewaretoken>", 3),
        ("/events/x/", {}, "<main>{}</main>", 3),
    ],
)
def test_only_what_is_the_same_for_all_is_cached(monkeypatch, path, cookies, page, made):
    monkeypatch.setattr(page_cache, "LIFETIME_S", 60.0)
    saved, times = PageCache(), []
    request = RequestFactory().get(path)
    request.COOKIES = cookies

    for _ in range(3):
        saved.answer(request, lambda: times.append(1) or HttpResponse(page.format(len(times))))  # type: ignore[func-returns-value]

    assert len(times) == made


def test_a_page_that_was_being_made_when_something_was_stored_is_not_cached_and_a_hundred_wait_for_one(monkeypatch):
    monkeypatch.setattr(page_cache, "LIFETIME_S", 60.0)
    saved, times = PageCache(), []

    def make() -> HttpResponse:
        times.append(1)
        time.sleep(0.05)
        if len(times) == 1:
            saved.forget()  # somebody stores meanwhile
        return HttpResponse(SHARED.format(len(times)))

    def ask() -> None:
        saved.answer(RequestFactory().get("/events/x/"), make)

    ask()
    threads = [threading.Thread(target=ask) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(times) == 2
