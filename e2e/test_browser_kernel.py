"""The kernel in Chromium gives Python's bits; one's own striker leaves at once, what it meets comes from the server."""

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.board import places, play_to_the_end, start_match, wait_for_mode, wait_until
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage, Watch
from tests.support.physics import kernel_strokes
from tests.support.thorough import one_of

ROOT = Path(__file__).parent.parent
CHECKSUMS = ROOT / "tests" / "js" / "checksums.js"
COUNT = one_of(2_000, 20_000)
Message = dict[str, Any]


@pytest.mark.slow
def test_thousands_of_strokes_give_the_same_bits_in_chromium(desktop: Page) -> None:
    strokes = kernel_strokes.samples(COUNT)
    data = base64.b64encode(kernel_strokes.packed(strokes).astype("<f8").tobytes()).decode()
    desktop.route("**/checksums.js", lambda route: route.fulfill(path=CHECKSUMS, content_type="text/javascript"))
    desktop.goto("/practice/")  # a page that may run WebAssembly

    reported = desktop.evaluate(
        """async data => {
            const { checksums } = await import('/checksums.js');
            const figures = await import('/static/physics/figures.js');
            const { load, simulateStrokes } = await import('/static/physics/kernel.js');
            const { SLIDING } = await import('/static/physics/sliding.js');
            await load();
            const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
            return checksums(new Float64Array(bytes.buffer), figures, simulateStrokes, SLIDING);
        }""",
        data,
    )

    expected = kernel_strokes.checksums(strokes)
    assert [row for row, pair in enumerate(zip(expected, reported, strict=True)) if pair[0] != pair[1]] == []


