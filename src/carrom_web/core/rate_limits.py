"""Token buckets: so many at once, then so many a second. In this process's memory; the clock is an argument."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

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


class RateLimit:
    """A bucket for each key (an address, a guest)."""

    def __init__(self, *, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def allows(self, key: Hashable, now: float) -> bool:
        """Count one more of this key and tell whether it is within the limit."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket.full(burst=self.burst, per_second=self.per_second, now=now)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def forget_all(self) -> None:
        """Start afresh."""
        self._buckets.clear()
