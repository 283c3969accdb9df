"""Sizes of pages, the one host that they reach, and a watch that fails a test on errors of a page."""

import re
from collections.abc import Callable
from typing import Any

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
# An argument of Chromium: no name or address but this machine's leads anywhere.
THIS_MACHINE_ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"


def wait_for_script(page: Page, script: str, *, arg: object = None, timeout: float | None = None) -> JSHandle:
    """Wait until a script gives something true; give that.

    Playwright would ask 60 times a second, before each frame, which makes a page that stands still draw all the time.

    Units: `timeout` in ms, the page's own if there is none.
    """
    return page.wait_for_function(script, arg=arg, timeout=timeout, polling=LOOK_EVERY_MS)


class Watch:
    """Collects what a page must not do: errors in its console, uncaught exceptions, requests to other hosts.

    A request to another host fails (`THIS_MACHINE_ALONE`), and Chromium writes that into the console. To follow each
    request would cost a page a twentieth of its CPU.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._allowed: list[str] = []
        self._follows: list[tuple[BrowserContext, Any, Callable[..., None]]] = []

    def allow(self, pattern: str) -> None:
        """From now on, and for what was seen before, errors that match this regular expression are expected."""
        self._allowed.append(pattern)

    def follow(self, context: BrowserContext) -> None:
        """Watch every page of a context."""
        listeners: dict[Any, Callable[..., None]] = {
            "console": self._console,
            "weberror": lambda error: self.faults.append(f"uncaught: {error.error}"),
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
