"""The practice board: strokes by the page alone, the network off; pieces put by hand; what is drawn is what happens."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import carrom
from tests.support.browser.board import (
    BASE_MIDDLE,
    Finger,
    Mouse,
    choose,
    figure,
    spot,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, wait_for_script

Places = dict[str, list[float]]
MM_A_PIXEL = 0.8  # of the ruler


@pytest.fixture
def page(open_page: OpenPage, server: LiveServer) -> Page:
    page = open_page(DESKTOP, server)
    open_practice(page)
    return page


def open_practice(page: Page, link: str = "") -> None:
    """Open the practice board and cut the network as soon as it is there."""
    page.goto(f"/practice/{link}")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)


def pieces(page: Page) -> Places:
    """Where the pieces lie in millimetres, by number, without the striker."""
    found: Places = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#stage .l-pieces [data-piece]')]"
        ".map(piece => [piece.dataset.piece, [piece.x.baseVal.value, piece.y.baseVal.value]]))"
    )
    return found


def drawn_ends(page: Page) -> list[tuple[str, float, float]]:
    """Where the drawn stroke lets pieces come to rest, by the letter of their kind; only those that move."""
    page.wait_for_timeout(100)
    found: list[Any] = page.evaluate(
        "[...document.querySelectorAll('.predicted .ends use')]"
        ".map(end => [end.getAttribute('href').slice(3), end.x.baseVal.value, end.y.baseVal.value])"
    )
    return sorted((letter, x, y) for letter, x, y in found)


def letter(number: str) -> str:
    return "q" if number == "1" else "w" if int(number) <= 10 else "b"


def link(page: Page) -> str:
    """What the address holds behind the #: the position exactly."""
    text: str = page.evaluate("decodeURIComponent(location.hash)")
    return text


RUNS = """() => {
    window.hasRun = false;
    const note = () => { window.hasRun ||= document.body.dataset.mode === 'watch'; };
    new MutationObserver(note).observe(document.body, { attributeFilter: ['data-mode'] });
}"""


def strike(page: Page) -> None:
    """Strike as the aim is, and go to the end, which a busy machine may have reached before anybody looks."""
    page.evaluate(RUNS)
    page.locator("svg.board").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    wait_for_script(page, "() => window.hasRun")
    page.evaluate("document.querySelector('#to-end').click()")
    wait_for_mode(page, "stroke")


def test_a_stroke_that_is_reverted_changes_nothing_and_what_is_drawn_while_one_aims_is_what_happens(page: Page) -> None:
    revert_while_it_runs(page)
    before = pieces(page)
    mouse, (x, y) = Mouse(page), spot(page, 0, -BASE_MIDDLE)
    mouse.press(x, y)
    mouse.to(x + 6, y + 190)
    drawn = drawn_ends(page)
    reported = page.locator("#outcome").text_content() or ""
    mouse.lift()
    page.evaluate("document.querySelector('#to-end').click()")  # the motion may be over by now
    wait_for_mode(page, "stroke")

    after = pieces(page)
    moved = {number: place for number, place in after.items() if place != pytest.approx(before[number], abs=0.5)}
    expected = sorted((letter(number), *place) for number, place in moved.items())
    without_striker = [end for end in drawn if end[0] != "s"]
    assert len(expected) > 10
    assert [end[0] for end in without_striker] == [end[0] for end in expected]
    for one, other in zip(without_striker, expected, strict=True):
        assert one[1:] == pytest.approx(other[1:], abs=0.06)
    speed = re.search(r"Drawn for ([\d.]+) m/s: (.*)", reported)
    assert speed
    played = page.locator("#played").text_content() or ""
    assert played.removeprefix("Struck: ").replace("fell.", "falls.") == speed[2]


def test_a_good_stroke_is_found_with_the_network_off_and_the_piece_that_falls_is_cut_off_gets_smaller_and_darker(
    desktop: Page,
) -> None:
    page = desktop
    open_practice(page, "#position=w2(0.0,-0.2526)+b12(-0.1,0.1)+q1(0,0)")
    put_the_striker_on_a_piece(page)
    button, said = page.get_by_role("button", name="Show a good stroke"), page.locator("#good-stroke-said")
    expect(button).to_have_attribute("aria-disabled", "false")
    before = figure(page, "aim")

    button.click()

    expect(said).to_have_text(re.compile(r"At [\d.]+ m/s this stroke sinks the white in \d+ of 100 tries"))
    assert figure(page, "aim") != before
    expect(page.locator(".predicted .ghosts circle")).to_have_count(1)
    expect(page.locator(".predicted circle.falls")).to_have_count(1)  # the stroke that is drawn sinks it

    page.locator("svg.board").focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_be_empty()  # it is another stroke now
    button.click()
    expect(said).to_contain_text("sinks the white")
    let_it_fall(page)


