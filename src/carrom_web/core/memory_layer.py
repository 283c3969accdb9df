"""The channel layer of one process: channels' own, which looks for what has expired once a second.

Channels' layer looks through every channel before each message that it takes or gives: with 1,300 open pages that is a
quarter of the server's time. Messages wait for a minute and groups for a day, so a second more is nothing.
"""

import time
from typing import Any

from channels.layers import InMemoryChannelLayer

EVERY_S = 1.0


class MemoryLayer(InMemoryChannelLayer):
    """Messages between the pages of one process."""

    def __init__(self, **options: Any) -> None:
        """Take channels' own options."""
        super().__init__(**options)
        self._cleaned_at = 0.0

    def _clean_expired(self) -> None:
        """Forget what has expired, unless that was done within the last second."""
        now = time.monotonic()
        if now - self._cleaned_at >= EVERY_S:
            self._cleaned_at = now
            super()._clean_expired()
