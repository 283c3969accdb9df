"""The list of lessons: every lesson with its steps, in the order of the course, reached from everywhere."""

import json
import re

import pytest
from django.test import Client

from carrom.play.course.every import LESSONS

pytestmark = pytest.mark.django_db


def test_every_lesson_is_listed_with_its_steps_and_can_be_opened(client: Client):
    page = client.get("/learn/")

    cards = [card for part in page.context["parts"] for card in part["lessons"]]
    assert {card["key"] for card in cards} == set(LESSONS)
    assert cards[0]["key"] == "first"
    for card in cards:
        assert json.loads(card["steps"]) == [step.key for step in LESSONS[card["key"]].steps]
        assert card["url"] in page.content.decode()
        assert client.get(card["url"]).status_code == 200


@pytest.mark.parametrize("page", ["/", "/laws/"])
def test_the_list_is_reached_from_the_bar_above_and_the_one_below(client: Client, page: str):
    html = client.get(page).content.decode()

    assert len(re.findall(r'<nav.*?href="/learn/".*?</nav>', html, re.DOTALL)) == 2


@pytest.mark.parametrize("key", LESSONS)
def test_every_shown_action_of_every_lesson_is_judged_as_done_by_the_page(client: Client, key: str):
    url = f"/learn/{key}/"
    for step in client.get(url).context["values"]["steps"]:
        body = {"step": step["key"], "actions": step["shown"]}
        answer = client.post(url, json.dumps(body), content_type="application/json").json()

        assert answer["done"], step["key"]


def test_a_step_shows_its_rule_and_links_it(client: Client):
    html = client.get("/learn/kagw/").content.decode()

    assert '<a href="/laws/kagw/#K-030">' in html


def test_a_lesson_leads_on_to_the_next_and_the_last_to_none(client: Client):
    first, *_others, last = LESSONS

    assert client.get(f"/learn/{first}/").context["next"]["url"] == f"/learn/{list(LESSONS)[1]}/"
    assert client.get(f"/learn/{last}/").context["next"] is None
