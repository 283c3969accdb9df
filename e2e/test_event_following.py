"""A club comes over from SoL; a player of its event is followed on a phone, live; the organiser's pages beside it."""

import json
import re
from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.support.browser.accessibility import check_accessible, check_as_it_is
from tests.support.browser.live_server import LiveServer
from tests.support.browser.organising import organiser_of_a_club
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage

NAMES = ("Anu Nair", "Binu Rao", "Chitra Das", "Dev Pillai")


def cup() -> bytes:
    """A Swiss event of today as SoL hands it out: its first round is paired, nothing is played."""
    players = [{"firstname": name.split()[0], "lastname": name.split()[1], "club": 1} for name in NAMES]
    first = {
        "players": players,
        "clubs": [{"description": "Valley Club"}],
        "championships": [{"description": "Cup", "club": 1}],
        "users": [],
    }
    pairs = [
        {"competitor1": one, "competitor2": one + 1, "turn": 1, "board": one, "score1": 0, "score2": 0}
        for one in (1, 3)
    ]
    event = {
        "description": "Valley Cup",
        "date": datetime.now(UTC).date().isoformat(),
        "championship": 1,
        "competitors": [{"players": [number]} for number in (1, 2, 3, 4)],
        "matches": pairs,
        "currentturn": 1,
        "rankedturn": 0,
        "system": "swiss",
        "couplings": "dazed",
    }
    return json.dumps([first, event]).encode()


def test_a_player_is_followed_live_at_an_event_that_came_from_sol(open_page: OpenPage, server: LiveServer) -> None:
    organiser = open_page(DESKTOP, server)
    organiser_of_a_club(server).go_on_in(organiser)
    organiser.goto("/events/new/sol/")
    file = {"name": "cup.sol", "mimeType": "application/octet-stream", "buffer": cup()}
    organiser.get_by_label("SoL file").set_input_files(file)
    organiser.get_by_label("Time zone of the venue").fill("UTC")
    organiser.get_by_label("All players have agreed").check()
    organiser.get_by_role("button", name="Import it").click()
    organiser.get_by_role("button", name="Publish and open entries").click()
    expect(organiser.get_by_role("heading", name="Deadline")).to_be_visible()
    event = organiser.url.removesuffix("organise/")

    phone = open_page(PHONE, server)
    phone.goto(event + "entries/")
    phone.get_by_role("link", name="Anu Nair").tap()
    player = phone.url
    phone.get_by_role("button", name="Follow on this device").tap()
    expect(phone.get_by_role("button", name="Stop following")).to_be_visible()
    phone.goto(event + "results/")
    bar = phone.locator(".followed")
    expect(bar).to_contain_text("Anu Nair")
    expect(bar).not_to_contain_text("Now at board")

    organiser.goto(event + "draws/event/")
    fixture = organiser.locator("#fixture-1\\.1")
    fixture.get_by_text("Officials").click()
    fixture.get_by_role("button", name="Call", exact=True).click()
    expect(bar).to_contain_text("Now at board 1")
    fixture.get_by_text("Officials").click()
    fixture.get_by_label("Points of each game, first side first").fill("25-12")
    fixture.get_by_role("button", name="Enter the result").click()
    expect(bar).not_to_contain_text("Now at board 1")

    organiser.goto(event + "rehearsal/?seed=5&absent=0")
    expect(organiser.locator(".rehearsed .result")).to_contain_text(re.compile("matches to play"))
    expect(organiser.get_by_role("link", name="Stop")).to_be_hidden()

    check_as_it_is(phone, "results of a followed player")
    phone.goto(player)
    check_as_it_is(phone, "a followed player")
    check_accessible(organiser, [event + "prints/", event + "log/"])
