"""Following a player: their page, their next match on top of the event's pages, their calendar; only with consent."""

from dataclasses import replace
from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import CategoryTerms
from carrom.tournament.play_days import Day
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Account, Guest
from carrom_web.competitions import following as follows
from carrom_web.competitions.events import contests, following
from carrom_web.competitions.events.models import BoardCall, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, registration
from carrom_web.competitions.models import Follow
from carrom_web.people import services as people
from carrom_web.people.services import Details
from tests.support.web.events import NOW, PAIRS, application, cash_terms, new_event, organiser_of
from tests.support.web.markup import without_layout

pytestmark = pytest.mark.django_db
SINGLES = CategoryTerms(key="open", title="Open", least=2)
DOUBLES = replace(next(one for one in cash_terms().categories if one.key == PAIRS), fee=0)


@pytest.fixture
def event() -> Event:
    """Today in Kolkata, all day long: four in the singles, two of them in a pair too."""
    today = timezone.now().astimezone(ZoneInfo("Asia/Kolkata")).date()
    days = (Day(today, time(0, 1), time(23, 59)), Day(today + timedelta(days=1), time(9), time(20)))
    terms = cash_terms(categories=(SINGLES, DOUBLES), days=days, deadline=today, time_zone="Asia/Kolkata")
    event = new_event(terms)
    for name in ("Anu Nair", "Binu Rao", "Chitra Das"):
        registration.hand_in(event, application(name, "open", born=date(1991, 4, 2)), now=NOW)
    registration.hand_in(event, application("Dev Patel", "open", shows_name=False), now=NOW)
    draws.draw(event, organiser_of(event).pk, "open", now=timezone.now())
    return event


def key(event: Event, name: str) -> str:
    return next(one.key for one in following.people_of(event).values() if one.name == name)


def follow(event: Event, name: str) -> str:
    """Where somebody is followed."""
    return f"/events/{event.slug}/follow/{key(event, name)}/"


def first_of(event: Event, name: str) -> str:
    shown = contests.shown(event.categories.get(key="open"))
    entry = next(entry for entry, known in shown.names.items() if known == name)
    return next(one.fixture.id for one in shown.meetings if entry in (one.a, one.b) and one.state is State.READY)


@pytest.mark.parametrize(
    ("is_won", "result", "place"),
    [(True, "<b>won</b>2-0", "of 4, shared, so far"), (False, "lost 0-2", "of 4, so far")],
)
def test_a_players_page_shows_the_board_of_a_call_then_the_result_and_the_place(client, event, is_won, result, place):
    address = f"/events/{event.slug}/players/{key(event, 'Anu Nair')}/"
    fixture, owner = first_of(event, "Anu Nair"), organiser_of(event).pk
    shown = contests.shown(event.categories.get(key="open"))
    is_first = shown.names[shown.meeting(fixture).a] == "Anu Nair"
    assert "about" in client.get(address).content.decode()

    calls.call(event, owner, "open", fixture, 3, now=timezone.now())
    called = client.get(address).content.decode()
    boards = "5-0 8-0" if is_won is is_first else "0-5 0-8"
    draws.report_boards(event, owner, "open", fixture, boards, time_up=False, now=timezone.now())
    after = without_layout(client.get(address).content.decode())

    assert "Now at board 3" in called and "against" in called
    assert "Now at board" not in after
    assert result in after
    assert place in after


def test_who_is_followed_stands_on_top_of_every_page_of_his_event_and_of_no_other(client, event):
    other = new_event(cash_terms(title="Another event"))
    address = f"/events/{event.slug}/players/{key(event, 'Anu Nair')}/"
    answer = client.post(follow(event, "Anu Nair"), {"do": "follow"})
    assert answer.status_code == 303 and answer.cookies[follows.COOKIE]["httponly"]

    pages = [client.get(f"/events/{event.slug}/{page}").content.decode() for page in ("", "play/", "results/")]
    assert all(f'href="{address}">Anu Nair</a>' in page and "data-shared" not in page for page in pages)
    assert "Anu Nair" not in client.get(f"/events/{other.slug}/").content.decode()
    assert "data-shared" in Client().get(f"/events/{event.slug}/").content.decode()

    client.post(follow(event, "Anu Nair"), {"do": "unfollow"})
    assert "Anu Nair</a><span>" not in without_layout(client.get(f"/events/{event.slug}/").content.decode())


def test_a_page_is_for_who_agreed_to_be_named_alone_and_its_key_reveals_nothing(client, event):
    people = following.people_of(event)

    assert sorted(one.name for one in people.values()) == ["Anu Nair", "Binu Rao", "Chitra Das"]
    assert all(len(one) == 12 and one.isalnum() for one in people)
    member = event.categories.get(key="open").members.get(name="Dev Patel")
    hidden = following.key_of(member, event.pk)
    assert client.get(f"/events/{event.slug}/players/{hidden}/").status_code == 404
    page = client.get(f"/events/{event.slug}/entries/").content.decode()
    assert key(event, "Binu Rao") in page and hidden not in page


