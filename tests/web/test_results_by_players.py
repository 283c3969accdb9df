"""Results that players enter by their own links: confirmed by the other, by time, by an official; or denied."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.evening import Way
from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import BoardCall, Entry, Event, Registration, ReportedResult
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.repository import save_terms, terms_of
from carrom_web.competitions.events.services import day, draws, evenings, reports
from carrom_web.competitions.events.services.evenings import KEY
from carrom_web.competitions.events.services.reports import ReportError
from tests.support.web.clients import as_guest

pytestmark = pytest.mark.django_db
NAMES = ("Asha Nair", "Ben Roy", "Cem Das", "Dev Rao")


@pytest.fixture
def host() -> Guest:
    return Guest.objects.create(name="Olive")


@pytest.fixture
def event(host: Guest) -> Event:
    return evenings.begin(host.pk, NAMES, Way.KNOCKOUT, boards=2, minutes=20, time_zone="UTC", now=timezone.now())


def meeting_of(event: Event, fixture: str = "1.1") -> Meeting:
    return contests.shown(event.categories.get()).meeting(fixture)


def two(event: Event) -> tuple[Registration, Registration]:
    """The registrations of the two who meet in the first match, in the order of their sides."""
    found = meeting_of(event)
    return tuple(Entry.objects.get(category__event=event, key=key).form for key in (found.a, found.b))


def test_what_both_say_alike_stands_at_once_and_is_the_players_own(event: Event):
    asha, ben = two(event)

    assert not reports.report(asha, KEY, "1.1", "total", "25-9", now=timezone.now())
    assert meeting_of(event).result is None
    assert reports.report(ben, KEY, "1.1", "winner", "a", now=timezone.now())

    assert meeting_of(event).result.points == (25, 9), "the one who said more"
    assert not ReportedResult.objects.exists()
    assert not BoardCall.objects.filter(fixture="1.1", ended_at=None).exists()
    assert event.audit_entries.latest("pk").role == AuditEntry.Role.PLAYER


def test_the_other_confirms_by_a_tap_and_only_what_was_looked_at(event: Event):
    asha, ben = two(event)
    reports.report(asha, KEY, "1.1", "winner", "a", now=timezone.now())
    number = ReportedResult.objects.get().pk

    with pytest.raises(ReportError):
        reports.confirm(asha, KEY, "1.1", number, now=timezone.now())
    with pytest.raises(ReportError):
        reports.confirm(ben, KEY, "1.1", number + 1, now=timezone.now())
    reports.confirm(ben, KEY, "1.1", number, now=timezone.now())

    assert meeting_of(event).winner == meeting_of(event).a


def test_where_they_differ_both_stay_until_an_official_decides(event: Event, host: Guest):
    asha, ben = two(event)
    now = timezone.now()
    reports.report(asha, KEY, "1.1", "total", "25-9", now=now)
    reports.report(ben, KEY, "1.1", "total", "9-25", now=now)

    assert reports.confirm_all_due(now=now + timedelta(hours=1)) == 0
    page = as_guest(host).get(f"/events/{event.slug}/day/").content.decode()
    assert f"says {ben.name}" in page and f"says {asha.name}" in page
    theirs = ReportedResult.objects.get(by=meeting_of(event).b)
    as_guest(host).post(f"/events/{event.slug}/day/", {"do": "accept", "report": theirs.pk})

    assert meeting_of(event).winner == meeting_of(event).b
    assert not ReportedResult.objects.exists()


def test_silence_for_ten_minutes_counts_as_right(event: Event):
    now = timezone.now()
    reports.report(two(event)[0], KEY, "1.1", "winner", "a", now=now)

    assert reports.confirm_all_due(now=now + timedelta(minutes=9)) == 0
    assert reports.confirm_all_due(now=now + timedelta(minutes=10)) == 1
    assert meeting_of(event).result is not None


def test_an_official_overrules_and_what_is_taken_back_does_not_come_again(event: Event, host: Guest):
    now = timezone.now()
    reports.report(two(event)[0], KEY, "1.1", "winner", "a", now=now)
    draws.report_winner(event, host.pk, KEY, "1.1", "b", now=now)
    day.undo(event, host.pk, day.last_step(event).pk, now=now + timedelta(seconds=1))

    assert reports.confirm_all_due(now=now + timedelta(hours=1)) == 0
    assert meeting_of(event).result is None


def test_what_one_said_can_be_taken_back_and_said_again(event: Event):
    asha, _ben = two(event)
    reports.report(asha, KEY, "1.1", "winner", "a", now=timezone.now())
    reports.report(asha, KEY, "1.1", "winner", "b", now=timezone.now())
    assert ReportedResult.objects.get().value == "b"

    reports.take_back(asha, KEY, "1.1")

    assert not ReportedResult.objects.exists()


def test_nobody_enters_a_result_of_others_or_where_officials_alone_do(event: Event):
    asha, _ben = two(event)
    for fixture in ("1.2", "2.1", "9.9"):
        with pytest.raises(ReportError):
            reports.report(asha, KEY, fixture, "winner", "a", now=timezone.now())
    terms = terms_of(event)
    save_terms(event, replace(terms, players_report=False))
    asha = two(event)[0]  # as the next request reads it
    with pytest.raises(ReportError):
        reports.report(asha, KEY, "1.1", "winner", "a", now=timezone.now())


def test_a_player_enters_and_the_other_answers_on_the_pages_of_their_links(event: Event):
    (asha, ben), browser = two(event), Client()
    url = f"{own_link(asha)}results/{KEY}/1.1/"
    page = browser.get(own_link(asha)).content.decode()
    assert url in page and f"Send to {ben.name}" in page

    decided = browser.get(url, {"way": "winner", "value": "a"}).json()
    assert f"{asha.name} beat {ben.name}" in decided["says"]
    assert browser.post(url, {"way": "total", "value": "25"}).status_code == 409
    assert browser.post(url, {"way": "total", "value": "25-9"}).status_code == 200
    assert "You said:" in browser.get(own_link(asha)).content.decode()
    answer = browser.get(own_link(ben)).content.decode()
    assert f"{asha.name} says: {asha.name} beat {ben.name}, 25-9." in answer and "Different result…" in answer

    other = f"{own_link(ben)}results/{KEY}/1.1/"
    browser.post(other, {"do": "confirm", "report": ReportedResult.objects.get().pk})

    assert meeting_of(event).result.points == (25, 9)
