"""The ways through an event's pages: what is next, who still owes, what is called where, what was typed wrongly."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms
from carrom.tournament.fixtures import Bye, Fixture
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs import services as club_actions
from carrom_web.clubs.forms import names_of_boards
from carrom_web.clubs.models import Equipment
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import contests, draw_labels, live_schedule
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.next_steps import next_steps
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, organising, registration
from tests.support.web.clients import as_guest
from tests.support.web.draws import event_with_entries, owner_id, ready_fixtures
from tests.support.web.event_forms import registration_form
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    PAIRS,
    application,
    cash_terms,
    new_event,
    official,
    organiser_of,
    pair_application,
    upcoming_terms,
)

pytestmark = pytest.mark.django_db


def text_of(client: Client, path: str) -> str:
    return re.sub(r"\s+", " ", client.get(path).content.decode())


def both() -> Event:
    """Two players of singles are a pair each with somebody else: four people, two matches, none at once."""
    day = timezone.localdate() + timedelta(days=30)
    singles = CategoryTerms(key=ADULTS, title="Singles", format="round-robin", least=2)
    doubles = CategoryTerms(key=PAIRS, title="Doubles", kind=Kind.DOUBLES, format="round-robin", least=2)
    terms: EventTerms = organising.copy_of(cash_terms(), first_day=day, deadline=day, title="Both")
    event = new_event(replace(terms, categories=(singles, doubles)))
    for one, two in (("A", "B"), ("C", "D")):
        mate = pair_application("x", f"Player {two}").partners
        form = registration.hand_in(event, application(f"Player {one}", ADULTS, PAIRS, partners=mate), now=NOW)
        for entry in form.entries.all():
            for member in entry.members.filter(position=1):
                registration.agree(member, shows_name=True, now=NOW)
    for key in (ADULTS, PAIRS):
        draws.draw(event, owner_id(event), key, now=NOW)
    return event


def test_nobody_is_called_to_a_second_board_while_he_plays_at_another(client):
    event = both()
    single, pair = (contests.shown(event.categories.get(key=key)).meetings[0].fixture.id for key in (ADULTS, PAIRS))
    table = calls.call(event, owner_id(event), ADULTS, single, 1, now=NOW)
    client = as_guest(organiser_of(event))

    plan = client.get(f"/events/{event.slug}/play/").context["plan"]
    with pytest.raises(calls.PlayerBusyError, match="is at another board now"):
        calls.call(event, owner_id(event), PAIRS, pair, 2, now=NOW)

    assert [one["can_be_called"] for one in plan] == [False]
    calls.call_off(event, owner_id(event), table.pk, now=NOW)
    assert calls.call(event, owner_id(event), PAIRS, pair, 2, now=NOW).board == 2


@pytest.mark.clause("K-005")
def test_who_has_just_played_rests_before_the_next_match_is_planned(monkeypatch):
    event = both()
    terms = terms_of(event)
    single, pair = (contests.shown(event.categories.get(key=key)).meetings[0].fixture.id for key in (ADULTS, PAIRS))
    day = terms.days[0]
    noon = datetime.combine(day.date, day.opens, tzinfo=terms.zone) + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: noon)

    def starts() -> list[str]:
        return [one["start"][-5:] for one in live_schedule.day_of(event, terms)["plan"]]

    table = calls.call(event, owner_id(event), ADULTS, single, 1, now=noon)
    calls.call_off(event, owner_id(event), table.pk, now=noon)
    assert f"{noon:%H:%M}" in starts()  # a call that was taken back tires nobody
    calls.call(event, owner_id(event), ADULTS, single, 1, now=noon)
    draws.report_boards(event, owner_id(event), ADULTS, single, "5-0 5-0", time_up=False, now=noon)

    assert starts() == [f"{noon + timedelta(minutes=terms.rest_minutes):%H:%M}"]
    assert pair in live_schedule.day_of(event, terms)["plan"][0]["fixture"]


def test_a_match_is_called_from_the_order_of_play_and_its_boards_label_leads_the_umpire_to_it(client):
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    board = club_actions.add_boards(event.club, owner_id(event), names=names_of_boards("1-4"))[0]
    client = as_guest(organiser_of(event))
    fixture = ready_fixtures(event)[0]
    play = f"/events/{event.slug}/play/"

    assert "Call to board 1" in text_of(client, play)
    reported = {"do": "call", "fixture": fixture, "board": "1", "back": "play"}
    answer = client.post(f"/events/{event.slug}/draws/{ADULTS}/", reported)

    assert answer["Location"] == play
    assert "Score this match" not in text_of(Client(), play)
    umpire = as_guest(official(event, Role.UMPIRE))
    sheet = reverse("umpire-fixture", args=[event.slug, ADULTS, fixture])
    assert sheet in text_of(umpire, play) and sheet in text_of(umpire, "/umpire/")
    assert sheet not in text_of(Client(), "/umpire/")
    here = umpire.get(f"/b/{board.code}/")["Location"]
    assert umpire.get(here)["Location"] == sheet
    assert Client().get(here)["Location"] == f"{play}#board-1"
    other = Equipment.objects.get(name="2")
    assert umpire.get(f"/b/{other.code}/").status_code == 200  # nothing was called there


def test_a_result_that_cannot_be_stays_in_its_field_with_the_reason_beside_it(client):
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    client = as_guest(organiser_of(event))
    fixture = ready_fixtures(event)[0]

    reported = {"do": "boards", "fixture": fixture, "boards": "5-0 6-7"}
    page = client.post(f"/events/{event.slug}/draws/{ADULTS}/", reported).content.decode()

    fields = dict(re.findall(r'id="boards-([\d.]+)"[^>]*?\svalue="([^"]*)"', page))
    assert fields == {fixture: "5-0 6-7"}  # the page of this fixture, which has its form alone
    assert '<p class="err" id="wrong">6-7: only the winner of a board has points.</p>' in page
    assert f'#fixture-{fixture}"' in page


def test_the_desk_distinguishes_who_is_not_here_yet_and_who_owes(client):
    event = event_with_entries(3)
    registration.hand_in(event, application("Unpaid Person"), now=NOW)
    client = as_guest(organiser_of(event))
    client.post(f"/events/{event.slug}/desk/", {"do": "came", "form": "1"})

    def shown(kind: str) -> list[int]:
        rows = client.get(f"/events/{event.slug}/desk/?show={kind}").context["forms"]
        return [row["form"].number for row in rows]

    assert (shown("all"), shown("away"), shown("owe")) == ([1, 2, 3, 4], [2, 3, 4], [4])
    assert shown("no such kind") == [1, 2, 3, 4]
    umpire = as_guest(official(event, Role.REGISTRAR))
    assert "Open <b>$10</b>" in text_of(umpire, f"/events/{event.slug}/desk/")


def test_the_list_of_errors_names_the_fields_it_means(client):
    event = new_event(upcoming_terms())

    answer = client.post(f"/events/{event.slug}/register/", registration_form(name="", email="anu@"))

    texts = [error["text"] for error in answer.context["errors"]]
    assert texts == ["Full name is missing.", "Email: Enter a valid email address."]


def test_the_event_page_says_on_the_day_what_is_played_and_afterwards_who_has_won(client):
    event = event_with_entries(2)
    page = f"/events/{event.slug}/"
    assert "At the boards now" not in text_of(client, page)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    (fixture,) = ready_fixtures(event)
    assert "Next matches" in text_of(client, page)

    calls.call(event, owner_id(event), ADULTS, fixture, 2, now=NOW)
    assert "At the boards now" in text_of(client, page) and "Board 2" in text_of(client, page)
    draws.report_boards(event, owner_id(event), ADULTS, fixture, "7-0 6-0", time_up=False, now=NOW)

    winners = client.get(page).context["winners"]
    assert [row["place"] for row in winners[0]["rows"]] == [1, 2]
    assert "At the boards now" not in text_of(client, page)


def test_what_is_next_follows_the_event_from_its_draft_to_its_certificates():
    event = event_with_entries(4)
    terms = terms_of(event)

    def titles(now=LATE) -> list[str]:
        return [step["title"] for step in next_steps(event, terms, now)]

    assert titles(NOW)[-1] == "Desk"
    assert titles() == ["Draw"]
    draws.draw(event, owner_id(event), ADULTS, now=LATE)
    assert titles() == ["Order of play", "Prints"]
    while fixtures := ready_fixtures(event):
        draws.report_boards(event, owner_id(event), ADULTS, fixtures[0], "7-0 6-0", time_up=False, now=LATE)
    assert titles() == ["Results", "Prints"]
    event.state = Event.State.CANCELLED
    assert titles() == []


def test_before_entries_close_what_is_missing_is_named_with_the_page_where_it_is_done(settings):
    event = new_event(cash_terms())
    terms = terms_of(event)

    def steps(now=NOW) -> list[tuple[str, str]]:
        return [(step["title"], step["url"]) for step in next_steps(event, terms, now)]

    pay, club = (
        ("Payments of the club", f"/clubs/{event.club.slug}/payments/"),
        ("The club", f"/clubs/{event.club.slug}/"),
    )
    desk = ("Desk", f"/events/{event.slug}/desk/")
    assert steps() == [pay, club, desk]
    settings.PAYPAL_CLIENT = settings.PAYPAL_SECRET = "x"
    assert steps() == [club, desk]
    official(event, Role.REGISTRAR)
    assert steps() == [club, desk]  # helpers, and still no board
    club_actions.add_boards(event.club, owner_id(event), names=["1"])
    assert steps() == [desk]
    event.state = Event.State.DRAFT
    assert steps() == steps(LATE) == []
    settings.PAYPAL_CLIENT = ""
    assert steps() == [pay]


def test_next_steps_count_who_is_in_and_leave_out_what_cannot_be_drawn():
    singles = CategoryTerms(key=ADULTS, title="Singles", fee=0, least=2, format="round-robin")
    doubles = CategoryTerms(key=PAIRS, title="Doubles", fee=0, kind=Kind.DOUBLES, least=2)
    event = new_event(cash_terms(categories=(singles, doubles)))
    terms = terms_of(event)
    forms = [registration.hand_in(event, application(f"Player {number}", ADULTS), now=NOW) for number in range(3)]
    registration.withdraw(forms[0], now=NOW)
    draw = {"title": "Draw", "url": f"/events/{event.slug}/draws/{ADULTS}/"}

    assert next_steps(event, terms, NOW)[-1]["says"] == "2 registrations received."
    assert next_steps(event, terms, LATE) == [{"says": "Singles: 2 confirmed entries."} | draw]
    registration.withdraw(forms[1], now=NOW)
    assert next_steps(event, terms, NOW)[-1]["says"] == "1 registration received."
    assert next_steps(event, terms, LATE) == []  # nobody to play against


def test_twelve_boards_are_put_up_at_once_or_none():
    event = new_event()
    owner = owner_id(event)

    assert names_of_boards("1-12") == [str(number) for number in range(1, 13)]
    assert names_of_boards("3 to 5") == ["3", "4", "5"]
    assert [names_of_boards(text) for text in ("5-3", "Hall 1-2", "A")] == [["5-3"], ["Hall 1-2"], ["A"]]
    club_actions.add_boards(event.club, owner, names=["2"])
    with pytest.raises(club_actions.BoardNameTakenError):
        club_actions.add_boards(event.club, owner, names=["1", "2", "3"])
    assert [board.name for board in clubs.boards(event.club)] == ["2"]


def test_who_has_no_club_founds_one_on_the_way_to_his_event_and_is_led_nowhere_else(client):
    assert "/clubs/?next=/events/new/" in text_of(client, "/events/new/")
    reported = {"name": "New Club", "own_name": "Olive", "next": "/events/new/?preset=kagw-2022"}

    assert client.post("/clubs/", reported)["Location"] == reported["next"]
    for away in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"):
        where = client.post("/clubs/", reported | {"name": f"Club {len(away)}", "next": away})["Location"]
        assert where.startswith("/clubs/club-")


def test_a_clubs_page_has_its_events_and_drafts_for_organisers_alone(client):
    event = event_with_entries(2)
    draft = organising.start_event(event.club, owner_id(event), cash_terms(title="Secret plans"), now=NOW)
    page = reverse("club", args=[event.club.slug])

    assert f"/events/{event.slug}/" in text_of(client, page)
    assert "Secret plans" not in text_of(client, page) and "Announce an event" not in text_of(client, page)
    client = as_guest(organiser_of(event))
    assert f"/events/{draft.slug}/" in text_of(client, page) and "Announce an event" in text_of(client, page)


def test_rounds_after_groups_have_their_own_names_and_flights_where_there_are_several():
    def titles(*flights: str) -> list[str]:
        groups = [Fixture(id="A1.1", round=1, place=1, a=Bye(), b=Bye(), stage="group", group="A")]
        rounds = [(flight, number) for flight in flights for number in (4, 4, 5)]
        brackets = [
            Fixture(id=f"{flight}-{place}", round=number, place=place, a=Bye(), b=Bye(), stage=flight, group=flight)
            for place, (flight, number) in enumerate(rounds)
        ]
        return list(draw_labels.headings([*groups, *brackets], "groups-knockout").values())

    assert titles("gold") == ["Group A", "Semi-finals", "Final"]
    assert titles("gold", "silver")[1:] == ["Gold: Semi-finals", "Gold: Final", "Silver: Semi-finals", "Silver: Final"]


def test_a_page_that_cannot_be_opened_leads_back_to_its_event_or_to_all(client):
    event = event_with_entries(1)  # in 2022: entries are closed

    closed = client.get(f"/events/{event.slug}/register/")

    assert closed.status_code == 403 and f'href="/events/{event.slug}/">The event</a>' in closed.content.decode()
    lost = client.get("/events/no-such-event/").content.decode()
    assert 'class="btn primary" href="/events/">Events</a>' in lost and "See all events" in lost
