"""Contexts that tests use one after the other: each test is a new guest, and what the browser has loaded stays loaded.

A page in a new context fetches and compiles all its modules, and a context that closes takes its process along. In one
that stays, emptied, the same page costs a third less.
"""

from typing import Any

from playwright.sync_api import Browser, BrowserContext

HAS_OWN_CLOCK = "!Date.now.toString().includes('[native code]')"
STORED = "local_storage,indexeddb,cache_storage,service_workers,file_systems"


class _Emptied:
    """One context, with a page that stays so that its process does."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.is_open = True
        context.on("close", self._closed)
        self._stays = context.new_page()
        self._stays.goto(f"{url}/healthz")
        self._session = context.new_cdp_session(self._stays)

    def empty(self) -> None:
        """Close the pages of the test that is over and clear what it left; close the context where that cannot be."""
        # A clock has all pages of a context; those of the test may be on their way to another page now.
        if self._stays.evaluate(HAS_OWN_CLOCK):
            self.context.close()  # the clock of a test stays with its context
            return
        for page in self.context.pages:
            if page is not self._stays:
                page.close()
        self.context.set_offline(False)
        self.context.unroute_all()
        self.context.clear_permissions()
        self.context.clear_cookies()
        self._session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": STORED})

    def _closed(self, _context: BrowserContext) -> None:
        self.is_open = False


class Guests:
    """Gives contexts to tests and takes them back: `take` during a test, `end_test` after it.

    What a test adds to a context beyond pages, routes, permissions, cookies and what is stored (a script for each page,
    a listener) is the test's to remove; such tests rather ask `open_page` for a context of their own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[_Emptied]] = {}
        self._taken: list[tuple[str, _Emptied]] = []

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """A context with these options without cookies and without anything stored."""
        key = repr(sorted(options.items()))
        idle = self._idle.setdefault(key, [])
        guest = idle.pop() if idle else _Emptied(self._browser.new_context(**options), options["base_url"])
        self._taken.append((key, guest))
        return guest.context

    def end_test(self) -> None:
        """Empty what the test took."""
        taken, self._taken = self._taken, []
        for _key, guest in taken:
            if guest.is_open:
                guest.empty()
        for key, guest in reversed(taken):
            if guest.is_open:
                self._idle[key].append(guest)
