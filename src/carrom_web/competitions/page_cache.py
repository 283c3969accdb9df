"""Pages as everybody sees them, remembered for a second: two thousand who open a page at once make it once.

A page is remembered if its reader sees what everybody sees (it says so itself: `data-shared`), and it has no form and
no cookie of its own. A change that is announced to the followers of a competition makes its pages old at once, in every
process in which somebody follows (`PageFollowers`). What was stored in a competition or its logs does so anywhere,
since the database is asked for its stamp each time; whatever else was stored is seen a second later.
"""

import itertools
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from cachetools import TLRUCache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from carrom_web.core.cache import ProcessCache
from carrom_web.core.sockets import Followers

LIFETIME_S = 1.0
MOST_BYTES = 32_000_000  # of all pages together
OWN_COOKIES = ("carrom_guest", "carrom_session", "carrom_follow")  # readers with one may see more
STAMP = "competition_stamp"  # of a request: the stamp that was read to know whether its sender may see the page


@dataclass(frozen=True, slots=True)
class _Page:
    content: bytes | None  # as it was made, before a middleware compresses it; None: of one reader alone
    started: float

    @property
    def size(self) -> float:
        """Return its size in the cache; pages of one reader alone have no room in it."""
        return float("inf") if self.content is None else len(self.content)


class PageCache:
    """The pages that this process remembers."""

    def __init__(self) -> None:
        pages: TLRUCache[Hashable, _Page] = TLRUCache(
            MOST_BYTES,
            ttu=lambda _key, page, _now: page.started + LIFETIME_S,
            timer=time.monotonic,
            getsizeof=lambda page: page.size,
        )
        self._pages: ProcessCache[Hashable, _Page] = ProcessCache(storage=pages)
        self._number = itertools.count()
        self._rounds: dict[str, int] = {}  # by competition, of those that changed since the start

    def forget(self, competition: str = "") -> None:
        """Something was stored, in a competition or anywhere: what is being made of it now is old already."""
        self._rounds[competition] = next(self._number)

    def answer(
        self,
        request: HttpRequest,
        make: Callable[[], HttpResponse],
        stamp: Callable[[], Hashable] = lambda: None,
        competition: Callable[[Hashable], str] = lambda stamp: "",
    ) -> HttpResponse:
        """Return the page as remembered, or make it; who asks for a page that is being made waits for it.

        `stamp` gives what changes with everything that the page must not be late with, whichever process stores it,
        and `competition` the name that `forget` takes for that one.
        """
        if (
            request.method != "GET"
            or request.META.get("QUERY_STRING")
            or not request.COOKIES.keys().isdisjoint(OWN_COOKIES)
        ):
            return make()
        address = (request.scheme, request.get_host(), request.path, get_language())
        stamped = getattr(request, STAMP, None) or stamp()
        rounds = self._rounds.get(""), self._rounds.get(competition(stamped))
        made: list[HttpResponse] = []

        def page() -> _Page:
            started, response = time.monotonic(), make()
            made.append(response)
            return _Page(response.content if _is_for_everybody(response) else None, started)

        found = self._pages.get_or_set((*address, stamped, rounds), page)
        return made[0] if made else HttpResponse(found.content)


def _is_for_everybody(response: HttpResponse) -> bool:
    if response.status_code != 200 or response.cookies or response.streaming:
        return False
    return b"data-shared" in response.content and b"csrfmiddlewaretoken" not in response.content


PAGES = PageCache()


@dataclass(frozen=True, slots=True)
class PageFollowers(Followers):
    """Followers of competitions whose pages are remembered: no page is older than the change that they hear of."""

    def changed(self, key: int) -> None:
        """Notify all followers."""
        PAGES.forget(self.group_of(key))
        Followers.changed(self, key)

    def take_note(self, key: int) -> None:
        """Forget what another process has changed."""
        PAGES.forget(self.group_of(key))