def put_the_striker_on_a_piece(page: Page) -> None:
    """It lies beside one that lies in its middle, and is not put there either."""
    assert abs(figure(page, "place")) >= 36.5
    mouse = Mouse(page)
    x, y = choose(page, "place")
    mouse.press(x, y)
    mouse.to(x - figure(page, "place") / MM_A_PIXEL, y)
    mouse.lift()

    expect(page.locator("#tag")).to_contain_text("The striker would lie on a piece.")
    page.get_by_role("button", name="Nearest free place").click()
    assert 36.5 <= abs(figure(page, "place")) < 36.7


FALLING = """() => {
    window.fallen = [];
    const layer = document.querySelector('#stage .l-falling');
    const note = () => [...layer.children].forEach(piece => window.fallen.push([
        piece.dataset.piece, Number(piece.getAttribute('opacity')), piece.getAttribute('transform'),
        layer.getAttribute('clip-path'),
    ]));
    new MutationObserver(note).observe(layer, { childList: true, subtree: true, attributes: true });
}"""


def let_it_fall(page: Page) -> None:
    """The rim cuts off what falls of it."""
    page.evaluate(FALLING)

    page.locator("svg.board").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    wait_for_mode(page, "watch")
    wait_for_mode(page, "stroke")

    fallen = [one for one in page.evaluate("window.fallen") if one[0] == "2"]
    dark = [opacity for _, opacity, _, _ in fallen]
    assert len(fallen) > 3 and dark == sorted(dark, reverse=True) and dark[0] > dark[-1] >= 0.4
    assert all("scale(" in way and clip == "url(#rims)" for _, _, way, clip in fallen)
    expect(page.locator("#stage .l-falling > *")).to_have_count(0)


def test_strokes_without_a_network_ask_nothing_are_drawn_as_ways_and_undo_gives_back_the_last_bit(
    page: Page,
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.emulate_media(reduced_motion="reduce")
    start = link(page) or None
    assert len(pieces(page)) == 19
    page.locator("svg.board").focus()
    page.keyboard.press("n")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.locator(".l-aim .track").first).to_be_visible()  # the ways are drawn, and nothing flies
    wait_for_mode(page, "stroke")
    first, aim = link(page), figure(page, "aim")
    page.locator("svg.board").focus()
    page.keyboard.press("ArrowRight")
    strike(page)
    second = link(page)
    expect(page.locator("#played")).to_contain_text("Struck:")

    position = re.compile(r"position=([^&]*)")
    assert start is None
    assert position.findall(first) != position.findall(second)
    page.get_by_role("button", name="Undo").click()
    wait_until(page, lambda: position.findall(link(page)) == position.findall(first))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")

    wait_until(page, lambda: figure(page, "aim") == aim)
    assert len(pieces(page)) == 19
    strike(page)
    assert position.findall(link(page)) == position.findall(first)  # the same stroke once more, the same bits
    page.get_by_role("button", name="Reset").click()
    wait_until(page, lambda: pieces(page)["1"] == [0, 0])
    # the browser itself looks for the page's icon again when the address changes
    assert [address for address in asked if "/icon." not in address] == []


def revert_while_it_runs(page: Page) -> None:
    """Neither Undo nor Reset leaves anything of a stroke that runs."""
    before = pieces(page)
    as_before = {number: pytest.approx(place, abs=0.01) for number, place in before.items()}
    for button in ("Undo", "Reset"):
        page.locator("svg.board").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        wait_for_mode(page, "watch")
        page.wait_for_timeout(300)

        page.get_by_role("button", name=button).click()

        wait_for_mode(page, "stroke")
        wait_until(page, lambda: pieces(page) == as_before)


def put_by_keys(page: Page) -> None:
    """Pieces are put and removed by keys alone."""
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="black, 9 left").click()
    page.locator("svg.board").focus()
    page.wait_for_timeout(500)

    page.keyboard.press("n")
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowUp"):
        page.keyboard.press(key)

    assert pieces(page) == {"11": pytest.approx([10, 0.5], abs=0.01)}
    expect(page.locator("#say")).to_contain_text("black: 10 mm right")
    page.keyboard.press("Delete")
    assert pieces(page) == {}
    expect(page.locator("#say")).to_contain_text("black removed")


