"""Other laws in the browser: pairs, forward only, open colours, solo, declared facts, and the way to the clause."""

from playwright.sync_api import expect

from e2e.at_the_board import begin_under, listen, strike_by_keys, wait_for_mode
from e2e.conftest import DESKTOP, PHONE, OpenPage
from e2e.live_server import LiveServer


def test_four_play_at_one_screen_and_each_sees_the_board_from_his_own_edge(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    begin_under(page, "kagw", pairs=True)
    expect(page.locator("#card-near")).to_contain_text("Asha plays")
    seen = {page.locator("svg.board .world").get_attribute("transform")}

    order = [sent.view["to_play"]]
    for _ in range(3):
        page.locator("svg.board").focus()
        page.keyboard.press("Home")
        for _ in range(4):
            page.keyboard.press("ArrowDown")
        strike_by_keys(page)
        if page.evaluate("document.body.dataset.mode") == "place":
            page.locator("#due-set").click()
            wait_for_mode(page, "stroke")
        if sent.view["to_play"] != order[-1]:
            order.append(sent.view["to_play"])
            seen.add(page.locator("svg.board .world").get_attribute("transform"))

    clockwise = ["south", "west", "north", "east"]
    assert order == clockwise[: len(order)] and len(order) > 1
    assert len(seen) == len(order)


def test_kagw_lets_nobody_strike_backward_and_says_why(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    begin_under(page, "kagw")

    page.locator("svg.board").focus()
    for _ in range(100):
        page.keyboard.press("ArrowLeft")

    expect(page.locator("#tag-text")).to_contain_text("the striker must go forward")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    page.wait_for_timeout(300)
    assert all(abs(stroke["angle"]) < 1.571 for stroke in sent.of("stroke"))


def test_under_the_common_laws_both_are_ready_first_and_the_first_coin_decides(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    begin_under(page, "common")

    expect(page.locator("#panel")).to_contain_text("ready?")
    page.get_by_role("button", name="Ready", exact=True).tap()
    expect(page.locator("#panel .asked")).to_contain_text("Player 2: ready?")
    page.get_by_role("button", name="Ready", exact=True).tap()

    wait_for_mode(page, "stroke")
    expect(page.locator("#player-near")).to_contain_text("the first coin decides the colours")


def test_alone_every_stroke_is_counted_and_a_reload_keeps_the_set(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    begin_under(page, "baca19", length="match")
    expect(page.locator("#solo-strokes")).to_have_text("0")
    expect(page.locator("#solo-boards tr")).to_have_count(5)

    strike_by_keys(page)
    expect(page.locator("#solo-strokes")).to_have_text("1")
    strike_by_keys(page)
    expect(page.locator("#solo-strokes")).to_have_text("2")

    page.reload()
    expect(page.locator("#solo-strokes")).to_have_text("2")
    expect(page.locator("#solo-hit")).to_have_text("Whites and the queen first")


def test_a_declared_foul_is_ruled_with_its_clause_and_can_be_taken_back(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    begin_under(page, "kagw")
    strike_by_keys(page)
    before = sent.view["sides"]
    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")

    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Declare a fact").click()
    page.get_by_label("Search").fill("push")
    page.locator("#declare-list button").first.click()
    page.wait_for_timeout(1200)

    assert sum(side["owed"] for side in sent.view["sides"]) + sum(side["up"] for side in sent.view["sides"]) > sum(
        side["up"] for side in before
    )
    declared = [event for event in sent.heard if event.get("kind") == "event"][-1]["entry"]
    clauses = [clause["id"] for reason in declared["ruling"]["reasons"] for clause in reason["clauses"]]
    assert declared["kind"] == "declare" and "K-026" in clauses

    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Declare a fact").click()
    page.get_by_role("button", name="Take the last declaration back").click()
    page.wait_for_timeout(1200)

    assert sent.view["sides"] == before


def test_the_law_of_a_ruling_is_one_press_away(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    begin_under(page, "kagw")
    strike_by_keys(page)

    law = page.locator("#rulings .law").first
    law.click()

    link = page.locator("#rulings .clause-text:visible a").first
    expect(link).to_have_attribute("href", f"/laws/kagw/#{law.inner_text()}")


def test_long_names_and_facts_stay_within_their_boxes(open_page: OpenPage, server: LiveServer) -> None:
    inside = "element => element.scrollWidth - element.clientWidth"
    names = {"name": "Bartholomew Featherstone", "name_a2": "Christopherson Vandyke"}
    for size in (PHONE, DESKTOP):
        page = open_page(size, server)
        begin_under(page, "kagw", pairs=True, names=names)
        for part in page.locator("#arena .side-l section:visible").all():
            assert part.evaluate(inside) <= 0
        page.get_by_role("button", name="Match menu").click()
        page.get_by_role("button", name="Declare a fact").click()
        assert page.locator("#declare").evaluate(inside) <= 0
