"""What somebody does on a page, counted."""

from typing import Any

from playwright.sync_api import Locator, Page

COUNTING = """
addEventListener("click", (event) => event.isTrusted && event.detail && counted("taps"), true);
addEventListener("change", (event) => {
  if (event.isTrusted && event.target.matches("textarea, input:not([type=checkbox], [type=radio])")) counted("typed");
}, true);
"""


class Hand:
    """What somebody does on a phone, counted: taps, typed fields, pages that are loaded."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions, self.typed, self.loads = page, 0, 0, 0
        page.on("domcontentloaded", self._loaded)

    def _loaded(self, _page: Page) -> None:
        self.loads += 1

    def open(self, address: str) -> None:
        self.actions += 1
        self.page.goto(address)

    def tap(self, locator: Locator) -> None:
        self.actions += 1
        locator.tap()

    def paste(self, text: str) -> None:
        """Into the field that has the focus, as from a chat."""
        self.actions += 1
        self.page.keyboard.insert_text(text)

    def type(self, locator: Locator, text: str) -> None:
        self.typed += 1
        self.actions += 1
        locator.fill(text)


class Watched:
    """Counts what a page itself sees: taps and clicks, fields that were typed into, pages that were loaded."""

    def __init__(self, page: Page) -> None:
        self.counts = {"taps": 0, "typed": 0, "loads": 0}
        page.expose_binding("counted", self._counted)
        page.add_init_script(COUNTING)
        page.on("domcontentloaded", lambda _page: self._counted(None, "loads"))

    def _counted(self, _source: Any, what: str) -> None:
        self.counts[what] += 1
