"""What somebody does on a phone, counted."""

from playwright.sync_api import Locator, Page


class Hand:
    """What somebody does on a phone, counted: taps, typed fields, pages that are loaded."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions, self.typed, self.loads = page, 0, 0, 0
        page.on("framenavigated", self._loaded)

    def _loaded(self, frame: object) -> None:
        self.loads += frame == self.page.main_frame

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
