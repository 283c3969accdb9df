"""A whole event as one file: taken elsewhere it is the same event, with the same entries, money, draws and places."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom.tournament.event import Method
from carrom.tournament.resolving import State
from carrom_web.clubs import actions as clubs
from carrom_web.tournaments import contests, event_file, queries
from carrom_web.tournaments.actions import drawing, entering, organising, paying, short
from carrom_web.tournaments.models import Event
from carrom_web.tournaments.state_store import terms_of
from tests.web.events import (
    ADULTS,
    LATE,
    NOW,
    PAIRS,
    at_the_desk,
    moment,
    new_event,
    organiser_of,
    somebody,
    with_partner,
)
from tests.web.test_event_pages import as_guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = new_event(at_the_desk())
    owner = organiser_of(event).pk
    for sign in "ABCDE":
        form = entering.hand_in(event, somebody(f"Player {sign}"), now=NOW)
        paying.record_payment(form, owner, method=Method.CASH, cents=1000, now=NOW)
    entering.hand_in(event, with_partner("Anu Nair", "Binu Rao"), now=NOW)
    entering.withdraw(event.forms.get(number=5), now=NOW)
    organising.extend(event, owner, moment("2022-02-01T00:00").date(), now=NOW, why="More are coming.")
    entering.close(event, now=moment("2022-02-02T00:01"))
    short.cancel(event, owner, PAIRS, now=LATE)
    drawing.draw(event, owner, ADULTS, now=LATE)
    shown = contests.shown(event.categories.get(key=ADULTS))
    assert shown is not None
    first = next(one.fixture.id for one in shown.meetings if one.state is State.READY)
    drawing.tell_boards(event, owner, ADULTS, first, "5-0 0-3 8-0q", time_up=False, now=LATE)
    event.refresh_from_db()
    return event


def comparable(event: Event) -> dict[str, object]:
    told = json.loads(event_file.write(event))
    told.pop("deeds")
    return told | {"state": ""}


def elsewhere(event: Event):
    return clubs.found_club(organiser_of(event).pk, name="Another Club")


def test_an_event_is_the_same_elsewhere(event):
    data = event_file.write(event).encode()

    other = event_file.read(elsewhere(event), organiser_of(event).pk, data, now=LATE)

    assert comparable(other) == comparable(event)
    assert other.state == Event.State.DRAFT
    shown = [contests.shown(one.categories.get(key=ADULTS)) for one in (event, other)]
    here, there = (one.standings for one in shown if one)
    assert here == there
    assert {one.name(row.key) for one in shown if one for row in one.standings} == {f"Player {sign}" for sign in "ABCD"}
    accounts = [sorted((a.charged, a.paid) for a in queries.accounts_of(one).values()) for one in (event, other)]
    assert accounts[0] == accounts[1]
    assert terms_of(other) == terms_of(event)


def test_play_goes_on_elsewhere(event):
    owner = organiser_of(event)
    other = event_file.read(elsewhere(event), owner.pk, event_file.write(event).encode(), now=LATE)
    organising.publish(other, owner.pk, now=LATE)

    while fixtures := [
        one.fixture.id for one in contests.shown(other.categories.get(key=ADULTS)).meetings if one.state is State.READY
    ]:
        drawing.tell_boards(other, owner.pk, ADULTS, fixtures[0], "5-0 5-0", time_up=False, now=LATE)

    assert contests.shown(other.categories.get(key=ADULTS)).is_over


@pytest.mark.parametrize(
    "damage",
    [
        lambda told: "no JSON",
        lambda told: "[]",
        lambda told: json.dumps(told | {"format": 99}),
        lambda told: json.dumps(told | {"forms": [{"number": 1}]}),
        lambda told: json.dumps(told | {"terms": told["terms"] | {"time_zone": "Nowhere"}}),
        lambda told: json.dumps(told | {"contests": {ADULTS: {"lines": 3}}}),
        lambda told: json.dumps({name: value for name, value in told.items() if name != "notices"}),
    ],
)
def test_a_damaged_file_is_refused_with_a_code_and_stores_nothing(event, damage):
    told = json.loads(event_file.write(event))
    owner = organiser_of(event)
    before = Event.objects.count()
    upload = SimpleUploadedFile("event.json", damage(told).encode())

    answer = as_guest(owner).post("/events/new/", {"club": event.club.slug, "event": upload})

    assert answer.status_code == 403
    assert "E-" in answer.content.decode() or "event" in answer.content.decode()
    assert Event.objects.count() == before


def test_the_file_is_for_organisers_alone(client, event):
    address = f"/events/{event.slug}/files/event.json"

    assert client.get(address).status_code == 403
    assert json.loads(as_guest(organiser_of(event)).get(address).content)["format"] == event_file.FORMAT