def test_one_page_for_one_person_in_all_his_categories(client, event):
    born = date(1991, 4, 2)
    singles = event.categories.get(key="open").members.get(name="Anu Nair")
    pair = event.categories.get(key=PAIRS)
    entry = singles.entry.form.entries.create(category=pair, standing="confirmed", fee=0, made_at=NOW, key="pair")
    for position, name in enumerate(("Anu Nair", "Esha Roy")):
        identity = singles.identity if position == 0 else "esha"
        details = Details(name=name, email="x@example.org", born=born, shows_name=position == 0)
        person = people.player_for(event.club_id, details)
        entry.members.create(
            category=pair, position=position, identity=identity, name=name, person=person, agreed_at=NOW
        )

    page = client.get(f"/events/{event.slug}/players/{key(event, 'Anu Nair')}/").content.decode()

    assert "Open" in page and "Anu Nair &amp; E. R." in page and "Esha" not in page


@pytest.mark.parametrize("cookie", ["", "::::", "x" * 5000, "a:b.c:d", "\x00", "events:event:ffffffffffff", "é:é:é"])
def test_a_forged_cookie_shows_nobody(event, cookie):
    client = Client()
    client.cookies[follows.COOKIE] = cookie

    assert client.get(f"/events/{event.slug}/").status_code == 200


def test_the_newest_twelve_stay(event):
    client = Client()
    client.cookies[follows.COOKIE] = ".".join(f"events:old{number}:aaaaaaaaaaaa" for number in range(12))

    answer = client.post(follow(event, "Anu Nair"), {"do": "follow"})

    saved = answer.cookies[follows.COOKIE].value.split(".")
    assert (
        len(saved) == follows.MOST_OF_A_DEVICE
        and saved[-1].startswith(f"events:{event.slug}:")
        and "events:old0:aaaaaaaaaaaa" not in saved
    )


def test_who_has_an_account_follows_on_all_his_devices_and_takes_along_whom_his_phone_followed(event):
    Account.objects.create_user("fan@example.org", "a long password")
    signing_in = {"login": "fan@example.org", "password": "a long password"}
    addresses = [f"/events/{event.slug}/players/{key(event, name)}/" for name in ("Anu Nair", "Binu Rao")]
    phone, laptop = Client(), Client()
    phone.post(follow(event, "Anu Nair"), {"do": "follow"})

    answer = phone.post("/accounts/login/", signing_in)
    laptop.post("/accounts/login/", signing_in)
    laptop.post(follow(event, "Binu Rao"), {"do": "follow"})
    laptop.post(follow(event, "Binu Rao"), {"do": "follow"})

    assert answer.cookies[follows.COOKIE].value == ""
    for device in (phone, laptop):
        page = device.get(f"/events/{event.slug}/").content.decode()
        assert all(f'href="{address}">' in page for address in addresses) and "data-shared" not in page
    own = laptop.get("/accounts/data/").json()
    assert [(one["competition"], one["player"]) for one in own["followed players"]] == [
        (event.slug, "Anu Nair"),
        (event.slug, "Binu Rao"),
    ]

    phone.post(follow(event, "Anu Nair"), {"do": "unfollow"})
    phone.post("/accounts/logout/")
    phone.post("/accounts/login/", signing_in)
    assert f'href="{addresses[0]}">' not in laptop.get(f"/events/{event.slug}/").content.decode()
    privacy.erase(Guest.objects.get(account__email="fan@example.org"))
    assert not Follow.objects.exists()


def test_an_account_keeps_the_newest_hundred(event, monkeypatch):
    monkeypatch.setattr(follows, "MOST", 3)
    guest = organiser_of(event)

    for number in range(5):
        follows.follow(guest.pk, event, f"{number:012d}", now=NOW + timedelta(seconds=number))

    assert sorted(Follow.objects.values_list("key", flat=True)) == [f"{number:012d}" for number in (2, 3, 4)]


def test_their_matches_are_a_calendar_in_the_zone_of_the_event_with_the_board(client, event):
    fixture = first_of(event, "Anu Nair")
    calls.call(event, organiser_of(event).pk, "open", fixture, 3, now=timezone.now())

    answer = client.get(f"/events/{event.slug}/players/{key(event, 'Anu Nair')}/matches.ics")

    calendar = Calendar.from_ical(answer.content)
    (match,) = calendar.events
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert match.location.endswith(", board 3")
    zone = terms_of(event).time_zone
    assert match["DTSTART"].params["TZID"] == zone == calendar.timezones[0].tz_name
    called_at = BoardCall.objects.get(category__event=event).called_at.replace(microsecond=0)
    assert match.start == called_at
