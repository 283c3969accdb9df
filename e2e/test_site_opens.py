"""The first page opens, at the desk and on a phone, and the server says how it is."""

import json
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.live_server import LiveServer


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_first_page_opens_and_offers_a_game(size: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(size)

    page.goto("/")

    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("#stage[data-ready]")).to_be_visible()
    expect(page.get_by_role("button", name="Play a friend")).to_be_visible()


def test_healthz_shows_the_versions_in_use(server: LiveServer) -> None:
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=5) as answer:
        reported = json.load(answer)

    assert answer.status == 200
    assert reported


def test_a_server_killed_with_sigkill_starts_again_on_the_same_data(own_server: LiveServer) -> None:
    own_server.kill()
    assert not own_server.answers()

    own_server.start()

    assert own_server.answers()
