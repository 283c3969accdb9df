"""What if? in the browser: keys, steps and choices answered in place, the address that follows, a copied link."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board import start_match_under, strike_by_keys
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch

PAGE = "/laws/what-if/"


@pytest.fixture
def adviser(phone: Page) -> Page:
    """The page on a phone; a wide one has the same keys, and the first test presses them there too."""
    phone.goto(PAGE)
    return phone


def says(page: Page, query: str) -> None:
    expect(page).to_have_url(re.compile(re.escape(f"{PAGE}?{query}") + "$"))


def test_a_stroke_tapped_in_order_is_ruled_at_once_and_stands_in_the_address_which_is_copied_and_goes_on(
    adviser: Page,
) -> None:
    for size in (PHONE, DESKTOP):
        adviser.set_viewport_size(size["viewport"])
        if "?" in adviser.url:
            adviser.goto(PAGE)
        tap_a_stroke(adviser)
    copy_the_link_and_go_on(adviser)


def tap_a_stroke(adviser: Page) -> None:
    """In order, and its last part taken back; the page stays."""
    adviser.evaluate("window.stayed = true")
    for _ in range(3):
        adviser.get_by_role("button", name="Player's coins up: one less").click()
    says(adviser, "ruleset=icf&own=6")

    adviser.get_by_role("button", name="Own white").click()
    adviser.get_by_role("button", name="Striker", exact=True).click()

    expect(adviser.locator("#ruling-title")).to_have_text("White plays on")
    says(adviser, "ruleset=icf&own=6&pocketed=own,striker")
    expect(adviser.locator(".follows")).to_contain_text("2 white, placed in the outer circle by Black")
    expect(adviser.locator("#say")).to_have_text(re.compile("Striker and one white down: Black places 2 white"))
    assert adviser.evaluate("window.stayed") is True

    adviser.get_by_role("button", name="Undo").click()
    says(adviser, "ruleset=icf&own=6&pocketed=own")
    expect(adviser.get_by_role("list", name="Pocketed so far, in order").get_by_role("listitem")).to_have_count(1)


def test_a_link_opens_to_the_same_question_and_the_same_ruling(
    adviser: Page, open_page: OpenPage, server: LiveServer
) -> None:
    adviser.locator("#id_ruleset").select_option("common")
    adviser.get_by_label("The queen", exact=True).select_option("pending")
    adviser.get_by_role("button", name="Opponent black").click()
    adviser.locator("#declaring > summary").click()
    adviser.get_by_label("Search").fill("rotated")
    adviser.get_by_role("checkbox", name="Rotated the striker").check()
    adviser.get_by_role("button", name="Warned before: rotated the striker: one more").click()
    expect(adviser.locator("#ruling")).to_contain_text("Foul by White: rotated the striker")
    says(adviser, "ruleset=common&queen=pending&warnings=rotated_striker:1&pocketed=opponent&declared=rotated_striker")
    ruling = adviser.locator("#ruling").inner_text()

    other = open_page(DESKTOP, server)
    other.goto(adviser.url)

    expect(other.locator("#ruling-title")).to_be_visible()
    assert other.locator(".follows").inner_text() in ruling
    assert other.locator("#id_ruleset").input_value() == "common"
    assert other.locator("input[name=declared]:checked").count() == 1


def choose_laws_for_one_alone(adviser: Page) -> None:
    """They have other keys, and the coins stay as they were."""
    adviser.get_by_role("button", name="Player's coins up: one less").click()
    adviser.get_by_role("button", name="Own white").click()
    expect(adviser.locator("#fell .chip")).to_have_count(1)

    adviser.locator("#id_ruleset").select_option("baca19")

    expect(adviser.get_by_label("White up", exact=True)).to_have_value("8")
    says(adviser, "ruleset=baca19&white=8&pocketed=white")
    expect(adviser.get_by_label("Player's coins up", exact=True)).to_have_count(0)
    adviser.get_by_role("button", name="Black", exact=True).click()
    says(adviser, "ruleset=baca19&white=8&pocketed=white,black")


def test_quick_taps_all_count_what_cannot_be_is_reported_a_typed_number_keeps_the_focus_and_other_laws_have_other_keys(
    adviser: Page,
) -> None:
    choose_laws_for_one_alone(adviser)
    adviser.goto(PAGE)
    tap_faster_than_is_answered(adviser)
    adviser.goto(PAGE)
    tap_what_cannot_have_happened(adviser)
    type_a_number(adviser)


def tap_faster_than_is_answered(adviser: Page) -> None:
    """All taps count."""
    adviser.evaluate(
        """() => {
            const key = (word) => document.querySelector(`.key[name=add][value=${word}]`);
            for (const word of ["own", "own", "striker"]) key(word).click();
            document.querySelector("[name=step][value='own-1']").click();
        }"""
    )

    says(adviser, "ruleset=icf&own=8&pocketed=own,own,striker")
    expect(adviser.locator("#fell .chip")).to_have_count(3)


def tap_what_cannot_have_happened(adviser: Page) -> None:
    """It is reported, and the next tap goes on."""
    adviser.get_by_role("button", name="Queen", exact=True).click()
    adviser.get_by_role("button", name="Queen", exact=True).click()

    expect(adviser.locator("#ruling-title")).to_have_text("This cannot have happened")
    expect(adviser.locator(".note.bad")).to_contain_text("queen-twice")

    adviser.get_by_role("button", name="Undo").click()
    expect(adviser.locator("#ruling-title")).to_have_text("Black plays")
    adviser.get_by_role("button", name="Undo").click()
    says(adviser, "ruleset=icf")


def type_a_number(adviser: Page) -> None:
    """It is answered; one that is rubbed out is not."""
    score = adviser.get_by_label("Player's points so far", exact=True)
    score.fill("22")
    says(adviser, "ruleset=icf&own_score=22")
    assert score.evaluate("element => element === document.activeElement")

    score.fill("")
    adviser.wait_for_timeout(600)
    says(adviser, "ruleset=icf&own_score=22")


def copy_the_link_and_go_on(adviser: Page) -> None:
    """Going on takes the board that the ruling left."""
    adviser.goto(PAGE)
    adviser.get_by_role("button", name="Opponent black").click()
    says(adviser, "ruleset=icf&pocketed=opponent")
    adviser.context.grant_permissions(["clipboard-read", "clipboard-write"])
    adviser.get_by_role("button", name="Copy link").click()
    expect(adviser.get_by_role("button", name="Copied")).to_be_visible()
    assert adviser.evaluate("navigator.clipboard.readText()") == adviser.url

    expect(adviser.locator("#fell .chip")).to_have_count(1)
    adviser.get_by_role("link", name="Continue from here").click()

    says(adviser, "ruleset=icf&own=8&own_colour=black&seat=north")
    expect(adviser.get_by_label("Black strikes")).to_be_checked()
    expect(adviser.get_by_label("Player's coins up", exact=True)).to_have_value("8")


def test_a_ruling_of_a_match_leads_to_the_adviser_with_the_same_ruling(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    start_match_under(page, "kagw")
    strike_by_keys(page)
    reasons = page.locator("#rulings .reasons > li").count()

    with page.context.expect_page() as opened:
        page.locator("#rulings").get_by_role("link", name="What if?").first.click()

    adviser = opened.value
    expect(adviser.locator("#ruling-title")).to_be_visible()
    assert "ruleset=kagw&" in adviser.url and "attempt=1" in adviser.url
    assert adviser.locator("#ruling .why > li").count() == reasons


def test_without_a_script_every_key_works_all_the_same(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server, java_script_enabled=False)
    page.goto(PAGE)

    page.get_by_role("button", name="Player's coins up: one less").click()
    page.get_by_role("button", name="Own white").click()
    page.get_by_role("button", name="Striker", exact=True).click()
    page.locator("#id_ruleset").select_option("kagw")
    page.get_by_role("button", name="Get the ruling").last.click()

    assert page.url.endswith("?ruleset=kagw&own=8&pocketed=own,striker#ruling")
    expect(page.locator("#ruling-title")).to_have_text("Black plays")


def test_without_a_network_the_last_answer_stays_and_the_question_is_asked_again(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    page = open_page(PHONE, server)
    page.goto(PAGE)
    page.context.set_offline(True)
    page.get_by_role("button", name="Own white").click()
    expect(page.locator("#say")).to_contain_text("No network")
    expect(page.locator("#ruling-title")).to_have_text("Black plays")

    page.context.set_offline(False)

    expect(page.locator("#ruling-title")).to_have_text("White plays on")
