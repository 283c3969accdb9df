"""A whole event as one file: taken elsewhere it is the same event, with the same entries, money, draws and places."""

import gzip
import json
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom.match.awaiting import Decision
from carrom.match.requests import Choose, Concede, TellBoard, Toss
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.event import Method
from carrom_web.clubs import services as clubs
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import contests, event_file, results_files, selectors
from carrom_web.competitions.events.models import BoardCall, Challenge, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import (
    calls,
    closing,
    draws,
    organising,
    payments,
    registration,
    undersubscribed,
)
from carrom_web.matches import repository as match_store
from carrom_web.matches.models import Match
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    PAIRS,
    application,
    cash_terms,
    local_time,
    new_event,
    organiser_of,
    pair_application,
)
from tests.support.web.matches import answer_as_umpire
from tests.support.web.stored_once import stored_once

pytestmark = pytest.mark.django_db
CALL = {"category": ADULTS, "fixture": "1.1", "a": "a", "b": "b", "board": 1, "called_at": "2022-02-05T09:00:00Z"} | {
    "ended_at": None
}


@pytest.fixture
def event() -> Event:
    return event_under_way()


@stored_once
def event_under_way() -> Event:
    """Singles of four after their first match, one withdrawn, and a cancelled category of pairs."""
    event = new_event(cash_terms())
    owner = organiser_of(event).pk
    for sign in "ABCDE":
        form = registration.hand_in(event, application(f"Player {sign}"), now=NOW)
        payments.record_payment(form, owner, method=Method.CASH, cents=1000, now=NOW)
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    registration.withdraw(event.forms.get(number=5), now=NOW)
    organising.extend(event, owner, local_time("2022-02-01T00:00").date(), now=NOW, why="More are coming.")
    closing.close(event, now=local_time("2022-02-02T00:01"))
    undersubscribed.cancel(event, owner, PAIRS, now=LATE)
    draws.draw(event, owner, ADULTS, now=LATE)
    shown = contests.shown(event.categories.get(key=ADULTS))
    assert shown is not None
    first = next(one.fixture.id for one in shown.meetings if one.state is State.READY)
    draws.report_boards(event, owner, ADULTS, first, "5-0 0-3 8-0q", time_up=False, now=LATE)
    event.refresh_from_db()
    return event


def comparable(event: Event) -> dict[str, object]:
    reported = json.loads(event_file.write(event))
    log = [entry for entry in reported["log"] if entry["kind"] != "imported"]
    return reported | {"state": "", "log": log}


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
    accounts = [sorted((a.charged, a.paid) for a in selectors.accounts_of(one).values()) for one in (event, other)]
    assert accounts[0] == accounts[1]
    assert terms_of(other) == terms_of(event)


def test_play_goes_on_elsewhere(event):
    owner = organiser_of(event)
    other = event_file.read(elsewhere(event), owner.pk, event_file.write(event).encode(), now=LATE)
    organising.publish(other, owner.pk, now=LATE)

    while fixtures := [
        one.fixture.id for one in contests.shown(other.categories.get(key=ADULTS)).meetings if one.state is State.READY
    ]:
        draws.report_boards(other, owner.pk, ADULTS, fixtures[0], "5-0 5-0", time_up=False, now=LATE)

    assert contests.shown(other.categories.get(key=ADULTS)).is_over


@pytest.mark.parametrize(
    "damage",
    [
        lambda reported: "no JSON",
        lambda reported: "[]",
        lambda reported: json.dumps(reported | {"format": 99}),
        lambda reported: json.dumps(reported | {"forms": [{"number": 1}]}),
        lambda reported: json.dumps(reported | {"terms": reported["terms"] | {"time_zone": "Nowhere"}}),
        lambda reported: json.dumps(reported | {"contests": {ADULTS: {"entries": 3}}}),
        lambda reported: json.dumps({name: value for name, value in reported.items() if name != "notices"}),
        lambda reported: json.dumps(reported | {"calls": [{"category": "nowhere"}]}),
        lambda reported: json.dumps(reported | {"calls": [CALL | {"match": {"id": "1", "entries": []}}]}),
        lambda reported: json.dumps(
            reported | {"calls": [CALL | {"match": {"id": str(UUID(int=1)), "entries": [{}]}}]}
        ),
    ],
)
def test_a_damaged_file_is_refused_with_a_code_and_stores_nothing(event, damage):
    reported = json.loads(event_file.write(event))
    owner = organiser_of(event)
    before = Event.objects.count()
    upload = SimpleUploadedFile("event.json", damage(reported).encode())

    answer = as_guest(owner).post("/events/new/", {"club": event.club.slug, "file": upload})

    assert answer.status_code == 422 and answer.context["problem"]
    assert Event.objects.count() == before


