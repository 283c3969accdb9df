"""Pages of events as everybody sees them, kept for a second: two thousand who open a page at once make it once.

A page is kept if its reader sees what everybody sees (it says so itself: `data-shared`), holds no form and no
cookie of its own. Whatever is stored about an event in this process makes all kept pages old at once. A result that
another process stored does too, since the database is asked for the event's stamp each time; whatever else it stored
is seen a second later, and through the socket before that.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

KEPT_S = 1.0
MOST = 256
OWN_COOKIES = ("carrom_guest", "carrom_session", "carrom_follow")  # whoever has one may see something of his own
STAMP = "event_stamp"  # of a request: the stamp that was read to know whether its sender may see the page
Key = tuple[str, str, str, str]


@dataclass(slots=True)
class _Kept:
    body: bytes = b""
    made_at: float = float("-inf")
    round: int = -1
    stamp: Hashable = None
    making: threading.Lock = field(default_factory=threading.Lock)


class PageCache:
    """The pages that are kept in this process."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Key, _Kept] = OrderedDict()
        self._guard = threading.Lock()
        self._round = 0

    def forget(self) -> None:
        """Something was stored: what is being made now is old already."""
        with self._guard:
            self._round += 1

    def answer(
        self, request: HttpRequest, make: Callable[[], HttpResponse], stamp: Callable[[], Hashable] = lambda: None
    ) -> HttpResponse:
        """Give the kept page, or make it; who asks for a page that is being made waits for it.

        `stamp` gives what changes with all that the page must not be late with, whichever process stores it.
        """
        if (
            request.method != "GET"
            or request.META.get("QUERY_STRING")
            or not request.COOKIES.keys().isdisjoint(OWN_COOKIES)
        ):
            return make()
        page = self._page((request.scheme or "", request.get_host(), request.path, get_language() or ""))
        stamped = getattr(request, STAMP, None) or stamp()
        if self._is_fresh(page, stamped):
            return HttpResponse(page.body)
        with page.making:
            stamped = stamp()  # it may have changed while another made the page
            if self._is_fresh(page, stamped):
                return HttpResponse(page.body)
            round_before, started = self._round, time.monotonic()
            response = make()
            if _is_for_everybody(response):
                page.body, page.made_at, page.round, page.stamp = response.content, started, round_before, stamped
            return response

    def _is_fresh(self, page: _Kept, stamp: Hashable) -> bool:
        is_new = page.round == self._round and time.monotonic() - page.made_at < KEPT_S
        return is_new and page.stamp == stamp

    def _page(self, key: Key) -> _Kept:
        with self._guard:
            page = self._pages.setdefault(key, _Kept())
            self._pages.move_to_end(key)
            if len(self._pages) > MOST:
                self._pages.popitem(last=False)
            return page


def _is_for_everybody(response: HttpResponse) -> bool:
    if response.status_code != 200 or response.cookies or response.streaming:
        return False
    return b"data-shared" in response.content and b"csrfmiddlewaretoken" not in response.content


KEPT = PageCache()
