"""The pad for results of an evening: what it says before a result is stored, and what it refuses."""

import pytest

from carrom.tournament.evening import Way
from carrom_web.competitions.events import pad_sentences
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services.evenings import KEY
from carrom_web.competitions.events.services.pad import result_on_pad
from tests.support.web.clients import as_guest
from tests.support.web.evenings import at_boards, evening, play_first, shown

pytestmark = pytest.mark.django_db

SENTENCES = [
    ("winner", "b", "beat"), ("total", "25-14", ", 25-14"), ("boards", "8-0 0-3q 9-0 10-0q", ", 27-3"),
    ("total", "9-25", ", 25-9"),
]  # fmt: skip


def test_the_pad_says_who_won_and_what_comes_next():
    event, _host = evening(Way.KNOCKOUT)
    found, fixture = shown(event), at_boards(event)[0][1]

    for way, value, says in SENTENCES:
        decided = pad_sentences.what_it_decides(event, found, result_on_pad(event, found, KEY, fixture, way, value))
        texts = [one["text"] for one in decided["notes"]]

        assert says in decided["says"]
        assert any("plays next: " in text for text in texts) and any(text.endswith(" is out.") for text in texts), value
        assert any(text.startswith("Board 1: ") for text in texts), value


def test_the_pad_announces_the_last_match_of_a_round_and_the_last_of_all():
    event, host = evening(Way.ROUNDS, 8)
    for _match in range(3):
        play_first(event, host)
    texts = _sentences(event, at_boards(event)[0][1], "a")
    assert texts == ["Round 2 is drawn and called."]

    event, host = evening(Way.KNOCKOUT, 2)
    found = shown(event)
    winner = found.name(found.meetings[0].a)
    assert _sentences(event, "1.1", "a")[0] == f"{winner} wins the event."


def test_the_pad_warns_of_what_a_correction_touches():
    event, host = evening(Way.KNOCKOUT, 4)
    first = play_first(event, host)
    play_first(event, host)
    play_first(event, host)
    found = shown(event)
    result = result_on_pad(event, found, KEY, first, "winner", "b")
    warned = [one["text"] for one in pad_sentences.what_it_decides(event, found, result)["notes"] if one["warn"]]

    assert len(warned) == 1 and "no longer counts" in warned[0]


def _sentences(event: Event, fixture: str, winner: str) -> list[str]:
    found = shown(event)
    result = result_on_pad(event, found, KEY, fixture, "winner", winner)
    return [one["text"] for one in pad_sentences.what_it_decides(event, found, result)["notes"]]


def test_the_same_result_sent_twice_is_one():
    event, host = evening()
    browser = as_guest(host)
    fixture = at_boards(event)[0][1]
    url = f"/events/{event.slug}/draws/{KEY}/fixtures/{fixture}/pad/"

    answers = [browser.post(url, {"way": "total", "value": "25-3"}) for _twice in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(shown(event).contest.results) == 1
    assert fixture not in [one for _board, one in at_boards(event)]


NO_RESULTS = [
    ("winner", ""), ("winner", "c"), ("total", "25"), ("total", "99-0"), ("total", "x"), ("boards", "1-1"),
    ("boards", "3-0"), ("games", "2-1"), ("shouted", "a"), ("", ""), ("total", "26-26"),
]  # fmt: skip


def test_a_result_that_cannot_be_gets_a_sentence_and_nothing_is_stored():
    event, host = evening()
    browser = as_guest(host)
    fixture = at_boards(event)[0][1]
    url = f"/events/{event.slug}/draws/{KEY}/fixtures/{fixture}/pad/"

    for way, value in NO_RESULTS:
        asked, sent = browser.get(url, {"way": way, "value": value}), browser.post(url, {"way": way, "value": value})

        assert asked.status_code == 200 and sent.status_code == 409, (way, value)
        assert asked.json()["problem"] == sent.json()["problem"], (way, value)
        assert asked.json()["problem"].endswith((".", "…")), (way, value)
        assert not shown(event).contest.results, (way, value)