class Between:
    """Stands between a page and the server: holds back what the server says, changes it, or answers in its place."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self.held: list[str] = []
        self.change: Callable[[Message], Message] = lambda message: message
        self.answer: Callable[[Message], Message | None] = lambda message: None
        self.said: list[Message] = []
        self.received: list[Message] = []
        page.route_web_socket("**/ws/**", self._follow)

    def _follow(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self.page = page
        self.server = server

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            self.said.append(message)
            answer = self.answer(message)
            if answer is None:
                server.send(text)
            else:
                page.send(json.dumps(answer))

        def from_server(text: str | bytes) -> None:
            message = self.change(json.loads(text))
            self.received.append(message)
            changed = json.dumps(message)
            if self.holding:
                self.held.append(changed)
            else:
                page.send(changed)

        page.on_message(from_page)
        server.on_message(from_server)

    def let_go(self) -> None:
        """Pass on what was held back."""
        self.holding = False
        for text in self.held:
            self.page.send(text)
        self.held.clear()

    def of(self, kind: str) -> list[Message]:
        """What the page said of one kind."""
        return [message for message in self.said if message["kind"] == kind]


@pytest.fixture
def page(open_page: OpenPage, server: LiveServer) -> Page:
    return open_page(DESKTOP, server)


@pytest.fixture
def between(page: Page) -> Between:
    return Between(page)


def strike(page: Page) -> None:
    """The break, by keys."""
    page.locator("svg.board").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")


def places_without_striker(page: Page) -> dict[str, tuple[float, float]]:
    return {number: place for number, place in places(page).items() if number != "0"}


def go_on(page: Page) -> None:
    """Some strokes more at the nearest pieces."""
    for _ in range(one_of(2, 4)):
        if page.locator("#ruling-sheet").is_visible():
            page.keyboard.press("Escape")
        if wait_for_mode(page, "stroke", "place", "panel") != "stroke":
            break
        for _ in range(7):
            page.keyboard.press("n")
        strike(page)
        play_to_the_end(page)


def test_the_striker_leaves_at_once_what_it_meets_is_shown_when_the_server_answered_and_all_is_its_to_the_last_bit(
    page: Page, between: Between
) -> None:
    start_match(page)
    before = places(page)
    between.holding = True

    strike(page)

    wait_for_mode(page, "watch")
    wait_until(page, lambda: places(page)["0"] != before["0"])
    page.get_by_role("button", name="To the end").click()
    page.wait_for_timeout(1_000)
    own = places(page)
    assert own.pop("0")[1] > before.pop("0")[1] + 100  # it has run to the pack,
    assert own == before  # and nothing tells what it will do there
    expect(page.locator("#slow")).to_contain_text(re.compile("Waiting for the server|Not confirmed yet"))
    assert page.locator("body").get_attribute("data-mode") == "watch"
    between.let_go()
    wait_for_mode(page, "stroke", "place", "panel")
    expect(page.locator("#slow")).to_be_hidden()
    event = next(message for message in between.received if message["kind"] == "event")
    final = {str(number): [1000 * x, 1000 * y] for number, x, y in event["view"]["position"]}
    wait_until(
        page, lambda: places_without_striker(page) == {n: pytest.approx(at, abs=0.006) for n, at in final.items()}
    )
    assert final != {number: pytest.approx(at, abs=0.006) for number, at in before.items()}
    go_on(page)
    assert len(between.of("stroke")) > 2
    assert between.of("differs") == []


def test_who_watches_sees_the_stroke_when_the_server_sends_it(
    page: Page, between: Between, open_page: OpenPage, server: LiveServer
) -> None:
    start_match(page)
    watcher = open_page(DESKTOP, server)
    watcher.goto(page.url)
    expect(watcher.locator("#panel")).to_be_visible()
    stroke: list[Message] = []
    between.answer = lambda message: stroke.append(message) or {"kind": "held"} if message["kind"] == "stroke" else None

    strike(page)
    wait_for_mode(page, "watch")
    page.wait_for_timeout(700)
    assert watcher.locator("body").get_attribute("data-mode") == "panel"
    between.server.send(json.dumps(stroke[0]))

    wait_for_mode(watcher, "watch")
    for each in (page, watcher):
        each.locator("#to-end").evaluate("button => button.click()")
        wait_for_mode(each, "stroke", "place", "panel")
    wait_until(page, lambda: places_without_striker(watcher) == places_without_striker(page))


def refuse_a_stroke(page: Page, between: Between) -> None:
    """It puts the board back, and the page says why."""
    before = places(page)
    between.answer = lambda message: (
        {"kind": "refused", "id": message["id"], "code": "internal", "text": "The server could not store this."}
        if message["kind"] == "stroke"
        else None
    )

    strike(page)

    wait_for_mode(page, "stroke")
    expect(page.locator("#notice")).to_contain_text("The server could not store this.")
    wait_until(page, lambda: places(page) == before)
    between.said.clear()


def test_after_a_refused_stroke_one_that_never_arrived_stands_and_is_sent_again_by_the_next_page(
    page: Page, between: Between
) -> None:
    start_match(page)
    refuse_a_stroke(page, between)
    between.answer = lambda message: {"kind": "nothing"} if message["kind"] == "stroke" else None

    strike(page)
    expect(page.locator("#slow")).to_contain_text("Your stroke is sent again")
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
    between.answer = lambda message: None
    page.reload()
    wait_until(page, lambda: len(between.of("stroke")) > 1)

    wait_for_mode(page, "stroke", "place", "panel")
    first, *again = between.of("stroke")
    assert again == [first]
    wait_until(page, lambda: any(m["kind"] == "done" and m["id"] == first["id"] for m in between.received))
    page.reload()
    page.wait_for_timeout(500)
    assert len(between.of("stroke")) == 2  # it is answered, and no longer held back


def test_an_end_that_is_not_the_server_s_is_replaced_and_reported(
    page: Page, between: Between, server: LiveServer, watch: Watch
) -> None:
    watch.allow("the page's final are not the server's")

    def moved(message: Message) -> Message:
        if message["kind"] == "event" and message["entry"]["motion"]:
            message["entry"]["motion"]["final"][3][1] += 1e-16  # the last bit or two
        return message

    between.change = moved
    start_match(page)

    strike(page)
    play_to_the_end(page)

    assert [message["part"] for message in between.of("differs")] == ["final"]
    log = server.data / "carrom.log"
    wait_until(page, lambda: "simulated other final" in log.read_text(encoding="utf-8"))
    assert page.url.rstrip("/").rsplit("/", 1)[1] in log.read_text(encoding="utf-8")


def test_a_page_whose_engine_is_another_waits_for_the_server(page: Page, between: Between) -> None:
    def older(message: Message) -> Message:
        if message["kind"] == "hello":
            message["physics"]["engine"] = "0"
        return message

    between.change = older
    start_match(page)
    before = places_without_striker(page)
    between.holding = True

    strike(page)
    page.wait_for_timeout(700)

    assert page.locator("body").get_attribute("data-mode") == "stroke"
    assert places_without_striker(page) == before
    between.let_go()
    play_to_the_end(page)


def test_a_reload_while_the_own_stroke_runs_shows_what_the_server_has(page: Page, between: Between) -> None:
    start_match(page)
    strike(page)
    wait_for_mode(page, "watch")
    wait_until(page, lambda: any(message["kind"] == "event" for message in between.received))

    page.reload()

    wait_for_mode(page, "stroke", "place", "panel")

    def greeted() -> Message:
        return next(message for message in reversed(between.received) if message["kind"] == "hello")["view"]

    wait_until(page, lambda: greeted()["version"] == 1)
    view = greeted()
    drawn = {str(number): pytest.approx([1000 * x, 1000 * y], abs=0.006) for number, x, y in view["position"]}
    wait_until(page, lambda: places_without_striker(page) == drawn)
