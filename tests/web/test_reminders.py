"""Competitions remind by themselves of missing sets and results, unconfirmed ones, open fees: once, unless refused."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage

from carrom_web.competitions.events import reminders as event_reminders
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.match_leagues import reminders as league_reminders
from carrom_web.competitions.match_leagues import repository as leagues
from carrom_web.competitions.match_leagues.models import Captain, League, Team
from carrom_web.competitions.match_leagues.services import captains
from carrom_web.competitions.match_leagues.services import organising as league_services
from carrom_web.competitions.reminders import Reminders, send_due
from carrom_web.competitions.solo_leagues import reminders as season_reminders
from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.competitions.solo_leagues.services import set_reviews, sets
from carrom_web.competitions.tasks import send_reminders
from tests.support.web.emails import collected_emails
from tests.support.web.events import ADULTS, application, cash_terms, new_event
from tests.support.web.events import NOW as ENTERED
from tests.support.web.match_leagues import PEOPLE, PLAYERS, LeagueInPlay, announced_league
from tests.support.web.solo_seasons import (
    NOW,
    client_for,
    confirmed_set,
    joined_player,
    local_time,
    new_season,
    organiser_of,
    page_text,
    set_report,
)

pytestmark = pytest.mark.django_db
FRIDAY = local_time("2026-02-06T10:00")  # two days before the first week of the season ends
SUNDAY = local_time("2026-02-08T10:00")
MONDAY = local_time("2026-02-09T10:00")


def sent(reminders: Reminders, row: Season | League | Event, now: datetime) -> list[EmailMessage]:
    """The emails that go out at a moment."""
    with collected_emails() as emails:
        send_due(reminders, row, now)
    return list(emails)


def recipients(emails: list[EmailMessage]) -> list[str]:
    return sorted(one.to[0].partition("@")[0] for one in emails)


def test_who_has_no_set_two_days_before_the_week_ends_gets_one_email():
    season = new_season()
    for name in ("Anu Nair", "Ben Ode", "Cyra Das", "Dov Katz"):
        joined_player(season, name)
    rows = {one.name: one for one in season.players.all()}
    confirmed_set(rows["Anu Nair"])
    sets.report(rows["Ben Ode"], set_report(witness="Wim", witness_email="wim@example.org"), now=NOW)
    set_reviews.excuse(season, organiser_of(season).pk, rows["Cyra Das"], 1, holds=True, why="ill", now=NOW)

    assert sent(season_reminders.REMINDERS, season, NOW) == []  # four days before
    first = sent(season_reminders.REMINDERS, season, FRIDAY)
    assert recipients(first) == ["dov.katz"]
    assert "Week 1: you have not handed in a set yet. It is due by the end of Feb. 8, 2026" in first[0].body
    assert f"/leagues/solo/own/{selectors.token_of(rows['Dov Katz'])}/" in first[0].body
    assert recipients(sent(season_reminders.REMINDERS, season, SUNDAY)) == ["wim"]  # a witness who has said nothing
    assert sent(season_reminders.REMINDERS, season, SUNDAY) == []


def test_a_player_who_does_not_want_reminders_gets_none_and_the_season_may_send_none():
    season = new_season()
    anu, ben = joined_player(season, "Anu Nair"), joined_player(season, "Ben Ode")
    own = f"/leagues/solo/own/{selectors.token_of(anu)}/"

    assert client_for(None).post(own, {"do": "letters", "wants_reports": "on"}).status_code == 303
    anu.refresh_from_db()
    assert (anu.wants_reminders, anu.wants_reports) == (False, True)
    assert recipients(sent(season_reminders.REMINDERS, season, FRIDAY)) == ["ben.ode"]
    quiet = new_season(reminder_days=0)
    joined_player(quiet, "Cyra Das")
    assert sent(season_reminders.REMINDERS, quiet, FRIDAY) == []
    assert ben.wants_reminders


def test_the_report_of_a_week_goes_out_after_it_where_the_season_says_so():
    season, silent = new_season(report_by_email=True), new_season()
    players = [joined_player(season, name) for name in ("Anu Nair", "Ben Ode", "Cyra Das")]
    confirmed_set(players[0])
    confirmed_set(joined_player(silent, "Dov Katz"))
    Player.objects.filter(pk=players[2].pk).update(wants_reports=False)

    assert not any("Best set" in one.body for one in sent(season_reminders.REMINDERS, season, SUNDAY))
    emails = sent(season_reminders.REMINDERS, season, MONDAY)
    assert recipients(emails) == ["anu.nair", "ben.ode"]
    assert "Best set: Anu Nair, average 22.80" in emails[0].body
    assert f"/leagues/solo/{season.slug}/reports/1/" in emails[0].body
    assert sent(season_reminders.REMINDERS, season, MONDAY + timedelta(days=1)) == []
    assert sent(season_reminders.REMINDERS, silent, MONDAY) == []
    assert sent(season_reminders.REMINDERS, new_season(report_by_email=True), MONDAY + timedelta(days=8)) == []


def test_organisers_have_what_is_open_as_a_text_and_see_what_went_out():
    season = new_season()
    joined_player(season, "Anu Nair")
    url = f"/leagues/solo/{season.slug}/reminders/"

    assert season_reminders.text(season, FRIDAY).splitlines()[:3] == [
        "Bay Area 19, Week 1",
        "No set yet: Anu Nair",
        "Please hand it in by the end of Feb. 8, 2026.",
    ]
    sent(season_reminders.REMINDERS, season, FRIDAY)
    page = page_text(client_for(organiser_of(season)), url)
    assert "A set is missing" in page and "(1 email)" in page
    assert "Days before the deadline to remind of a missing set" in page
    assert client_for(None).get(url).status_code == 403


@pytest.fixture
def playing() -> LeagueInPlay:
    """A league of three players, whose fixtures have days."""
    return announced_league(replace(PLAYERS, report_by_email=True), PEOPLE)


def at(playing: LeagueInPlay, day: str, hours: int = 12) -> datetime:
    return datetime.fromisoformat(f"{day}T{hours:02}:00").replace(tzinfo=playing.seen.terms.zone)


def first_of(playing: LeagueInPlay) -> tuple[str, str]:
    """The fixture that is played first, and its day."""
    slots = playing.seen.league.slots
    fixture = min(slots, key=lambda name: (slots[name].day, name))
    return fixture, slots[fixture].day


def later(day: str, days: int) -> str:
    return (datetime.fromisoformat(day) + timedelta(days=days)).date().isoformat()


def of_fixture(playing: LeagueInPlay, fixture: str) -> list[str]:
    """The mailboxes of those who play a fixture."""
    return sorted(playing.seen.teams[key].email.partition("@")[0] for key in playing.sides(fixture))


def test_captains_are_reminded_before_a_match_and_when_its_result_is_missing(playing: LeagueInPlay):
    fixture, day = first_of(playing)

    before = sent(league_reminders.REMINDERS, playing.league, at(playing, later(day, -2)))
    assert recipients(before) == of_fixture(playing, fixture) and "Your match is near" in before[0].body
    assert sent(league_reminders.REMINDERS, playing.league, at(playing, day)) == []
    after = sent(league_reminders.REMINDERS, playing.league, at(playing, later(day, 2)))
    assert recipients(after) == of_fixture(playing, fixture) and "There is no result yet" in after[0].body
    assert "No result yet:" in league_reminders.text(playing.league, at(playing, later(day, 1)))


def test_who_has_not_confirmed_a_result_is_reminded_alone(playing: LeagueInPlay):
    fixture, day = first_of(playing)
    a, b = (playing.seen.teams[key] for key in playing.sides(fixture))
    captain = Captain.objects.get(team=a).guest_id
    captains.report(a, captain, fixture, "25-10 25-3", by_games=True, now=at(playing, day))

    assert "To be confirmed" in league_reminders.text(playing.league, at(playing, later(day, 1)))
    sent(league_reminders.REMINDERS, playing.league, at(playing, day))
    emails = sent(league_reminders.REMINDERS, playing.league, at(playing, later(day, 2), hours=13))
    assert [one.to[0] for one in emails] == [b.email] and "still waits for you" in emails[0].body
    playing.league.reminders.all().delete()
    Team.objects.filter(pk=b.pk).update(wants_reminders=False)
    again = sent(league_reminders.REMINDERS, playing.league, at(playing, later(day, 2), hours=13))
    assert not any(b.email in one.to for one in again)


def test_captains_get_the_report_of_a_match_day_that_has_ended(playing: LeagueInPlay):
    fixture, day = first_of(playing)
    owner = playing.league.club.members.get().guest_id
    league_services.record_result(playing.league, owner, fixture, "25-10 25-3", by_games=True, now=at(playing, day))

    emails = sent(league_reminders.REMINDERS, playing.league, at(playing, later(day, 1)))
    reports = [one for one in emails if "The whole report" in one.body]
    assert len(reports) == len(leagues.seen(playing.league).teams)
    assert "1 match was played." in reports[0].body and f"/reports/{fixture.partition('.')[0]}/" in reports[0].body


def test_an_open_fee_is_reminded_of_before_its_last_day_and_never_once_it_is_paid():
    terms = cash_terms(due_on_day=())
    event = new_event(terms)
    form = registration.hand_in(event, application("Anu Nair", ADULTS), now=ENTERED)
    last = datetime.combine(terms.deadline, datetime.min.time(), tzinfo=terms.zone) + timedelta(hours=9)

    assert sent(event_reminders.REMINDERS, event, last - timedelta(days=4)) == []
    emails = sent(event_reminders.REMINDERS, event, last - timedelta(days=3))
    assert [one.to[0] for one in emails] == [form.email] and "Your fee is not paid yet." in emails[0].body
    assert sent(event_reminders.REMINDERS, event, last) == []
    assert "Some fees are not paid yet (1)" in event_reminders.text(event, last)
    assert form.name not in event_reminders.text(event, last)
    registration.withdraw(form, now=ENTERED)
    assert event_reminders.text(event, last) == ""


def test_the_task_sends_for_competitions_that_run_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("carrom_web.competitions.tasks.timezone.now", lambda: FRIDAY)
    season, draft = new_season(), new_season(is_open=False)
    joined_player(season, "Anu Nair")

    with collected_emails() as emails:
        send_reminders.func()
    assert recipients(list(emails)) == ["anu.nair"] and not draft.reminders.exists()
