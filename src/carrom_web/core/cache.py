"""Values kept in the memory of a process by all that they depend on, so that they are not worked out or read twice."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class KeyedCache(Generic[K, V]):
    """So many values by their keys; the one that was put longest ago goes first. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self._making: dict[K, Lock] = {}

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

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Give what is kept under a key, or make and keep it; who asks for what is being made waits for it."""
        found = self.get(key)
        if found is not None:
            return found
        with self._lock:
            making = self._making.setdefault(key, Lock())
        with making:
            try:
                return self.get(key) or self.put(key, make())
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def drop(self, is_meant: Callable[[K], bool]) -> None:
        """Forget what is kept under some keys."""
        with self._lock:
            for key in [key for key in self._values if is_meant(key)]:
                del self._values[key]

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._values.clear()
