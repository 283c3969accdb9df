"""In the browser: what may be chosen before the break, what one side says about the other, what an official decides."""

from playwright.sync_api import expect

from tests.support.browser.board import listen, start_match_under, strike_with
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, wait_for_script


def test_the_rack_is_turned_and_a_colour_chosen_before_the_break_only(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    sent = listen(page)
    start_match_under(page, "polish")
    lay = sent.view["position"]
    page.locator("#before-break").get_by_role("button", name="near left").click()
    wait_for_script(page, "() => document.querySelector('#last')?.textContent.includes('turns the rack')")
    assert sent.view["position"] != lay
    strike_with(page, speed=1.2)
    expect(page.locator("#before-break")).to_be_hidden()
    page.reload()
    expect(page.locator("#rulings > li")).to_have_count(2)  # what was ruled before the page came
    expect(page.locator("#rulings > li").last).to_contain_text("turns the rack")

    sent = listen(page)
    start_match_under(page, "kagw")
    page.locator("#before-break").get_by_role("button", name="Play black").click()
    expect(page.locator("#before-break").get_by_role("button", name="Play white")).to_be_visible()
    assert [side["colour"] for side in sent.view["sides"]] == ["black", "white"]


def test_who_keeps_the_board_for_both_decides_as_an_official_with_a_reason(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    sent = listen(page)
    start_match_under(page, "common", length="game")
    for name in ("Asha", "Player 2"):
        page.get_by_role("button", name="Ready", exact=True).click()
        expect(page.locator("#last")).to_contain_text(f"{name} is ready")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Decide as an official…").click()
    page.locator("#official-what").select_option("board")
    page.get_by_role("button", name="Decide", exact=True).click()
    assert not sent.of("penalise")  # a reason is asked first
    page.locator("#official-reason").fill("left the hall")
    page.get_by_role("button", name="Decide", exact=True).click()

    expect(page.locator("#last")).to_contain_text("loses the board: left the hall")
    assert sent.view["boards"][0]["points"] == 12
