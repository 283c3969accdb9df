"""What a process remembers, and what servers share."""

import threading
import time

import pytest
from django.core.cache import cache, caches

from carrom_web.core.cache import ProcessCache


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
