"""What a process remembers, and what servers share."""

import threading
import time

import pytest
from django.core.cache import cache, caches
from django.http import HttpRequest, HttpResponse

from carrom_web.accounts.models import Guest
from carrom_web.clubs import selectors
from carrom_web.clubs.models import Club, Member
from carrom_web.clubs.rights import Action, Role
from carrom_web.core.cache import ProcessCache, one_request
from carrom_web.core.middleware import SyncBarrier


def test_what_was_used_longest_ago_goes_first():
    remembered: ProcessCache[str, int] = ProcessCache(2)
    remembered.set("a", 1)
    remembered.set("b", 2)
    assert remembered.get("a") == 1

    remembered.set("c", 3)

    assert [remembered.get(key) for key in "abc"] == [1, None, 3]


def test_what_a_hundred_threads_ask_for_is_made_once_and_other_keys_do_not_wait():
    remembered: ProcessCache[str, int] = ProcessCache(8)
    made: list[str] = []

    def make() -> int:
        made.append("a")
        assert remembered.get_or_set("b", lambda: 2) == 2  # nobody holds a lock while a value is made
        time.sleep(0.05)
        return 1

    threads = [threading.Thread(target=remembered.get_or_set, args=("a", make)) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert made == ["a"] and remembered.get("a") == 1


def test_what_could_not_be_made_is_tried_again():
    remembered: ProcessCache[str, int] = ProcessCache(8)
    with pytest.raises(ZeroDivisionError):
        remembered.get_or_set("a", lambda: 1 // 0)

    assert remembered.get_or_set("a", lambda: 7) == 7


def test_only_what_is_meant_is_forgotten():
    remembered: ProcessCache[int, str] = ProcessCache(8)
    for number in range(4):
        remembered.set(number, "x")

    remembered.delete_where(lambda number: number % 2)

    assert [number for number in range(4) if remembered.get(number)] == [0, 2]


@pytest.mark.django_db
def test_what_servers_share_lies_in_the_database(django_assert_num_queries):
    cache.set("tries", 3)

    with django_assert_num_queries(1):
        assert caches["default"].get("tries") == 3


@pytest.mark.django_db
def test_what_a_page_asks_twice_is_read_once_and_a_change_is_never_hidden(django_assert_num_queries):
    club = Club.objects.create(slug="riga", name="Riga")
    guest = Guest.objects.create(name="Asha")

    with one_request(), django_assert_num_queries(1):
        assert selectors.roles_in(club.pk, guest.pk) == selectors.roles_in(club.pk, guest.pk) == frozenset()
        assert not selectors.may(club.pk, guest.pk, Action.ORGANISE)

    Member.objects.create(club=club, guest=guest, role=Role.OWNER)
    with one_request():
        assert selectors.roles_in(club.pk, guest.pk) == {Role.OWNER}


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "queries"), [("GET", 1), ("HEAD", 1), ("POST", 2)])
def test_only_requests_that_change_nothing_remember(rf, django_assert_num_queries, method, queries):
    guest = Guest.objects.create(name="Asha")

    def view(request: HttpRequest) -> HttpResponse:
        for _ in range(2):
            selectors.roles_in(1, guest.pk)
        return HttpResponse()

    with django_assert_num_queries(queries):
        SyncBarrier(view)(rf.generic(method, "/"))
