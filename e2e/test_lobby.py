"""The lobby in the browser: two press the same tile and play, a third sees it and watches."""

import re

from playwright.sync_api import expect

from tests.support.browser.accessibility import check_accessible, violations
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, wait_for_script


def test_two_who_press_the_same_tile_play_and_a_third_watches(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz, olive = open_page(PHONE, server), open_page(DESKTOP, server), open_page(DESKTOP, server)
    for page in (asha, tomasz, olive):
        page.goto("/lobby/")
        wait_for_script(page, "() => document.body.dataset.follows === '1'")
    asha.get_by_label("Your name").fill("Asha")
    asha.locator("button.tile").first.tap()
    expect(asha.locator("button.tile[aria-pressed=true]")).to_contain_text("Looking…")
    expect(asha.get_by_role("status")).to_contain_text("Looking for an opponent")
    expect(tomasz.locator("button.tile").first).to_contain_text("1 waits: begins at once")  # without loading it again
    expect(olive.locator(".open li")).to_contain_text("Asha")

    tomasz.locator("button.tile").first.click()
    tomasz.wait_for_url("**/matches/**", wait_until="commit")
    asha.wait_for_url("**/matches/**", wait_until="commit")

    assert asha.url == tomasz.url
    for page in (asha, tomasz):
        expect(page.locator("#clock")).to_have_text(re.compile(r"^1[0-5] s$"))
    playing = olive.locator(".watch .card", has_text="Asha and Guest")  # other tests' matches may be there too
    expect(playing).to_be_visible()
    expect(olive.locator(".open")).to_contain_text("Nobody is waiting")
    playing.click()
    olive.wait_for_url(asha.url)
    expect(tomasz.locator("#watchers")).to_be_visible()  # the players see that somebody watches


def test_a_table_fills_its_people_talk_and_block_and_their_match_is_shared(
    open_page: OpenPage, server: LiveServer
) -> None:
    """Two people and two computers; every page on the way is accessible."""
    asha, tomasz = (open_page(size, server, reduced_motion="reduce") for size in (PHONE, DESKTOP))
    for page, name in ((asha, "Asha"), (tomasz, "Tomasz")):
        page.goto("/lobby/")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Two against two").click()
        expect(page.get_by_role("button", name="Stand up")).to_be_visible()
        assert violations(page) == ""
    assert asha.url == tomasz.url
    expect(asha.get_by_role("group", name="Tomasz")).to_be_visible()  # without loading it again
    asha.get_by_text("A computer", exact=True).first.click()
    asha.get_by_role("button", name="Seat it here").first.click()
    expect(asha.get_by_role("button", name="Free this seat")).to_be_visible()
    asha.get_by_text("A computer", exact=True).first.click()
    asha.get_by_role("button", name="Seat it here").first.click()
    for page in (asha, tomasz):
        page.wait_for_url("**/matches/**", wait_until="commit")
        expect(page.locator("#talk-open")).to_be_visible()

    asha.locator("#talk-open").click()
    assert violations(asha) == ""
    asha.get_by_role("button", name="Good luck").click()
    expect(tomasz.locator(".bubble:visible").first).to_have_text("Asha: Good luck")
    tomasz.locator("#talk-open").click()
    tomasz.get_by_role("button", name="Report or block…").click()
    assert violations(tomasz) == ""
    tomasz.locator("#report").get_by_role("button", name="Send").click()
    tomasz.wait_for_load_state()
    match = tomasz.url
    asha.close()  # the match would be drawn on

    tomasz.goto("/blocked/")
    expect(tomasz.get_by_text("Asha", exact=True)).to_be_visible()
    check_accessible(
        tomasz,
        ["/blocked/", "/daily/", "/lobby/best/", "/matches/import/", f"{match}share/", f"{match}at/0/"],
    )
    tomasz.goto(f"{match}embed/?at=0")
    expect(tomasz.locator("img")).to_have_js_property("complete", True)
    assert tomasz.locator("img").evaluate("(image) => image.naturalWidth") > 0
