"""In the browser: a network that dies without a word gives nobody a second try."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    Sent,
    listen,
    places,
    play_to_the_end,
    set_dues,
    start_match_by_http,
    start_match_by_link,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.dying_network import DyingNetwork
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage, Watch

GONE = "ERR_|WebSocket connection"
PATIENCE = 60.0  # seconds in which a page notices a dead network and comes through again


@pytest.fixture
def network(server: LiveServer) -> Iterator[DyingNetwork]:
    """What lies between a browser and the server."""
    between = DyingNetwork(server.port)
    yield between
    between.close()


@pytest.fixture
def through(open_page: OpenPage, network: DyingNetwork, watch: Watch) -> Page:
    """The page of a player whose network dies."""
    watch.allow(GONE)
    return open_page(DESKTOP, network)


def strike(page: Page, *, up: int = 6) -> None:
    """Strike straight ahead, hard enough to scatter the pack."""
    page.locator("svg.board").focus()
    for _ in range(up):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    page.keyboard.press("Space")


def coins(page: Page) -> dict[str, Any]:
    """Where all but the striker are drawn."""
    return {number: at for number, at in places(page).items() if number != "0"}


def is_drawn_alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether pieces are drawn at the same places, but for the hundredth of a millimetre to which they are rounded."""
    return one.keys() == other.keys() and all(
        abs(a - b) < 0.015 for number, at in one.items() for a, b in zip(at, other[number], strict=True)
    )


def strike_into_the_dark(page: Page, network: DyingNetwork, sent: Sent) -> dict[str, Any]:
    """Strike while nothing is forwarded, and look for what nobody may see; give the stroke."""
    before = places(page)
    network.die()
    strikes, rulings = len(sent.of("stroke")), page.locator("#rulings li").count()
    strike(page)
    wait_until(page, lambda: len(sent.of("stroke")) > strikes)
    wait_until(page, lambda: places(page)["0"] != before["0"])  # the striker leaves at once
    expect(page.locator("#slow-text")).to_contain_text("Your stroke is sent again")
    expect(page.locator("#slow-back")).to_be_hidden()
    page.locator("#to-end").click()
    page.wait_for_timeout(300)
    assert is_drawn_alike(coins(page), {number: at for number, at in before.items() if number != "0"})
    assert page.locator("#rulings li").count() == rulings
    return sent.of("stroke")[-1]


def is_answered(sent: Sent, stroke: dict[str, Any]) -> bool:
    """Whether the page knows that its stroke is stored."""
    return any(message["kind"] == "done" and message["id"] == stroke["id"] for message in sent.received)


def at_rest(page: Page) -> str:
    """Wait until nothing runs, and give the mode then."""
    return wait_for_mode(page, "stroke", "place", "panel")


def play_until_it_is_the_turn_of(page: Page, other: Page) -> None:
    """The other player sets what is due and strikes softly until the page may strike again."""
    for _ in range(8):
        for each in (page, other):
            if at_rest(each) == "place":
                set_dues(each)
        if at_rest(page) == "stroke":
            return
        if at_rest(other) == "stroke":
            strike(other, up=0)
            play_to_the_end(other)
    raise AssertionError("the turn never came back")


@pytest.mark.slow
def test_two_silent_deaths_in_a_row_give_no_second_try_in_a_match_by_link(
    through: Page, network: DyingNetwork, open_page: OpenPage, server: LiveServer
) -> None:
    page, other = through, open_page(DESKTOP, server)
    sent = listen(page)
    start_match_by_link(page, other)
    wait_for_mode(page, "stroke")
    match = page.url

    first = strike_into_the_dark(page, network, sent)
    page.goto("about:blank")  # as somebody who hopes that a reload frees the stroke
    network.revive()
    page.goto(match)
    wait_until(page, lambda: is_answered(sent, first), seconds=PATIENCE)
    wait_until(other, lambda: is_drawn_alike(coins(other), coins(page)), seconds=PATIENCE)

    play_until_it_is_the_turn_of(page, other)
    second = strike_into_the_dark(page, network, sent)
    page.wait_for_timeout(12_000)  # the page notices, and tries to come back
    network.revive()
    wait_until(page, lambda: is_answered(sent, second), seconds=PATIENCE)
    wait_until(other, lambda: is_drawn_alike(coins(other), coins(page)), seconds=PATIENCE)

    assert {message["id"] for message in sent.of("stroke")} == {first["id"], second["id"]}


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [{"opponent": "computer", "level": "easy"}, {"ruleset": "baca19"}])
def test_nobody_who_plays_alone_or_against_a_computer_sees_an_outcome_that_is_not_stored(
    through: Page, network: DyingNetwork, chosen: dict[str, str]
) -> None:
    page = through
    sent = listen(page)
    page.goto(start_match_by_http(page, **{"opponent": "screen", **chosen}))
    wait_for_mode(page, "stroke")

    stroke = strike_into_the_dark(page, network, sent)
    network.revive()

    wait_until(page, lambda: sent.rulings, seconds=PATIENCE)
    at_rest(page)
    expect(page.locator("#rulings li").last).to_contain_text(re.compile("."))
    assert {message["id"] for message in sent.of("stroke")} == {stroke["id"]}
