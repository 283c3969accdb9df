"""What one process remembers, by all that it depends on, so that it is not worked out or read twice.

Keys name all that a value depends on (versions, languages, rights), so that nothing has to be invalidated across
servers. What servers must share goes through Django's cache (`django.core.cache`), which is a table of the database.
"""

from collections.abc import Callable, Hashable
from threading import Condition
from typing import Any, Generic, TypeVar

from cachetools import Cache, LRUCache, cached

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ProcessCache(Generic[K, V]):
    """Values by their keys, with the methods of Django's caches; those that were used longest ago go first.

    Threads may share it: a value that one of them works out is worked out once, and the others wait for it.
    """

    def __init__(self, size: int = 0, *, storage: Cache[K, V] | None = None) -> None:
        self._values: Cache[K, V] = LRUCache(size) if storage is None else storage
        self._condition = Condition()

        @cached(self._values, key=lambda key, make: key, condition=self._condition)
        def made(key: K, make: Callable[[], V]) -> V:
            return make()

        self._made: Callable[[K, Callable[[], V]], V] = made

    def get(self, key: K) -> V | None:
        """What is stored under a key, or None."""
        with self._condition:
            return self._values.get(key)

    def set(self, key: K, value: V) -> V:
        """Store a value and give it back."""
        with self._condition:
            self._values[key] = value
        return value

    def get_or_set(self, key: K, make: Callable[[], V]) -> V:
        """Give what is stored under a key, or make and store it."""
        return self._made(key, make)

    def delete_where(self, is_meant: Callable[[K], Any]) -> None:
        """Forget what is stored under some keys."""
        with self._condition:
            for key in [key for key in self._values if is_meant(key)]:
                del self._values[key]

    def clear(self) -> None:
        """Forget everything."""
        with self._condition:
            self._values.clear()
