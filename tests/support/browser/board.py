"""What a player does at the board: begin a match, press, drag, let go; and what the page sent of it."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.support.browser.pages import wait_for_script
from tests.support.browser.visitor import send_form

REST = 120  # ms: longer than the 60 ms that count before letting go
OUTER = 440.0  # mm, half of the drawing
BASE_MIDDLE = 252.6


@dataclass
class Sent:
    """What a page sent and received through its socket."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    received: list[dict[str, Any]] = field(default_factory=list)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one kind, in order."""
        return [message for message in self.messages if message["kind"] == kind]

    @property
    def rulings(self) -> list[dict[str, Any]]:
        """The rulings that were heard, in order."""
        entries = [message["entry"] for message in self.received if message["kind"] == "event"]
        return [entry["ruling"] for entry in entries if entry["ruling"]]

    @property
    def view(self) -> dict[str, Any]:
        """How the match stands by what was heard last."""
        views = [message["view"] for message in self.received if message.get("view")]
        newest: dict[str, Any] = max(views, key=lambda view: view["version"])
        return newest


def listen(page: Page) -> Sent:
    """Keep what the page says and hears from now on."""
    sent = Sent()

    def follow(socket: Any) -> None:
        socket.on("framesent", lambda frame: sent.messages.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: sent.received.append(json.loads(frame)))

    page.on("websocket", follow)
    return sent


def strokes_sent(page: Page) -> list[dict[str, float]]:
    """The strokes that a page sent which has a `sent` (see the fixture `small`)."""
    return page.sent.of("stroke")  # type: ignore[attr-defined, no-any-return]


def start_match_by_http(page: Page, **chosen: str) -> str:
    """Begin a match of one board, or invite to one, without showing the form; give its address."""
    return send_form(page, "/play/", **{"length": "board", "ruleset": "icf", "breaks": "me", **chosen})


def start_match(page: Page, *, opponent: str = "screen", breaks: str = "me", level: str = "steady") -> None:
    """Begin a match of one board and wait until it is one's own stroke."""
    page.goto(start_match_by_http(page, opponent=opponent, breaks=breaks, level=level, take_back="on"))
    wait_for_mode(page, "stroke")


def start_match_by_link(page: Page, other: Page, **chosen: str) -> None:
    """A match of Asha and Tomasz, each on their own device; Asha breaks."""
    invitation = start_match_by_http(page, opponent="friend", name="Asha", **chosen)
    other.goto(invitation)
    other.get_by_label("Your name").fill("Tomasz")
    other.get_by_role("button", name="Sit down and play").click()
    wait_for_mode(other, "panel")
    page.goto(invitation)
    wait_for_mode(page, "stroke")


def start_match_under(
    page: Page, ruleset: str, *, pairs: bool = False, length: str = "board", names: dict[str, str] | None = None
) -> None:
    """Begin a match at one screen under some laws; the first player breaks."""
    chosen = {"opponent": "screen", "length": length, "ruleset": ruleset, "name": "Asha"} | (names or {})
    if pairs:
        chosen |= {"sides": "doubles"} | {"other_name": "Ben", "name_a2": "Chitra", "name_b2": "Dev"} | (names or {})
    page.goto(start_match_by_http(page, **chosen))
    wait_for_script(page, "() => document.body?.dataset.mode === 'stroke' || document.querySelector('#panel button')")


def strike_by_keys(page: Page) -> None:
    """Strike as the aim is, and go to the end of the motion.

    The second press counts within five seconds only, and a ruling that opens takes the keys: on a busy machine another
    try may be needed.
    """
    for _ in range(5):
        if page.locator("#ruling-sheet").is_visible():
            page.keyboard.press("Escape")
        page.locator("svg.board").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        with suppress(PlaywrightTimeout):
            wait_for_script(page, "() => document.body?.dataset.mode !== 'stroke'", timeout=8_000)
            break
    play_to_the_end(page)


RULINGS = "document.querySelectorAll('#rulings > li').length"


def play_to_the_end(page: Page, *, rulings: int | None = None) -> str:
    """Go to the end of the motion that was just started, and give the mode then.

    Args:
        rulings: how many were listed before the stroke. A short motion after which the same player strikes again may be
            over before anybody looks: then there is one more.
    """
    seen = "false" if rulings is None else f"{RULINGS} > {rulings}"
    modes = "['watch', 'place', 'panel'].includes(document.body?.dataset.mode)"
    wait_for_script(page, f"() => {modes} || {seen}", timeout=90_000)  # the engine may be new
    if page.evaluate("document.body.dataset.mode") == "watch":
        page.evaluate("document.querySelector('#to-end').click()")
    return wait_for_mode(page, "stroke", "place", "panel", timeout=90_000)


