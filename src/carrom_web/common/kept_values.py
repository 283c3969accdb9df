"""Values kept in the memory of a process by all that they depend on, so that they are not worked out or read twice."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class KeptValues(Generic[K, V]):
    """So many values by their keys; the one that was put longest ago goes first. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """What is kept under a key."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Keep a value and give it back."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def drop(self, is_meant: Callable[[K], bool]) -> None:
        """Forget what is kept under some keys."""
        with self._lock:
            for key in [key for key in self._values if is_meant(key)]:
                del self._values[key]

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._values.clear()
