"""The look at accessibility that every other test here trusts finds what it must find."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.accessibility import violations, violations_of_colours, violations_of_new

PLAIN = "<!doctype html><html lang=en><title>Words</title><body><main><h1>Words</h1><p>More words</p></main>"
GREY = '<p style="color: #bbb; background: #fff">Grey words</p>'
ADD = "([place, html]) => document.querySelector(place).insertAdjacentHTML('beforeend', html)"


def test_words_without_contrast_are_found_wherever_they_appear_and_each_time(desktop: Page) -> None:
    for place in ("main", "body"):
        desktop.set_content(PLAIN)
        assert violations_of_new(desktop) == ""
        assert violations_of_new(desktop) == ""

        desktop.evaluate(ADD, [place, GREY])

        for minded in (violations(desktop), violations_of_colours(desktop), violations_of_new(desktop)):
            assert "color-contrast" in minded, place


@pytest.mark.parametrize(
    "field",
    (
        '<input aria-label=Name value=Ola style="color: #aaa; background: #fff">',
        '<textarea aria-label=Text style="color: #aaa; background: #fff">Ola</textarea>',
        '<p><span aria-hidden=true style="color: #aaa; background: #fff">Hidden from readers</span></p>',
        '<p style="color: #777; background: #eee; font-size: 16px; font-weight: bold">Not large enough</p>',
        '<p style="color: #777; background: #eee">1–0</p>',
    ),
)
def test_what_looks_pale_is_found_though_it_is_not_plain_words(desktop: Page, field: str) -> None:
    desktop.set_content(PLAIN)
    assert violations_of_new(desktop, theme="dark") == ""

    desktop.evaluate(ADD, ["main", field])

    assert "color-contrast" in violations_of_new(desktop, theme="dark")


def test_large_words_alone_may_be_paler(desktop: Page) -> None:
    desktop.set_content(PLAIN)
    desktop.evaluate(ADD, ["main", '<p style="color: #777; background: #eee; font-size: 24px">Large enough</p>'])

    assert violations_of_colours(desktop) == ""
    desktop.evaluate(ADD, ["main", '<p style="color: #777; background: #eee; font-size: 23px">Not quite</p>'])
    assert "color-contrast" in violations_of_colours(desktop)


def test_a_link_that_only_its_colour_sets_apart_from_its_text_is_found(desktop: Page) -> None:
    desktop.set_content(PLAIN)
    link = '<p>Words before <a href="/" style="color: #222; text-decoration: none">a link</a> and after</p>'
    desktop.evaluate(ADD, ["main", link])

    assert "link-in-text-block" in violations_of_colours(desktop)


def test_what_is_new_is_looked_at_with_all_rules_and_so_is_what_lost_its_name(desktop: Page) -> None:
    desktop.set_content(PLAIN)
    desktop.evaluate(ADD, ["main", "<button aria-label=Ready></button>"])
    assert violations_of_new(desktop) == ""
    desktop.evaluate(ADD, ["body", "<dialog open aria-label=Choice><button></button></dialog>"])
    assert "button-name" in violations_of_new(desktop)
    desktop.evaluate("document.querySelector('dialog').remove()")
    assert violations_of_new(desktop) == ""

    desktop.evaluate("document.querySelector('main button').removeAttribute('aria-label')")

    assert "button-name" in violations_of_new(desktop)


def test_what_has_paler_words_since_is_found_though_nothing_is_new(desktop: Page) -> None:
    desktop.set_content(PLAIN)
    assert violations_of_new(desktop) == ""

    desktop.evaluate("document.querySelector('p').style.color = '#bbb'")

    assert "color-contrast" in violations_of_new(desktop)
