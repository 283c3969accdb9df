"""The laws in the browser: searched, folded by chapter, led to by an address, and two rulesets side by side."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, wait_for_script

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def height(page: Page) -> int:
    """How long the page is above its foot, in px."""
    return int(page.evaluate("document.querySelector('.foot').offsetTop"))


def test_a_search_leads_to_a_folded_clause_and_its_board_and_the_address_of_another_unfolds_its_chapter(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    page.goto("/laws/")
    page.get_by_role("searchbox", name="Search all clauses").fill("striker penalty")
    page.get_by_role("button", name="Search").click()

    heading = page.get_by_role("heading", name=re.compile(r"^\d+ clauses found$"))
    found = int(heading.inner_text().split()[0])
    assert page.locator(".rows-list > li").count() == found
    kagw = page.locator("details").filter(has_text="KAGW 2022")
    if kagw.get_attribute("open") is None:
        kagw.locator("summary").click()
    kagw.get_by_role("link", name="K-048").click()

    clause = page.locator("#K-048")
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text("Pocketing the striker brings one penalty coin back")
    expect(page.locator("details[open]")).to_have_count(1)
    expect(clause.locator("img")).to_be_visible()
    wait_for_script(page, "() => document.querySelector('#K-048 img').naturalWidth > 0")
    expect(clause.locator("figcaption")).to_contain_text("The turn passes, 1 of the player's coins back")

    page.goto("/laws/kagw/#K-001")  # on the same page

    expect(page.locator("#K-001")).to_be_in_viewport()
    expect(page.locator("details[open]")).to_have_count(2)


def test_a_ruleset_is_folded_by_chapter_and_a_press_shows_its_clauses(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    page.goto("/laws/kagw/")
    folded = height(page)

    chapter = page.locator("details").filter(has=page.get_by_role("heading", name="Points"))
    clauses = int(re.findall(r"(\d+) clauses", chapter.locator("summary").inner_text())[0])
    expect(chapter.locator("article").first).to_be_hidden()
    chapter.locator("summary").click()

    expect(chapter.locator("article:visible")).to_have_count(clauses)
    assert folded < 3.5 * 740  # half a page in plain words, then the chapters
    assert height(page) > folded + 300


def test_two_rulesets_are_chosen_their_strokes_lie_by_what_fell_and_values_that_differ_come_first(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    page.goto("/laws/compare/")
    page.get_by_label("First ruleset").select_option("icf")
    page.get_by_label("Second ruleset").select_option("polish")
    page.get_by_role("button", name="Compare").click()
    expect(page).to_have_url(re.compile(r"a=icf&b=polish$"))

    total = int(page.locator("#strokes-title .muted").inner_text())
    strokes = page.locator("section[aria-labelledby=strokes-title] details")
    counts = [int(text.split()[0]) for text in strokes.locator("summary .muted").all_inner_texts()]
    assert sum(counts) == total == page.locator(".compare-stroke").count() > 10
    assert counts == sorted(counts, reverse=True) and len(counts) > 3
    assert height(page) < 6_000
    fold = strokes.filter(has_text="The time is exceeded")
    expect(fold.locator("dd").first).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("dd:visible")).to_have_count(2 * int(fold.locator("summary .muted").inner_text().split()[0]))
    look_at_the_values(page)


def look_at_the_values(page: Page) -> None:
    """Those that differ come first, and both are shown."""
    page.goto("/laws/compare/?a=icf&b=kagw")

    queen = page.locator("section[aria-labelledby=values-title] details").filter(
        has=page.get_by_text("Queen", exact=True)
    )
    differ = int(queen.locator("summary .chip").inner_text().split()[0])
    queen.locator("summary").click()
    rows = queen.locator("tbody tr")
    classes = [row.get_attribute("class") or "" for row in rows.all()]

    assert classes == ["differs"] * differ + [""] * (len(classes) - differ)
    needed = rows.filter(has_text="early_queen_return")
    assert needed.locator("td").all_inner_texts() == ["at once", "end of turn differs"]
    for cell in needed.locator("td").all():
        expect(cell).to_be_visible()


def test_all_that_is_unfolded_stays_within_the_screen_at_twice_the_text_size(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for address in ("/laws/kagw/#K-048", "/laws/compare/?a=icf&b=common", "/laws/?q=queen"):
        page.goto(address)

        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")

        assert page.evaluate(SIDEWAYS) <= 0, address
