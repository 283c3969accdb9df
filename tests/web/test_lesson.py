"""The page of a lesson: its steps, what is sent, what comes back, and nothing stored."""

import json
from typing import Any

import pytest
from django.test import Client

from carrom.play.course.first import LESSON
from carrom_web.accounts.models import Guest

pytestmark = pytest.mark.django_db

URL = "/learn/first/"


def send(client: Client, body: Any) -> Any:
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(URL, text, content_type="application/json")


def test_the_page_has_every_step_with_its_words_and_its_board(client: Client):
    page = client.get(URL)

    html = page.content.decode()
    assert all(step.title in html for step in LESSON.steps)
    steps = page.context["values"]["steps"]
    assert [step["key"] for step in steps] == [step.key for step in LESSON.steps]
    assert [bool(step["placing"]) for step in steps] == [step.due is not None for step in LESSON.steps]
    assert not Guest.objects.exists()


def test_every_shown_action_is_judged_as_done(client: Client):
    for step in client.get(URL).context["values"]["steps"]:
        answer = send(client, {"step": step["key"], "actions": step["shown"]}).json()

        assert answer["done"] and answer["reached"] == step["goals"], step["key"]
        assert (answer["motion"] is None) is (step["placing"] is not None)
        assert answer["text"]


def test_a_miss_says_why_and_where_all_lie(client: Client):
    answer = send(client, {"step": "aim", "actions": [{"offset": 0.0, "angle": 0.0, "speed": 1.0}]}).json()

    assert (answer["reached"], answer["done"]) == (0, False)
    assert answer["text"] == "You hit another coin first. Yours is the white one."
    assert len(answer["position"]) == 4 and answer["domain"]["spans"]


def test_the_next_goal_is_named(client: Client):
    step = LESSON.step("cover")
    shown = client.get(URL).context["values"]["steps"][5]["shown"]

    answer = send(client, {"step": step.key, "actions": shown[:1]}).json()

    assert answer["text"] == "Well done. Next: Then a white coin." and not answer["done"]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        "7",
        b"\xff",
        {"step": "aim"},
        {"step": "gone", "actions": [{"x": 0.0, "y": 0.0}]},
        {"step": "aim", "actions": []},
        {"step": "aim", "actions": {"offset": 0}},
        {"step": "aim", "actions": [{"offset": 0.0, "angle": 0.0}]},
        {"step": "aim", "actions": [{"offset": "0", "angle": 0.0, "speed": 1.0}]},
        {"step": "due", "actions": [{"x": "nan", "y": 0.0}]},
        {"step": "due", "actions": [{"x": [], "y": 0.0}]},
        {"step": ["aim"], "actions": [{"x": 0.0, "y": 0.0}]},
        '{"step": "aim", "actions": [{"offset": NaN, "angle": 0.0, "speed": 1.0}]}',
        {"step": "aim", "actions": [{"offset": 0.0, "angle": 0.0, "speed": 1.0}] * 2},
        '{"step": "aim", "actions": [' + '{"offset": 0.0, "angle": 0.0, "speed": 1.0},' * 200 + "{}]}",
    ],
)
def test_what_cannot_be_read_or_done_is_refused_with_a_sentence(client: Client, body: Any):
    answer = send(client, body)

    assert (answer.status_code, answer.json()["code"]) == (409, "bad-lesson-action")
    assert "Start the step over" in answer.json()["text"]


def test_a_lesson_that_is_not_there_is_not_found(client: Client):
    assert client.get("/learn/second/").status_code == 404