def test_pieces_are_added_dragged_and_removed_by_mouse_and_put_by_keys_alone(page: Page) -> None:
    page.get_by_role("button", name="Place pieces").click()
    page.get_by_role("button", name="Clear").click()
    wait_until(page, lambda: pieces(page) == {})

    page.get_by_role("button", name="white, 9 left").click()
    page.get_by_role("button", name="white, 8 left").click()
    page.get_by_role("button", name="queen, 1 left").click()
    expect(page.get_by_role("button", name="queen, 0 left")).to_have_attribute("aria-disabled", "true")
    mouse, lying = Mouse(page), pieces(page)
    mouse.press(*spot(page, *lying["3"]))
    mouse.to(*spot(page, -150, 200))
    mouse.lift()
    assert pieces(page)["3"] == pytest.approx([-150, 200], abs=1.5)
    mouse.press(*spot(page, *pieces(page)["1"]))
    mouse.to(*spot(page, *pieces(page)["3"]))
    expect(page.locator(".chosen.bad")).to_be_visible()
    expect(page.locator("#tag")).to_contain_text("on another piece")
    mouse.lift()
    apart = [a - b for a, b in zip(pieces(page)["1"], pieces(page)["3"], strict=True)]
    assert 31.7 < (apart[0] ** 2 + apart[1] ** 2) ** 0.5 < 40  # it slipped to the side
    mouse.press(*spot(page, *pieces(page)["3"]))
    mouse.to(*spot(page, -420, 200))
    mouse.lift()
    assert sorted(pieces(page)) == ["1", "2"]

    page.get_by_role("button", name="Undo").click()
    wait_until(page, lambda: sorted(pieces(page)) == ["1", "2", "3"])
    page.get_by_role("button", name="Rack").click()
    wait_until(page, lambda: len(pieces(page)) == 19)
    put_by_keys(page)


def test_pieces_are_dragged_by_a_finger(open_page: OpenPage, server: LiveServer) -> None:
    phone = open_page(PHONE, server)
    open_practice(phone)
    phone.get_by_role("button", name="Place pieces").tap()
    phone.get_by_role("button", name="Clear").tap()
    wait_until(phone, lambda: pieces(phone) == {})
    phone.get_by_role("button", name="white, 9 left").tap()
    finger = Finger(phone)

    finger.press(*spot(phone, 0, 0))
    finger.to(*spot(phone, 120, 60))
    finger.lift()

    lifted = 40 * 880 / phone.locator("svg.board").bounding_box()["width"]  # type: ignore[index]
    assert pieces(phone)["2"] == pytest.approx([120, 60 + lifted], abs=4)  # it floats above the finger


def test_a_position_is_shared_by_a_link_and_plays_alike_to_the_last_bit(
    page: Page, open_page: OpenPage, server: LiveServer
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.emulate_media(reduced_motion="reduce")
    page.locator("#surface").select_option("club")
    page.locator("#striker-mass").select_option("10")
    page.locator("#seat").select_option("north")
    strike(page)
    page.locator("svg.board").focus()
    page.keyboard.press("n")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#notice")).to_contain_text("Link copied")
    address = page.evaluate("navigator.clipboard.readText()")

    other = open_page(PHONE, server, reduced_motion="reduce")
    open_practice(other, address[address.index("#") :])
    expect(other.locator("#surface")).to_have_value("club")
    expect(other.locator("#striker-mass")).to_have_value("10")
    assert pieces(other) == pieces(page)
    assert figure(other, "aim") == figure(page, "aim")
    for each in (page, other):
        strike(each)

    assert link(other) == link(page)
    text = re.search(r"position=([^&]*)", link(page))
    assert text
    lying = {str(piece.number): (piece.x, piece.y) for piece in carrom.read_position(text[1].replace("+", " ")).pieces}
    for number, (x, y) in pieces(page).items():
        assert lying[number] == pytest.approx((x / 1000, y / 1000), abs=6e-6)
    assert len(lying) == len(pieces(page))


def test_a_link_that_cannot_be_shows_the_rack_and_another_surface_and_a_lighter_striker_end_otherwise(
    desktop: Page,
) -> None:
    page = desktop
    open_practice(page, "#position=w2(0,0)+w3(0.001,0)")
    expect(page.locator("#notice")).to_contain_text("is not possible")
    assert len(pieces(page)) == 19
    page.locator("#notice-close").click()

    page.locator("svg.board").focus()
    page.keyboard.press("ArrowLeft")
    drawn = [drawn_ends(page)]
    page.locator("#surface").select_option("worn")
    drawn.append(drawn_ends(page))
    page.locator("#striker-mass").select_option("8")
    drawn.append(drawn_ends(page))

    assert drawn[0] != drawn[1] != drawn[2]
    assert all(drawn)
    page.locator("svg.board").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".predicted .track").first).to_be_attached()
    page.get_by_label("Draw the whole stroke").uncheck()
    expect(page.locator(".predicted")).to_have_count(0)
