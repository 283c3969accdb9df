"""The start page's match: it exists from its first stroke on, once, with the rack that was seen."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from carrom_web.matches import proposals, selectors
from carrom_web.matches.models import Match
from carrom_web.matches.proposals import NEW_MATCHES

pytestmark = pytest.mark.django_db

URL = "/play/first-stroke/"


def opening(client: Client) -> dict[str, Any]:
    """What the start page's board was given."""
    page = client.get("/").content.decode()
    found = re.search(r'<script id="opening" type="application/json">(.*?)</script>', page)
    assert found
    value: dict[str, Any] = json.loads(found[1])
    return value


def begin(client: Client, proposal: str) -> Any:
    return client.post(URL, {"proposal": proposal})


def test_nothing_is_stored_until_somebody_strikes(client: Client):
    shown = opening(client)

    assert not Match.objects.exists()
    assert shown["url"] == URL and shown["domain"]["spans"] and len(shown["position"]) == 19


def test_the_match_has_the_rack_that_was_seen_and_awaits_the_stroke_of_who_saw_it(client: Client):
    shown = opening(client)

    started = begin(client, shown["proposal"]).json()

    match = selectors.load(Match.objects.get().pk)
    assert started == {"match": str(match.match_id), "version": 0, "url": f"/matches/{match.match_id}/"}
    assert match.state.position is not None
    assert [[piece.number, piece.x, piece.y] for piece in match.state.position.pieces] == shown["position"]
    assert [player.level for player in match.players] == ["", "easy"]
    assert match.state.match.awaiting.kind == "stroke" and match.state.match.awaiting.seats == (shown["seat"],)


def test_sent_twice_it_makes_one_match_and_nobody_else_gets_it(client: Client):
    proposal = opening(client)["proposal"]
    first = begin(client, proposal)

    again, other = begin(client, proposal), begin(Client(), proposal)

    assert again.json() == first.json() and Match.objects.count() == 1
    assert (other.status_code, other.json()["code"]) == (409, "stale-proposal")


@pytest.mark.parametrize("token", ["", "forged", "e30:1abc:def"])
def test_a_proposal_that_was_not_made_here_is_refused(client: Client, token: str):
    answer = begin(client, token)

    assert (answer.status_code, answer.json()["code"]) == (409, "stale-proposal")
    assert "Load the page again" in answer.json()["text"] and not Match.objects.exists()


def test_a_proposal_grows_too_old(client: Client, monkeypatch: pytest.MonkeyPatch):
    proposal = opening(client)["proposal"]
    monkeypatch.setattr(proposals, "SECONDS", -1)

    assert begin(client, proposal).status_code == 409 and not Match.objects.exists()


def test_one_address_does_not_begin_match_after_match(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(NEW_MATCHES, "per_second", 0.0)
    monkeypatch.setattr(NEW_MATCHES, "burst", 1)
    first, second = opening(client)["proposal"], opening(client)["proposal"]
    begin(client, first)

    refused = begin(client, second)

    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-matches")
    assert begin(client, first).status_code == 200, "what was begun is still given"


@pytest.mark.parametrize(
    ("ruleset", "played"), [("polish", "polish"), ("baca19", "baca19"), ("common", "icf"), ("gone", "icf")]
)
def test_the_laws_chosen_last_are_played_where_a_stroke_can_begin_them(client: Client, ruleset: str, played: str):
    client.cookies["carrom_last_match"] = f"opponent=computer&level=steady&ruleset={ruleset}&length=game"

    begin(client, opening(client)["proposal"])

    match = selectors.load(Match.objects.get().pk).state.match
    assert match.ruleset.slug == played
    if played == "polish":
        assert [player.level for player in match.head.players] == [None, "steady"]


def test_a_friend_is_invited_by_one_press_also_after_a_set_alone(client: Client):
    client.cookies["carrom_last_match"] = "opponent=computer&ruleset=baca19&length=match"
    page = client.get("/")

    answer = client.post("/play/", page.context["friend"])

    assert answer.status_code == 303 and answer["Location"].startswith("/invitations/")
