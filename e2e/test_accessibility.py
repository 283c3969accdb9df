"""The look at accessibility that every other test here trusts finds what it must find."""

from playwright.sync_api import Page

from tests.support.browser.accessibility import remember_shown, violations, violations_of_colours, violations_of_new

PLAIN = "<!doctype html><html lang=en><title>Words</title><body><main><h1>Words</h1><p>More words</p></main>"
GREY = '<p style="color: #bbb; background: #fff">Grey words</p>'
ADD = "([place, html]) => document.querySelector(place).insertAdjacentHTML('beforeend', html)"


def test_words_without_contrast_are_found_wherever_they_appear_and_each_time(desktop: Page) -> None:
    for place in ("main", "body"):
        desktop.set_content(PLAIN)
        assert violations(desktop) == ""
        remember_shown(desktop)
        assert violations_of_new(desktop) == ""

        desktop.evaluate(ADD, [place, GREY])

        for minded in (violations(desktop), violations_of_colours(desktop), violations_of_new(desktop)):
            assert "color-contrast" in minded, place


def test_what_is_new_is_looked_at_with_all_rules(desktop: Page) -> None:
    desktop.set_content(PLAIN)
    remember_shown(desktop)
    desktop.evaluate(ADD, ["body", "<dialog open aria-label=Choice><button></button></dialog>"])

    assert "button-name" in violations_of_new(desktop)
