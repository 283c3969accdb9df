"""Other laws in the browser: pairs, forward only, open colours, solo, declared facts, and the way to the clause."""

import itertools
import math

from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    listen,
    open_numbers,
    set_dues,
    start_match_under,
    strike_by_keys,
    strike_with,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage

SOFT_BREAK = {"speed": 1.2}  # touches the rack, pockets nothing
INSIDE = "element => element.scrollWidth - element.clientWidth"
LONG_NAMES = {"name": "Bartholomew Featherstone", "name_a2": "Christopherson Vandyke"}
PAST_EVERYTHING = {"angle": 75.0, "speed": 0.6}  # over the front line, to rest beside the rack


def test_names_of_pairs_stand_in_their_boxes_four_play_in_their_order_and_each_sees_the_board_from_their_own_edge(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    sent = listen(page)
    start_match_under(page, "kagw", pairs=True, names=LONG_NAMES)
    look_at_the_boxes(page)
    names = {player["seat"]: player["name"] for side in sent.view["sides"] for player in side["players"]}

    seen: list[tuple[str, str]] = []
    for stroke in (SOFT_BREAK, *[PAST_EVERYTHING] * 4):
        seat = sent.view["to_play"]
        expect(page.locator("#card-near")).to_contain_text(f"{names[seat]} plays")
        seen.append((seat, str(page.locator("svg.board .world").get_attribute("transform"))))
        strike_with(page, **stroke)

    assert [seat for seat, _edge in seen] == ["south", "west", "north", "east", "south"]
    assert len({edge for _seat, edge in seen}) == len(set(seen)) == 4
    assert list(names.values()) == [*LONG_NAMES.values(), "Ben", "Dev"]


def count_the_boards(page: Page) -> None:
    """A best of three boards does; the first one is decided by an official."""
    expect(page.locator("#title-board")).to_have_text("Board 1 of 3")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Decide as an official").click()
    page.locator("#official-about").select_option(label="Player 2")
    page.locator("#official-what").select_option("board")
    page.get_by_label("Reason").fill("left the table")
    page.get_by_role("dialog", name="Decide as an official").get_by_role("button", name="Decide").click()

    expect(page.locator("#title-board")).to_have_text("Board 2 of 3")
    expect(page.locator("#boards-title")).to_have_text("Boards of this match")
    assert [row.split()[0] for row in page.locator("#boards tr").all_inner_texts()] == ["1", "2"]


def test_a_best_of_three_boards_counts_them_and_kagw_lets_nobody_strike_backward_and_says_why(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    start_match_under(page, "kagw", length="match")
    count_the_boards(page)
    wait_for_mode(page, "stroke")

    open_numbers(page)
    page.locator("#exact-angle").fill("85")
    page.get_by_role("button", name="Set these values").click()
    page.locator("svg.board").focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")

    expect(page.locator("#tag-text")).to_contain_text("the striker must go forward")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    wait_for_mode(page, "watch", timeout=90_000)
    (stroke,) = sent.of("stroke")
    assert math.radians(89) < stroke["angle"] < math.pi / 2


def test_under_the_common_laws_both_are_ready_first_and_the_first_coin_decides(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    sent = listen(page)
    start_match_under(page, "common")

    expect(page.locator("#panel")).to_contain_text("ready?")
    page.get_by_role("button", name="Ready", exact=True).tap()
    expect(page.locator("#panel .asked")).to_contain_text("Player 2: ready?")
    page.get_by_role("button", name="Ready", exact=True).tap()

    wait_for_mode(page, "stroke")
    for strip in ("#player-near", "#player-far"):
        expect(page.locator(strip)).to_contain_text("the first coin decides the colours")
        expect(page.locator(f"{strip} .pips")).to_have_count(0)

    aims = itertools.cycle((0.0, 9.0, -9.0, 16.0, -16.0, 4.0, -4.0))
    while sent.view["colours_open"]:
        assert len(sent.of("stroke")) < 40, "no coin has fallen"
        strike_with(page, offset=0.0, angle=next(aims), speed=7.5)
        set_dues(page)

    by_colour = {side["colour"]: side for side in sent.view["sides"]}
    assert set(by_colour) == {"white", "black"}
    assert "colour_decided" in [reason["code"] for reason in sent.rulings[-1]["reasons"]]
    for strip in ("#player-near", "#player-far"):
        expect(page.locator(strip)).not_to_contain_text("decides the colours")
    for colour, side in by_colour.items():
        pips = page.get_by_role("img", name=f"{side['down']} of 9 {colour} coins down")
        expect(pips.locator("visible=true")).to_have_count(1)


def test_alone_every_stroke_is_counted_on_every_screen_and_a_reload_keeps_the_set(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    start_match_under(page, "baca19", length="match")
    expect(page.locator("#solo-strokes")).to_have_text("0")
    expect(page.locator("#solo-boards tr")).to_have_count(5)

    strike_with(page, speed=1.2)
    expect(page.locator("#solo-strokes")).to_have_text("1")
    page.set_viewport_size(PHONE["viewport"])
    assert page.locator("#solo-small").evaluate("element => element.getClientRects().length") == 1
    expect(page.locator("#solo-small")).to_have_text("1 stroke · Whites and the queen first")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Score sheet").click()
    sheet = page.get_by_role("dialog", name="Score sheet")
    expect(sheet.get_by_role("row")).to_have_count(6)  # five boards and the average
    expect(sheet.get_by_role("row").first).to_contain_text("1, playing")
    expect(sheet.locator("#solo-average")).to_have_text("none yet")
    page.keyboard.press("Escape")

    page.set_viewport_size(DESKTOP["viewport"])
    strike_by_keys(page)
    expect(page.locator("#solo-strokes")).to_have_text("2")
    page.reload()
    expect(page.locator("#solo-strokes")).to_have_text("2")
    expect(page.locator("#solo-hit")).to_have_text("Whites and the queen first")


def follow_the_law_of_a_ruling(page: Page) -> None:
    """Its words are one press away, and the page of the laws a second one."""
    law = page.locator("#rulings .law").first
    number = law.inner_text()
    law.click()
    words = page.locator("#rulings .clause-text:visible").first.inner_text()
    with page.context.expect_page() as opened:
        page.locator("#rulings .clause-text:visible a").first.click()

    laws = opened.value
    assert laws.url.endswith(f"/laws/kagw/#{number}")
    clause = laws.locator(f"#{number}")
    expect(clause).to_be_in_viewport()
    expect(clause.get_by_role("link", name=number)).to_be_visible()
    text = clause.locator("p").first.inner_text()
    assert text and text in words


def test_the_law_of_a_ruling_is_one_press_away_and_a_declared_foul_has_its_clause_and_can_be_taken_back(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    sent = listen(page)
    start_match_under(page, "kagw")
    strike_by_keys(page)
    before = sent.view["sides"]
    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")
    follow_the_law_of_a_ruling(page)

    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Declare a fact").click()
    page.get_by_label("Search").fill("push")
    page.locator("#declare-list button").first.click()

    up = sum(side["up"] for side in before)
    wait_until(page, lambda: sum(side["owed"] + side["up"] for side in sent.view["sides"]) > up)
    declared = [event for event in sent.received if event.get("kind") == "event"][-1]["entry"]
    clauses = [clause["id"] for reason in declared["ruling"]["reasons"] for clause in reason["clauses"]]
    assert declared["kind"] == "declare" and "K-026" in clauses

    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Declare a fact").click()
    page.get_by_role("button", name="Take back the last declaration").click()

    wait_until(page, lambda: sent.view["sides"] == before)


def look_at_the_boxes(page: Page) -> None:
    """Both names of a pair stand in them, and who plays is marked; the page is a wide one afterwards."""
    strip = page.locator("#player-near")
    for name in LONG_NAMES.values():
        shown = strip.get_by_title(name)
        box, edge = shown.bounding_box(), strip.bounding_box()
        assert box and edge and box["width"] > 80
        assert edge["x"] <= box["x"] and box["x"] + box["width"] <= edge["x"] + edge["width"]
    expect(strip.locator(".asked-now")).to_have_text("Bartholomew Featherstone")
    expect(strip.locator(".about")).to_have_text("Bartholomew Featherstone plays")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size["viewport"])
        for part in page.locator("#arena .side-l section:visible").all():
            assert part.evaluate(INSIDE) <= 0
        page.get_by_role("button", name="Match menu").click()
        page.get_by_role("button", name="Declare a fact").click()
        assert page.locator("#declare").evaluate(INSIDE) <= 0
        page.keyboard.press("Escape")
