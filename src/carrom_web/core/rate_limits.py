"""Token buckets: so many at once, then so many a second. In this process's memory; the clock is an argument."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache

MOST_KEYS = 10_000  # the least recently seen are forgotten, so a flood of addresses cannot fill the memory


@dataclass(slots=True)
class Bucket:
    """One caller's tokens."""

    burst: float
    per_second: float
    tokens: float
    filled_at: float

    @classmethod
    def full(cls, *, burst: float, per_second: float, now: float) -> "Bucket":
        """A bucket nobody has drawn from."""
        return cls(burst, per_second, burst, now)

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        self.tokens = min(self.burst, self.tokens + max(0.0, now - self.filled_at) * self.per_second)
        self.filled_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@dataclass(frozen=True, slots=True)
class Taken:
    """The outcome of one request: whether it is within the limit, and how much is left."""

    allowed: bool
    limit: int
    remaining: int
    full_in_s: int  # until all tokens are there again
    next_in_s: int  # until there is one


class RateLimit:
    """A bucket for each key (an address, a guest). Threads may share it."""

    def __init__(self, *, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._buckets: LRUCache[Hashable, Bucket] = LRUCache(MOST_KEYS)
        self._lock = Lock()

    def allows(self, key: Hashable, now: float) -> bool:
        """Count one more of this key and tell whether it is within the limit."""
        return self.take(key, now).allowed

    def take(self, key: Hashable, now: float) -> Taken:
        """Count one more of this key and give what is left of its limit."""
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is None:
                bucket = self._buckets[key] = Bucket.full(burst=self.burst, per_second=self.per_second, now=now)
            allowed = bucket.take(now)
            return Taken(
                allowed,
                int(self.burst),
                int(bucket.tokens),
                self._seconds(self.burst - bucket.tokens),
                self._seconds(1 - bucket.tokens),
            )

    def _seconds(self, tokens: float) -> int:
        """Return how long so many tokens take; 0 where none ever comes."""
        return max(0, math.ceil(tokens / self.per_second)) if self.per_second else 0

    def forget_all(self) -> None:
        """Start afresh."""
        with self._lock:
            self._buckets.clear()
