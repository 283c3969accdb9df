"""Who is notified: players whose match is called, and those whom a league or an event reminds; nobody else."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language

from carrom.tournament.evening import Way
from carrom_web.accounts.models import Guest
from carrom_web.competitions import following
from carrom_web.competitions.events import contests, notifications
from carrom_web.competitions.events import reminders as event_reminders
from carrom_web.competitions.events.models import BoardCall, Entry, Event, Registration
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.services import evenings, registration, reports
from carrom_web.competitions.events.services.evenings import KEY
from carrom_web.competitions.match_leagues import reminders as league_reminders
from carrom_web.competitions.match_leagues.models import Captain, League
from carrom_web.competitions.match_leagues.services import captains
from carrom_web.competitions.match_leagues.services import organising as league_services
from carrom_web.competitions.reminders import send_due
from carrom_web.competitions.solo_leagues import reminders as season_reminders
from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.people import services as people
from carrom_web.people.models import Listener
from carrom_web.people.selectors import guests_to_notify
from carrom_web.push import services as push
from carrom_web.push.models import Device, Notification
from tests.support.web.emails import collected_emails
from tests.support.web.events import ADULTS, application, cash_terms, new_event
from tests.support.web.events import NOW as ENTERED
from tests.support.web.match_leagues import PEOPLE, PLAYERS, LeagueInPlay, announced_league
from tests.support.web.push_service import Browser
from tests.support.web.solo_seasons import confirmed_set, joined_player, local_time, new_season

pytestmark = pytest.mark.django_db
NAMES = ("Asha Nair", "Ben Roy", "Cem Das", "Dev Rao", "Eva Lim", "Fay Orr")


def device_of(guest: Guest, language: str = "en") -> None:
    """Switch a device of a guest on."""
    fields = Browser(f"https://push.example.org/{guest.pk}/{language}").fields
    push.switch_on(guest, fields["endpoint"], fields["key"], fields["secret"], language=language)


def with_device(url: str) -> Guest:
    """Somebody opens their own link and switches their device on there."""
    client = Client()
    browser = Browser(f"https://push.example.org/{abs(hash(url))}")
    assert client.post("/notifications/", {"do": "on", **browser.fields}).status_code == 200
    assert 'data-also="' in client.get(url).content.decode()
    assert client.post(url, {"do": "notify"}).status_code in (200, 303)
    return Guest.objects.get(devices__endpoint=browser.endpoint)


def texts_for(guest: Guest) -> list[str]:
    rows = Notification.objects.filter(device__guest=guest).order_by("pk")
    return [f"{row.content['title']} | {row.content['body']}" for row in rows]


@pytest.fixture
def evening() -> Event:
    host = Guest.objects.create(name="Olive")
    return evenings.begin(host.pk, NAMES, Way.KNOCKOUT, boards=1, minutes=20, time_zone="UTC", now=timezone.now())


def waiting_forms(event: Event) -> list[Registration]:
    """The registrations of the two whose match is called when the first board gets free."""
    called = set(BoardCall.objects.values_list("fixture", flat=True))
    found = contests.shown(event.categories.get())
    meeting = next(one for one in found.meetings if one.a and one.b and one.fixture.id not in called)
    return [Entry.objects.get(category__event=event, key=key).form for key in (meeting.a, meeting.b)]


def end_first_match(event: Event) -> None:
    call = BoardCall.objects.get(ended_at=None)
    for key in (call.a, call.b):
        reports.report(
            Entry.objects.get(category__event=event, key=key).form, KEY, call.fixture, "winner", "a", now=timezone.now()
        )


def test_a_called_player_is_notified_on_the_device_that_opened_their_link(evening: Event):
    mine, theirs = waiting_forms(evening)
    me = with_device(own_link(mine))
    stranger = Guest.objects.create()
    device_of(stranger)

    with collected_emails() as emails:
        end_first_match(evening)

    (text,) = texts_for(me)
    opponent = contests.shown(evening.categories.get()).name(theirs.entries.get().key)
    assert text.startswith(f"Board 1: your match is called | Against {opponent}\n")
    row = Notification.objects.get()
    assert row.content["url"] == own_link(mine) and row.is_urgent
    assert row.expires_at - row.due_at == timedelta(minutes=30)
    assert texts_for(stranger) == [] and not emails


def test_who_claimed_a_player_is_notified_too_and_who_was_erased_is_not(evening: Event):
    mine, theirs = waiting_forms(evening)
    guest, other = Guest.objects.create(), Guest.objects.create()
    for one in (guest, other):
        device_of(one)
    mine.person.guest = guest
    mine.person.save()
    people.listen(theirs.person, other.pk)
    people.erase(theirs.person)
    assert not Listener.objects.exists() and guests_to_notify([theirs.person]) == set()

    with collected_emails():
        end_first_match(evening)

    assert len(texts_for(guest)) == 1 and texts_for(other) == []


def test_an_email_about_a_call_goes_to_who_wants_one(evening: Event):
    mine, theirs = waiting_forms(evening)
    for form in (mine, theirs):
        form.person.email = f"{form.number}@example.org"
        form.person.save()
    client = Client()
    assert 'name="wants_calls"' in client.get(own_link(mine)).content.decode()
    client.post(own_link(mine), {"do": "calls", "wants_calls": "on"})

    with collected_emails() as emails:
        end_first_match(evening)

    (email,) = emails
    assert email.to == [mine.person.email] and "Board 1: your match is called" in email.subject
    assert own_link(mine) in email.body
    client.post(own_link(mine), {"do": "calls"})
    mine.refresh_from_db()
    assert not mine.wants_calls


def test_a_call_that_has_ended_meanwhile_notifies_nobody(evening: Event):
    mine, _theirs = waiting_forms(evening)
    me = with_device(own_link(mine))

    with collected_emails():
        end_first_match(evening)
        BoardCall.objects.update(ended_at=timezone.now())

    assert texts_for(me) == []


def test_a_missing_set_is_pushed_with_its_email():
    season = new_season()
    anu = joined_player(season, "Anu Nair")
    joined_player(season, "Ben Ode")
    own = f"/leagues/solo/own/{selectors.token_of(anu)}/"
    me = with_device(own)

    with collected_emails() as emails:
        assert send_due(season_reminders.REMINDERS, season, local_time("2026-02-06T10:00")) == 2

    assert len(emails) == 2
    (text,) = texts_for(me)
    assert "a set is missing | Week 1: hand one in by the end of Feb. 8, 2026." in text
    assert Notification.objects.get().content["url"] == own


def test_captains_are_reminded_on_their_devices_of_matches_and_results():
    playing = announced_league(PLAYERS, PEOPLE)
    slots = playing.seen.league.slots
    fixture = min(slots, key=lambda name: (slots[name].day, name))
    day = datetime.fromisoformat(f"{slots[fixture].day}T12:00").replace(tzinfo=playing.seen.terms.zone)
    a, b = (playing.seen.teams[key] for key in playing.sides(fixture))
    first, second = (Captain.objects.get(team=team).guest for team in (a, b))
    for one in (first, second):
        device_of(one)
    names = f"{playing.seen.name(a.key)} – {playing.seen.name(b.key)}"

    remind(playing, day - timedelta(days=2))
    assert len(texts_for(first)) == 1 and "your match is near" in texts_for(first)[0] and names in texts_for(first)[0]
    remind(playing, day + timedelta(days=2))
    assert "a result is missing" in texts_for(second)[0]
    captains.report(a, first.pk, fixture, "25-10 25-3", by_games=True, now=day + timedelta(days=2))
    remind(playing, day + timedelta(days=5))
    assert any("a result waits for you" in text for text in texts_for(second))
    assert not any("a result waits for you" in text for text in texts_for(first))


def remind(playing: LeagueInPlay, now: datetime) -> None:
    with collected_emails():
        send_due(league_reminders.REMINDERS, playing.league, now)


def test_an_open_fee_is_pushed_without_its_amount_and_never_once_it_is_paid():
    terms = cash_terms(due_on_day=())
    event = new_event(terms)
    form = registration.hand_in(event, application("Anu Nair", ADULTS), now=ENTERED)
    me = with_device(own_link(form))
    last = datetime.combine(terms.deadline, datetime.min.time(), tzinfo=terms.zone) + timedelta(hours=9)

    with collected_emails():
        send_due(event_reminders.REMINDERS, event, last - timedelta(days=3))

    (text,) = texts_for(me)
    assert "your fee is due soon | Please pay by the end of" in text and "USD" not in text
    registration.withdraw(form, now=ENTERED)
    Notification.objects.all().delete()
    notifications.fee_due(form.pk)
    assert texts_for(me) == []


def test_each_device_is_notified_in_its_own_language(evening: Event, monkeypatch: pytest.MonkeyPatch):
    mine, _theirs = waiting_forms(evening)
    me = with_device(own_link(mine))
    device_of(me, "de")
    Device.objects.filter(endpoint__endswith="/de").update(language="de")
    monkeypatch.setattr(notifications, "_", lambda text: f"[{get_language()}] {text}")

    with collected_emails():
        end_first_match(evening)

    assert sorted(text[:4] for text in texts_for(me)) == ["[de]", "[en]"]


def followers(row: Season | League, *keys: str) -> list[Guest]:
    """Guests with a device who each follow one of these players or teams."""
    guests = [Guest.objects.create() for _key in keys]
    for guest, key in zip(guests, keys, strict=True):
        device_of(guest)
        following.follow(guest.pk, row, key, now=timezone.now())
    return guests


def test_followers_get_the_report_of_a_week_once_without_any_email_and_strangers_do_not():
    season = new_season(reminder_days=0)
    anu, ben = joined_player(season, "Anu Nair"), joined_player(season, "Ben Ode")
    confirmed_set(anu)
    both = followers(season, anu.key, ben.key)
    following.follow(both[0].pk, season, ben.key, now=timezone.now())
    stranger = Guest.objects.create()
    device_of(stranger)
    monday = local_time("2026-02-09T10:00")

    with collected_emails() as emails:
        send_due(season_reminders.REMINDERS, season, monday - timedelta(days=1))
        assert not Notification.objects.exists()
        for _time in range(2):
            send_due(season_reminders.REMINDERS, season, monday)

    assert not emails and texts_for(stranger) == []
    for guest in both:
        (text,) = texts_for(guest)
        assert text.startswith("Bay Area 19: Week 1 | 1 set counts.\nBest set: Anu Nair, average 22.80")
    assert {one.content["url"] for one in Notification.objects.all()} == {f"/leagues/solo/{season.slug}/reports/1/"}


def test_a_player_who_follows_gets_the_report_once_beside_the_email():
    season = new_season(report_by_email=True)
    anu = joined_player(season, "Anu Nair")
    confirmed_set(anu)
    me = with_device(f"/leagues/solo/own/{selectors.token_of(anu)}/")
    following.follow(me.pk, season, anu.key, now=timezone.now())

    with collected_emails() as emails:
        send_due(season_reminders.REMINDERS, season, local_time("2026-02-09T10:00"))

    assert len(emails) == 1 and len(texts_for(me)) == 1


def test_followers_of_a_league_get_the_report_of_a_match_day_when_nothing_of_it_is_open():
    playing = announced_league(PLAYERS, PEOPLE)
    slots = playing.seen.league.slots
    fixture = min(slots, key=lambda name: (slots[name].day, name))
    (follower,) = followers(playing.league, playing.sides(fixture)[0])
    day = datetime.fromisoformat(f"{slots[fixture].day}T12:00").replace(tzinfo=playing.seen.terms.zone)
    remind(playing, day + timedelta(days=1))
    assert texts_for(follower) == []
    owner = playing.league.club.members.get().guest_id
    league_services.record_result(playing.league, owner, fixture, "25-10 25-3", by_games=True, now=day)

    remind(playing, day + timedelta(days=1))

    (text,) = texts_for(follower)
    assert "Match day 1 | 1 match was played." in text
    assert Notification.objects.get().content["url"] == f"/leagues/matches/{playing.slug}/reports/1/"
