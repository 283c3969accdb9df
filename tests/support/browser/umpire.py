"""The sheet of a match on a real board, as its umpire uses it on a page."""

import re
import urllib.request

from playwright.sync_api import Page, expect

from carrom.notation.record import read_match
from carrom.play.record import Record
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import wait_for_script
from tests.support.browser.visitor import send_form

UNREAD_MS = 310  # ms: a question that came up within 300 of the last tap is not answered by the next one


NO_NETWORK = (  # also of a server that was killed over its answer
    "ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
    "|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_FAILED|WebSocket"
)


BY_HAND = "localStorage['carrom-sheet-auto'] ??= '0'"  # no stroke is recorded by itself, so that no test is a race
SETTLED = """() => {
    const record = document.querySelector("#record"), asks = document.querySelector("#asks");
    const isEmpty = record.getAttribute("aria-disabled") === "true";
    const isBusy = record.getAttribute("aria-busy") === "true";
    return !asks.hidden ? "asked" : !isEmpty && !isBusy ? "pending" : isEmpty ? "recorded" : null;
}"""


class UmpireSheet:
    """A sheet as its umpire uses it; the form is sent without showing it (test_every_page begins one by hand).

    Of one that is hurried the page's clock is put on where a question would be read, instead of waiting.
    """

    def __init__(
        self,
        page: Page,
        *,
        length: str = "game",
        breaks: str = "me",
        ruleset: str = "icf",
        ceremony: str = "short",
        is_hurried: bool = False,
    ) -> None:
        self.page = page
        self.is_hurried = is_hurried
        page.add_init_script(BY_HAND)
        if is_hurried:
            page.clock.install()
        chosen = {"ruleset": ruleset, "length": length, "breaks": breaks, "ceremony": ceremony}
        names = {"name": "Asha", "other_name": "Tomasz", "place": "Table 4", "scorer_is": "umpire"}
        page.goto(send_form(page, "/umpire/", **chosen, **names))
        expect(page.locator("#sides .half").first).to_be_visible()
        self.url = page.url
        self.match = self.url.rstrip("/").rsplit("/", 1)[1]

    @classmethod
    def again(cls, sheet: "UmpireSheet", page: Page) -> "UmpireSheet":
        """The same sheet on another page."""
        other = cls.__new__(cls)
        other.page, other.url, other.match = page, sheet.url, sheet.match
        other.is_hurried = sheet.is_hurried
        page.add_init_script(BY_HAND)
        if other.is_hurried:
            page.clock.install()
        page.goto(sheet.url)
        return other

    @classmethod
    def started_on(cls, page: Page) -> "UmpireSheet":
        """The sheet that a page shows already."""
        shown = cls.__new__(cls)
        shown.page, shown.url, shown.is_hurried = page, page.url, False
        page.evaluate(BY_HAND)
        shown.match = shown.url.rstrip("/").rsplit("/", 1)[1]
        return shown

    @property
    def version(self) -> int:
        return int(self.page.evaluate("document.body.dataset.version"))

    def tap(self, *pieces: str) -> None:
        """Tap what fell, in order."""
        for piece in pieces:
            self.tap_on(f"#keys [data-piece={piece}]")

    def tap_on(self, selector: str) -> None:
        """Tap a key."""
        self.page.locator(selector).tap()

    def read(self) -> None:
        """Let as much time pass as it takes to read a question."""
        if self.is_hurried:
            self.page.clock.fast_forward(UNREAD_MS)
        else:
            self.page.wait_for_timeout(UNREAD_MS)

    def record(self, *, is_sent: bool = True) -> str:
        """Record what was reported, and give the ruling that was shown before it: who plays, and why."""
        self.ruled()
        title, text = (self.page.locator(f"#verdict-{part}").inner_text() for part in ("title", "text"))
        before = self.version
        self.tap_on("#record")
        if is_sent:
            wait_for_script(self.page, "before => Number(document.body.dataset.version) > before", arg=before)
            expect(self.page.locator("#verdict-text")).to_contain_text(text)  # a slam may be added
        return f"{title}. {text}"

    def stroke(self, *pieces: str, is_sent: bool = True) -> str:
        """One stroke: what fell, then Record; "Nothing" is recorded at once, and at the break a coin was touched."""
        if pieces:
            self.tap(*pieces)
            return self.record(is_sent=is_sent)
        before = self.version
        self.tap_on("#nothing")
        state = wait_for_script(self.page, SETTLED).json_value()
        if state == "asked":
            self.read()
            self.tap_on("#answers [data-answer=no]")
            state = wait_for_script(self.page, SETTLED).json_value()
        if state == "pending":
            return self.record(is_sent=is_sent)
        if is_sent:
            wait_for_script(self.page, "before => Number(document.body.dataset.version) > before", arg=before)
        return " ".join(self.page.locator(f"#verdict-{part}").inner_text() for part in ("title", "text"))

    def board(self, winner: str, coins: int, queen: str) -> None:
        """A board from the score sheet: four taps."""
        before = self.version
        for name, value in (("winner", winner), ("coins", coins), ("queen", queen)):
            self.page.locator(f"label:has(#board-{name}-{value})").tap()
        self.ruled()
        self.tap_on("#record")
        wait_for_script(self.page, "before => Number(document.body.dataset.version) > before", arg=before)

    def ruled(self) -> None:
        """Wait until the entry has its ruling and may be recorded."""
        record = self.page.locator("#record")
        expect(record).to_be_enabled()
        expect(record).to_have_attribute("aria-busy", "false")

    def press(self, name: str) -> None:
        before = self.version
        self.read()
        self.page.get_by_role("button", name=name, exact=True).tap()
        wait_for_script(self.page, "before => Number(document.body.dataset.version) > before", arg=before)

    def answer(self, name: str, answer: str) -> None:
        """Answer a question of the form before the first stroke."""
        question = self.page.get_by_role("group", name=name)
        question.locator("label", has_text=re.compile(f"^{answer}$")).tap()
        expect(question.get_by_label(answer, exact=True)).to_be_checked()

    def correct(self) -> None:
        """Begin to correct the last stroke."""
        self.more("Correct the last stroke")

    def more(self, name: str) -> None:
        """What has no key of its own on the first page."""
        self.page.locator("#more-open").tap()
        self.page.locator("#more").get_by_role("button", name=name).tap()

    def menu(self, name: str) -> None:
        self.page.get_by_role("button", name="Sheet menu").tap()
        self.page.get_by_role("button", name=name).tap()

    def saved_record(self, server: LiveServer) -> Record:
        """The record as the server has it."""
        with urllib.request.urlopen(f"{server.url}/matches/{self.match}/record/") as answer:
            return read_match(answer.read().decode())

    def figure(self, side: str) -> str:
        return self.page.locator(f"#sides [data-side={side}] .up").get_attribute("data-up") or ""


def enter_strokes(page: Page, strokes: int) -> None:
    """A board that was counted on paper."""
    page.get_by_role("button", name="Set menu").tap()
    page.get_by_role("button", name="Enter a board's strokes…").tap()
    page.locator("#enter-strokes").fill(str(strokes))
    page.get_by_role("button", name="Enter the board").tap()