def strike_typed(page: Page, *, offset: float = 0.0, angle: float = 0.0, speed: float) -> None:
    """Type a stroke (mm, degrees to the left, m/s) and release it from the nearest legal place.

    A ruling that opens takes the keys, and the second press counts within five seconds only: on a busy machine the
    stroke is typed again.
    """
    page.evaluate("delete document.body.dataset.stroke")
    for _ in range(5):
        if page.locator("#ruling-sheet").is_visible():
            page.keyboard.press("Escape")
        open_numbers(page)
        for name, value in {"offset": offset, "angle": angle, "speed": speed}.items():
            page.locator(f"#exact-{name}").fill(str(value))
        page.get_by_role("button", name="Set these values").click()
        if page.locator("#nearest").is_visible():
            page.locator("#nearest").click()
        page.locator("svg.board").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        if page.evaluate("'stroke' in document.body.dataset"):
            return
    raise AssertionError("the stroke was not released")


def strike_with(page: Page, *, offset: float = 0.0, angle: float = 0.0, speed: float) -> str:
    """Strike as typed, go to the end of the motion, and give the mode then."""
    before = page.evaluate(RULINGS)
    strike_typed(page, offset=offset, angle=angle, speed=speed)
    return play_to_the_end(page, rulings=before)


def set_dues(page: Page) -> None:
    """Set every coin that is to be placed where the page suggests it."""
    end = time.monotonic() + 60
    while page.evaluate("document.body.dataset.mode") == "place":
        assert time.monotonic() < end, "the page lets nobody set the coin where it suggests it"
        if page.locator("#ruling-sheet").is_visible():
            page.keyboard.press("Escape")
        if page.locator("#due-set").get_attribute("aria-disabled") == "false":
            page.locator("#due-set").click()
        page.wait_for_timeout(50)


def wait_for_mode(page: Page, *modes: str, timeout: float = 60_000) -> str:
    """Wait until the page is at one of these: stroke, place, watch, panel."""
    wait_for_script(page, "modes => modes.includes(document.body?.dataset.mode)", arg=list(modes), timeout=timeout)
    return str(page.evaluate("document.body.dataset.mode"))


def wait_until(page: Page, holds: Callable[[], object], *, seconds: float = 30.0) -> None:
    """Wait until this holds; what the page says and hears arrives meanwhile."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"it did not come to hold within {seconds:.0f} s"
        page.wait_for_timeout(20)


def places(page: Page) -> dict[str, tuple[float, float]]:
    """Where the pieces are drawn, by number."""
    found: dict[str, tuple[float, float]] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#stage [data-piece]')]"
        ".map(piece => [piece.dataset.piece, [piece.x.baseVal.value, piece.y.baseVal.value]]))"
    )
    return found


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the board, in millimetres as its player sees it, lies on the page."""
    box = page.locator("svg.board").bounding_box()
    assert box
    return box["x"] + (x + OUTER) / (2 * OUTER) * box["width"], box["y"] + (OUTER - y) / (2 * OUTER) * box["height"]


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element on the page."""
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def figure(page: Page, value: str) -> float:
    """What the ruler says of the place (mm), the aim (degrees) or the power (m/s)."""
    return float(page.locator(f"[data-value={value}] data").get_attribute("value") or "nan")


def choose(page: Page, value: str) -> tuple[float, float]:
    """Have the ruler set place, aim or power; give its middle, to drag from."""
    button = page.locator(f"[data-value={value}]")
    if button.get_attribute("aria-pressed") == "false":
        button.click()
    return middle(page, "#ruler")


def open_numbers(page: Page, value: str = "place") -> None:
    """Open the stroke in numbers: by pressing a value that is chosen already."""
    choose(page, value)
    page.locator(f"[data-value={value}]").click()


def striker(page: Page) -> tuple[float, float]:
    """Where the striker lies on the page."""
    return spot(page, figure(page, "place"), -BASE_MIDDLE)


class Mouse:
    """A mouse that drags as a hand does: in steps, with a rest before it lets go."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, x: float, y: float) -> None:
        """Press the left button there."""
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.at = (x, y)

    def to(self, x: float, y: float, *, rest: int = REST, steps: int = 8) -> None:
        """Drag there, and stay a while."""
        self.page.mouse.move(x, y, steps=steps)
        self.at = (x, y)
        self.page.wait_for_timeout(rest)

    def lift(self) -> None:
        """Let go."""
        self.page.mouse.up()


class Finger:
    """A finger on a touch screen; a second one may come down beside it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.points: dict[int, tuple[float, float]] = {}

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": name} for name, (x, y) in self.points.items()]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, x: float, y: float, name: int = 0) -> None:
        """Put a finger down."""
        self.points[name] = (x, y)
        self._send("touchStart")

    def to(self, x: float, y: float, *, rest: int = REST, name: int = 0) -> None:
        """Draw it there, and stay a while."""
        x0, y0 = self.points[name]
        for step in range(1, 9):
            self.points[name] = (x0 + (x - x0) * step / 8, y0 + (y - y0) * step / 8)
            self._send("touchMove")
        self.page.wait_for_timeout(rest)

    def lift(self, name: int = 0) -> None:
        """Lift it."""
        del self.points[name]
        self._send("touchEnd" if not self.points else "touchMove")
        if self.points:
            self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            self.points.clear()

    def cancel(self) -> None:
        """The system takes the touch away."""
        self.points.clear()
        self.session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
