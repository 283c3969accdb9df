"""An event before and after its prize giving: a photo of winners by consent."""

import json
from datetime import UTC, datetime

from playwright.sync_api import Locator, expect

from tests.support.browser.accessibility import violations
from tests.support.browser.live_server import LiveServer
from tests.support.browser.organising import organiser_of_a_club, take_over_from_sol
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage
from tests.support.pictures import jpeg_of_a_phone


def cup() -> bytes:
    """An event of today as SoL hands it out: two players, one round, played."""
    players = [{"firstname": name, "lastname": "Nair", "club": 1} for name in ("Anu", "Binu")]
    first = {
        "players": players,
        "clubs": [{"description": "Valley Club"}],
        "championships": [{"description": "Cup", "club": 1}],
        "users": [],
    }
    event = {
        "description": "Hill Cup",
        "date": datetime.now(UTC).date().isoformat(),
        "championship": 1,
        "competitors": [{"players": [number]} for number in (1, 2)],
        "matches": [{"competitor1": 1, "competitor2": 2, "turn": 1, "board": 1, "score1": 25, "score2": 8}],
        "currentturn": 1,
        "rankedturn": 1,
        "system": "swiss",
        "couplings": "dazed",
    }
    return json.dumps([first, event]).encode()


def expect_drawn(picture: Locator) -> None:
    """Wait until a picture has come and is one."""
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("picture => picture.naturalWidth") > 0


def test_a_photo_is_on_open_pages_while_its_people_agree(open_page: OpenPage, server: LiveServer) -> None:
    organiser = open_page(DESKTOP, server)
    olive = organiser_of_a_club(server)
    event = take_over_from_sol(olive, cup())
    olive.go_on_in(organiser)
    organiser.goto(event + "organise/photos/")
    organiser.get_by_text("Add a photo").click()
    photo = {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": jpeg_of_a_phone(90, 60)}
    organiser.get_by_label("Photo", exact=True).set_input_files(photo)
    organiser.get_by_label("Anu Nair").check()
    organiser.get_by_label("Everybody who can be recognised").check()
    organiser.get_by_role("button", name="Store the photo").click()

    phone = open_page(PHONE, server)
    phone.goto(event + "results/")
    expect(phone.get_by_text("Binu Nair")).to_be_visible()
    expect(phone.locator(".photos img")).to_have_count(0)
    organiser.get_by_role("button", name="Has agreed in writing Anu Nair").click()
    expect(organiser.get_by_text("everybody sees it")).to_be_visible()
    assert not violations(organiser)
    expect_drawn(phone.get_by_role("img", name="Photo: Anu Nair"))
    organiser.get_by_role("button", name="Does not agree Anu Nair").click()
    expect(phone.locator(".photos img")).to_have_count(0)
