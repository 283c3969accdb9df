"""Sizes of pages, and a watch that fails a test on errors of a page and on requests to other hosts."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet

from playwright.sync_api import BrowserContext, ConsoleMessage, JSHandle, Page

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


OpenPage = Callable[..., Page]
LOOK_EVERY_MS = 50

# A context with this proxy reaches this machine alone: nobody listens at port 9.
THIS_MACHINE_ALONE: Any = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1, localhost"}
_reach_this_machine_alone: WeakSet[BrowserContext] = WeakSet()


def reaches_this_machine_alone(context: BrowserContext) -> None:
    """Say that a context has that proxy: of its requests only those that failed are looked at.

    A page makes some 60 requests; an event for each takes a tenth of the CPU that the page takes.
    """
    _reach_this_machine_alone.add(context)


def wait_for_script(page: Page, script: str, *, arg: object = None, timeout: float | None = None) -> JSHandle:
    """Wait until a script gives something true; give that.

    Playwright would ask 60 times a second, before each frame, which makes a page that stands still draw all the time.

    Units: `timeout` in ms, the page's own if there is none.
    """
    return page.wait_for_function(script, arg=arg, timeout=timeout, polling=LOOK_EVERY_MS)


class Watch:
    """Collects what a page must not do: errors in its console, uncaught exceptions, requests to other hosts."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._allowed: list[str] = []
        self._follows: list[tuple[BrowserContext, Any, Callable[..., None]]] = []

    def allow(self, pattern: str) -> None:
        """From now on, and for what was seen before, errors that match this regular expression are expected."""
        self._allowed.append(pattern)

    def follow(self, context: BrowserContext, host: str) -> None:
        """Watch every page of a context that talks to `host`."""
        request = "requestfailed" if context in _reach_this_machine_alone else "request"
        listeners: dict[Any, Callable[..., None]] = {
            "console": self._console,
            "weberror": lambda error: self.faults.append(f"uncaught: {error.error}"),
            request: lambda request: self._request(request.url, host),
            "page": lambda page: page.on("websocket", lambda socket: self._request(socket.url, host)),
        }
        for event, listener in listeners.items():
            context.on(event, listener)
            self._follows.append((context, event, listener))

    def leave(self) -> None:
        """Watch no longer: what comes from now on is of another test."""
        for context, event, listener in self._follows:
            context.remove_listener(event, listener)
        self._follows.clear()

    def check(self) -> None:
        """Fail if there was anything that was not allowed."""
        faults = [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self._allowed)]
        assert not faults, "\n".join(faults)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, url: str, host: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob") and address.netloc != host:
            self.faults.append(f"request to another host: {url}")
