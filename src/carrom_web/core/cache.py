"""Caches of one process, with keys of everything that a value depends on.

Keys name everything that a value depends on (versions, languages, rights), so that nothing has to be invalidated across
servers. What servers must share goes through Django's cache (`django.core.cache`), which is a table of the database.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from operator import is_
from threading import Condition
from typing import Any, Generic, ParamSpec, TypeVar

from cachetools import Cache, LRUCache, cached

P = ParamSpec("P")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers of one request", default=None)


@contextmanager
def one_request() -> Iterator[None]:
    """Remember, until it ends, what functions marked `once_a_request` answered."""
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def once_a_request(function: Callable[P, V]) -> Callable[P, V]:
    """Let a function read the database once for each of its arguments while a page is made.

    Only requests that change nothing remember (`middleware.SyncBarrier`), so nothing has to be invalidated.
    """

    @wraps(function)
    def remembered(*args: P.args, **kwargs: P.kwargs) -> V:
        answers = _answers.get()
        if answers is None:
            return function(*args, **kwargs)
        key = (function, args, tuple(sorted(kwargs.items())))
        if key not in answers:
            answers[key] = function(*args, **kwargs)
        found: V = answers[key]
        return found

    return remembered


class Identity:
    """Values that are never changed as a part of a key: the same ones, which it holds, and not just equal ones.

    What was made of values that one state of something shares with the next is found without comparing contents.
    """

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Sequence[object]) -> None:
        self._values = tuple(values)
        self._hash = hash(tuple(map(id, self._values)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identity):
            return NotImplemented
        return len(self._values) == len(other._values) and all(map(is_, self._values, other._values))


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
        """Return the value under a key, or None."""
        with self._condition:
            return self._values.get(key)

    def set(self, key: K, value: V) -> V:
        """Store a value and give it back."""
        with self._condition:
            self._values[key] = value
        return value

    def get_or_set(self, key: K, make: Callable[[], V]) -> V:
        """Return what is stored under a key, or make and store it."""
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
