"""A match league in browsers: two captains agree on a day, hand in blind, tell and confirm; the table follows live."""

from playwright.sync_api import expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.match_leagues import new_league
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage


def test_captains_agree_on_a_day_hand_in_blind_and_confirm_and_the_table_follows(
    open_page: OpenPage, server: LiveServer
) -> None:
    made = new_league(server.url)
    captains = [made.captain_at("1.2", side) for side in (0, 1)]
    home, away = (open_page(PHONE, server) for _ in range(2))
    for captain, page in zip(captains, (home, away), strict=True):
        page.context.add_cookies(made.cookies_of(captain))  # type: ignore[arg-type]
        page.goto(f"{made.path}fixtures/1.2/")
        expect(page.locator("body")).to_have_attribute("data-follows", "1")
    everybody = open_page(DESKTOP, server)
    everybody.goto(made.path)
    expect(everybody.locator("body")).to_have_attribute("data-follows", "1")

    home.get_by_text("Ask for another day").tap()
    home.get_by_label("Day", exact=True).fill("2031-09-03")
    home.get_by_label("Venue").fill("The other hall")
    home.get_by_role("button", name="Ask", exact=True).tap()
    away.get_by_role("button", name="Agree").tap()  # it appears by itself
    expect(home.get_by_text("moved from")).to_be_visible()

    home.get_by_role("link", name="Hand in your line-up").tap()
    for number in (0, 1, 0, 2):
        home.locator(f".taps [data-name='{number}']").tap()
    home.get_by_role("button", name="Hand in", exact=True).tap()
    expect(home.get_by_role("link", name="Hand in your line-up")).to_have_count(0)
    picks = {"match_1_0": "0", "match_2_0": "1", "match_3_0": "0", "match_3_1": "2"}
    captains[1].send(f"{made.path}fixtures/1.2/line-up/", **picks)
    expect(home.locator(".night-tie .m")).to_have_count(3)

    home.locator(".night-tie a.mid").first.tap()
    home.locator("#pad [data-way=total]").tap()
    for key in ("full", "3"):
        home.locator(f"#pad [data-digit='{key}']").tap()
    expect(home.locator("#pad-notes")).to_contain_text("confirms it")
    home.locator("#pad-save").tap()
    home.locator("#pad-close").tap()
    away.get_by_role("button", name="Confirm").tap()
    expect(away.locator(".night-tie")).to_contain_text("1 – 0")
    for number, line in (("2", "25-12"), ("3", "9-25")):
        captains[0].send(f"{made.path}fixtures/1.2/", do="report", match=number, line=line, by="games")
        captains[1].send(f"{made.path}fixtures/1.2/", do="confirm", match=number)
    expect(home.locator(".night-tie")).to_contain_text("Final.")

    row = everybody.locator(".league-table tbody tr").filter(has_text=home.locator("h1").inner_text().split(" – ")[0])
    expect(row).to_contain_text("1-0-0")
