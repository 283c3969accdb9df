"""The site as an app: what its service worker stores is there, marked for its reader, and whole without a network."""

import json
import re

import pytest
from django.test import Client

from carrom.match.requests import Concede
from carrom.terms import Side
from carrom_web.config.pages.app_worker.page import files
from carrom_web.core.middleware import POLICY_WITH_WASM
from carrom_web.core.static_files import is_immutable
from tests.support.web.matches import answer_as_umpire, start_match_by_form
from tests.support.web.umpire import new_client

pytestmark = pytest.mark.django_db
BROWSER = {"Sec-Fetch-Mode": "navigate"}
STATIC = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css|wasm))"')


def options() -> dict:
    worker = new_client().get("/worker.js")
    assert worker["Cache-Control"] == "no-cache" and worker["Content-Type"].startswith("text/javascript")
    return json.loads(worker.content.decode().split("\n")[0].removeprefix("self.CARROM = ").rstrip(";"))


def test_what_is_stored_at_once_and_later_is_there_marked_as_everybodys_with_all_its_files():
    given = options()
    held = set(given["files"])
    assert all(is_immutable("", file) for file in held) and len(given["later"]) > 10
    for address in (given["offline"], *given["pages"], given["later"][0]):
        page = new_client().get(address, headers=BROWSER)

        assert page.status_code == 200
        assert page.get("Carrom-Offline") == (None if address == given["offline"] else "public"), address
        assert page["Carrom-Reader"] == "nobody"
        named = set(STATIC.findall(page.content.decode()))
        assert len(named) > 3 and named - held == set(), address


def test_a_lesson_may_play_a_stroke_by_itself():
    page = new_client().get("/learn/first/")
    given = json.loads(re.search(r'id="lesson" type="application/json">(.*?)</script>', page.content.decode(), re.S)[1])  # type: ignore[index]

    assert page["Content-Security-Policy"] == POLICY_WITH_WASM
    assert len(given["parameters"]) > 5


def test_only_a_finished_match_of_ones_own_may_be_stored_and_every_page_says_for_whom():
    asha, ben = new_client(), new_client()
    start_match_by_form(ben)  # somebody, too
    match = start_match_by_form(asha)
    address, review = f"/matches/{match.pk}/", f"/analysis/?match={match.pk}"
    before = asha.get(address, headers=BROWSER)
    answer_as_umpire(match.pk, Concede(side=Side.A))

    mine, list_of_mine = asha.get(address, headers=BROWSER), asha.get("/matches/", headers=BROWSER)
    theirs = ben.get(address, headers=BROWSER)

    assert "Carrom-Offline" not in before and "Carrom-Offline" not in theirs
    assert mine["Carrom-Offline"] == list_of_mine["Carrom-Offline"] == "private"
    assert mine["Carrom-Reader"] == list_of_mine["Carrom-Reader"] != theirs["Carrom-Reader"]
    named = set(STATIC.findall(mine.content.decode() + list_of_mine.content.decode()))
    assert named - set(files()) == set()
    assert asha.get(review).status_code == 404  # no stroke was made
    assert "Carrom-Reader" not in asha.get(address)  # what sends no Sec-Fetch-Mode stores nothing


def test_a_puzzle_brings_its_files_and_is_its_solvers(client: Client):
    page = client.get("/puzzles/daily/", headers=BROWSER, follow=True)

    assert page["Carrom-Offline"] == "private"
    assert set(STATIC.findall(page.content.decode())) - set(files()) == set()


def test_the_manifest_names_pictures_and_shortcuts_that_are_there():
    client = new_client()
    manifest = json.loads(client.get("/app.webmanifest").content)

    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert is_immutable("", icon["src"])
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