def test_the_file_is_for_organisers_alone(client, event):
    address = f"/events/{event.slug}/whole.json"

    assert client.get(address).status_code == 403
    assert json.loads(as_guest(organiser_of(event)).get(address).content)["format"] == event_file.FORMAT


def saved_on_a_sheet(event: Event, *, boards: int, to_its_end: bool) -> Match:
    """A fixture called to board 2 and scored on a sheet: boards for A, then B gives the match up."""
    owner = organiser_of(event)
    met = contests.shown(event.categories.get(key=ADULTS)).meetings
    fixture = next(one.fixture.id for one in met if one.state is State.READY)
    calls.call(event, owner.pk, ADULTS, fixture, 2, now=LATE)
    assert as_guest(owner).post(f"/umpire/events/{event.slug}/{ADULTS}/{fixture}/").status_code == 303
    match = Match.objects.get()
    answer_as_umpire(match.pk, Toss(winner=Side.A))
    while boards and (asked := match_store.state_of(Match.objects.get()).match.awaiting).kind is Decision.CHOICE:
        answer_as_umpire(match.pk, Choose(asked.options[0]))
    for _ in range(boards):
        answer_as_umpire(match.pk, TellBoard(winner=Side.A, coins_left=5, queen=Side.A))
    if to_its_end:
        answer_as_umpire(match.pk, Concede(side=Side.B))
    calls.take_results(now=LATE)
    match.refresh_from_db()
    return match


def test_matches_that_were_recorded_on_sheets_go_along_entry_by_entry(event):
    match = saved_on_a_sheet(event, boards=1, to_its_end=True)
    owner = organiser_of(event).pk

    other = event_file.read(elsewhere(event), owner, packed(event_file.write(event)), now=LATE)

    table = BoardCall.objects.get(category__event=other)
    assert table.match_id != match.pk, "the same site has that match already"
    here, there = (match_store.entries_of(one) for one in (match.pk, table.match_id))
    assert here == there and len(here) == match.version + 1
    assert match_store.state_of(table.match) == match_store.state_of(match)
    (reported,) = results_files.result_rows(other, terms_of(other), only=ADULTS)
    assert [row[9] for row in list(results_files.board_rows([reported]))[1:]] == [10]
    before = json.loads(event_file.write(other))["contests"]
    assert calls.take_results(now=LATE) == 0
    assert json.loads(event_file.write(other))["contests"] == before


def test_a_match_that_was_not_over_keeps_its_record_and_is_called_anew(event):
    saved_on_a_sheet(event, boards=0, to_its_end=False)
    owner = organiser_of(event).pk
    other = event_file.read(elsewhere(event), owner, packed(event_file.write(event)), now=LATE)

    table = BoardCall.objects.get(category__event=other)
    assert table.ended_at is not None and table.match.phase != "over"
    assert calls.call(other, owner, ADULTS, table.fixture, 2, now=LATE).match_id is None


@pytest.mark.parametrize("damage", [lambda data: data[:-20], lambda data: data[:30] + b"x" * 40])
def test_a_packed_file_that_is_damaged_is_refused(event, damage):
    with pytest.raises(event_file.EventFileError, match=r"Download it again|damaged"):
        event_file.read(event.club, organiser_of(event).pk, damage(packed(event_file.write(event))), now=LATE)


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_fills_the_memory(event, monkeypatch):
    monkeypatch.setattr(event_file, "MOST_UNPACKED", 1000)

    with pytest.raises(event_file.EventFileError, match="larger than"):
        event_file.read(event.club, organiser_of(event).pk, gzip.compress(b"[" * 5000), now=LATE)


def test_challenges_of_a_ladder_go_along(event):
    category = event.categories.get(key=ADULTS)
    entries = list(category.entries.values_list("key", flat=True))[:2]
    Challenge.objects.create(category=category, by=entries[0], to=entries[1], made_at=NOW, until=LATE)

    other = event_file.read(elsewhere(event), organiser_of(event).pk, packed(event_file.write(event)), now=LATE)

    found = Challenge.objects.get(category__event=other)
    assert (found.by, found.to, found.state, found.until) == (*entries, "open", LATE)
