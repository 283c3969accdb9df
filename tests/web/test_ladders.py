"""Ladders at an event: opened, challenged by link, answered or lapsed, reported and confirmed by the two."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from carrom_web.competitions.events import link_tokens
from carrom_web.competitions.events.models import Challenge, Entry
from carrom_web.competitions.events.services import draws, ladders, registration
from tests.support.web.clients import as_guest
from tests.support.web.events import NOW, application, organiser_of
from tests.support.web.ladders import LADDER, ladder_of, rungs

pytestmark = pytest.mark.django_db


def link(entry: Entry) -> str:
    return f"/challenges/{link_tokens.challenger_token(entry)}/"


def test_a_challenge_is_made_taken_up_reported_and_confirmed_by_the_two_and_the_winner_takes_the_rung(
    client, django_capture_on_commit_callbacks
):
    event, before = ladder_of(4, ties=False)
    low, high = before[3], before[1]
    assert [one["key"] for one in client.get(link(low)).context["may"]] == [before[1].key, before[2].key]
    assert client.post(link(low), {"do": "challenge", "to": before[0].key}).status_code == 409  # out of reach
    assert "Player" in client.post(link(low), {"do": "challenge", "to": before[0].key}).context["problem"]

    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(link(low), {"do": "challenge", "to": high.key}).status_code == 303
    assert [letter.to for letter in mail.outbox if "A challenge" in letter.subject] == [[high.form.email]]
    made = Challenge.objects.get()
    assert client.post(link(before[2]), {"do": "challenge", "to": high.key}).status_code == 409  # they have one already
    assert client.post(link(low), {"do": "accept", "challenge": made.pk}).status_code == 409  # not theirs to answer
    assert client.post(link(high), {"do": "accept", "challenge": made.pk}).status_code == 303
    reported = {"challenge": str(made.pk), "boards": "25-0 25-0"}
    assert client.post(link(low), reported | {"do": "tell", "boards": "all mine"}).status_code == 409
    too_many = reported | {"do": "tell", "boards": "25-0 40-0"}
    assert client.post(link(low), too_many).status_code == 409  # no game gives 40 points
    boards = "11-0 0-3q 5-0"
    client.post(link(low), reported | {"do": "tell", "boards": boards})
    assert client.post(link(low), reported | {"do": "confirm", "boards": boards}).status_code == 409  # not alone
    assert boards in client.get(link(high)).content.decode()
    assert client.post(link(high), reported | {"do": "confirm", "boards": boards}).status_code == 303

    assert rungs(event) == [before[0], low, high, before[2]]
    page = client.get(f"/events/{event.slug}/ladders/{LADDER}/")
    assert [row["state"] for row in page.context["past"]] == ["played"]
    assert page.context["rungs"][1]["key"] == low.key


@pytest.mark.parametrize(("refused", "moves"), [("loses", True), ("nothing", False)])
def test_who_declines_or_does_not_answer_loses_where_the_rules_say_so(client, refused, moves):
    event, before = ladder_of(3, refused=refused)
    ladders.challenge(event, LADDER, by=before[1].key, to=before[0].key, now=NOW)

    assert ladders.lapse_all_due(NOW + timedelta(days=6)) == 0
    assert ladders.lapse_all_due(NOW + timedelta(days=8)) == 1
    assert (rungs(event)[0] == before[1]) is moves

    again = rungs(event)
    made = ladders.challenge(event, LADDER, by=again[2].key, to=again[1].key, now=NOW)
    client.post(link(again[1]), {"do": "decline", "challenge": made.pk})
    assert (rungs(event)[1] == again[2]) is moves


def test_the_desk_lets_two_meet_reports_the_result_undoes_it_and_lets_others_in():
    event, before = ladder_of(3)
    owner, page = as_guest(organiser_of(event)), f"/events/{event.slug}/ladders/{LADDER}/"
    registration.hand_in(event, application("Late Comer", LADDER, by_registrar=True), now=timezone.now())

    assert owner.post(page, {"do": "meet", "by": before[2].key, "to": "nobody"}).status_code == 409
    assert owner.post(page, {"do": "meet", "by": before[2].key, "to": before[0].key}).status_code == 303
    draws.report_not_played(event, organiser_of(event).pk, LADDER, "1.1", "no-show", ladders.Side.B, now=NOW)
    assert rungs(event)[0] == before[2]
    assert owner.post(page, {"do": "late"}).status_code == 303
    assert [entry.form.name for entry in rungs(event)][-1] == "Late Comer"
    draws.clear(event, organiser_of(event).pk, LADDER, "1.1", now=NOW)
    assert rungs(event)[0] == before[0]
    assert owner.get(page).context["running"][0]["state"] == "to be played"
    assert owner.get(f"/events/{event.slug}/draws/{LADDER}/").status_code == 200


def test_only_the_desk_opens_a_ladder_and_a_forged_link_shows_nothing(client):
    event, before = ladder_of(2)
    assert client.post(f"/events/{event.slug}/ladders/{LADDER}/", {"do": "open"}).status_code == 403
    assert client.get(link(before[0])[:-2] + "x/").status_code == 404
    assert client.get(link(before[0])).status_code == 200


def test_a_line_that_one_repeats_stays_open_and_the_same_line_of_the_other_confirms_it():
    event, before = ladder_of(2, ties=False)
    high, low = before
    made = ladders.challenge(event, LADDER, by=low.key, to=high.key, now=NOW)
    ladders.accept(event, made, now=NOW)
    lines = ((low, "11-0 5-0"), (low, "11-0 5-0"), (high, "0-3q 0-9"), (high, "0-3q 0-9"), (low, " 0-3q  0-9"))

    for number, (who, line) in enumerate(lines, 1):
        made.refresh_from_db()
        ladders.tell(event, made, by=who.key, line=line, now=NOW)
        made.refresh_from_db()
        assert (made.state == Challenge.State.ACCEPTED) == (number < len(lines))

    assert rungs(event) == [high, low]
