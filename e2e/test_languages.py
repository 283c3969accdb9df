"""Ten languages on a phone: one tap changes them, nothing is cut off sideways, the board stays as it is."""

from playwright.sync_api import Page, expect

from carrom_web.core.languages import direction
from tests.support.browser.board import strike_by_keys, wait_for_mode
from tests.support.thorough import one_of

LANGUAGES = ("hi", "ml", "ta", "bn", "ur", "pl", "de", "fr", "it", "en")
TITLED = "/umpire/"
OTHERS = ("/play/", "/laws/icf/", "/")
# In these languages each page is looked at, in the others the table and one more: from the right, long, and wide words.
WHOLE = one_of({"ur", "de", "ta"}, set(LANGUAGES))
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
SCRIPTS = {
    "hi": "[\\u0900-\\u097f]",
    "ml": "[\\u0d00-\\u0d7f]",
    "ta": "[\\u0b80-\\u0bff]",
    "bn": "[\\u0980-\\u09ff]",
    "ur": "[\\u0600-\\u06ff]",
}


def choose(page: Page, code: str) -> None:
    page.locator(f".languages:visible button[value={code}]").click()
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_one_tap_at_the_foot_of_a_page_changes_the_language_of_all_and_everything_fits(phone: Page) -> None:
    titles, at = set(), TITLED
    phone.goto(at)
    for number, code in enumerate(LANGUAGES):
        choose(phone, code)  # where the language before ended
        assert phone.url.endswith(at)
        end = OTHERS[number // 2 % len(OTHERS)] if at == TITLED else TITLED
        between = [address for address in (TITLED, *OTHERS) if address not in (at, end)] if code in WHOLE else []
        for address in (at, *between, end):
            if address != at:
                phone.goto(address)
            assert phone.evaluate("getComputedStyle(document.documentElement).direction") == direction(code)
            assert phone.evaluate(SIDEWAYS) <= 0, (code, address)
            expect(phone.locator("h1").first).not_to_have_text("")
            if code in SCRIPTS:
                assert phone.evaluate(f"/{SCRIPTS[code]}/.test(document.querySelector('h1').textContent)"), address
            if address == TITLED:
                titles.add(phone.locator("h1").first.text_content())
        at = end

    assert len(titles) == len(LANGUAGES)


def test_a_match_is_played_in_urdu_and_its_board_is_not_mirrored(phone: Page) -> None:
    phone.goto("/play/")
    choose(phone, "ur")
    phone.goto("/practice/")
    wait_for_mode(phone, "stroke")
    strike_by_keys(phone)
    wait_for_mode(phone, "stroke", "place", "panel")

    assert phone.evaluate("getComputedStyle(document.querySelector('#stage')).direction") == "ltr"
    assert phone.evaluate(SIDEWAYS) <= 0
    phone.locator("[data-open=menu]").click()
    choose(phone, "en")
    assert phone.url.endswith("/practice/")
