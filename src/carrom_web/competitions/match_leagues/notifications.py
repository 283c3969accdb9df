"""Notifications of a match league: to captains with the emails of the same, and the report of a match day."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from uuid import UUID

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom_web.competitions.match_leagues import day_report, repository
from carrom_web.competitions.match_leagues.models import League, SheetMatch, Team
from carrom_web.competitions.report_news import followers_of, notify_of_report
from carrom_web.people.selectors import guests_to_notify
from carrom_web.push import services as push
from carrom_web.push.services import Text

A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)


def match_soon(team_id: int, fixture: str) -> None:
    """Remind a captain of a match that is near."""
    _notify(team_id, fixture, lambda: _("your match is near"))


def match_started(sheet_id: int) -> None:
    """Notify the players of a match online that it has started."""
    sheet = SheetMatch.objects.select_related("league__club").get(pk=sheet_id)
    if sheet.ended_at is None:
        _notify_players(sheet, lambda: _("Your match has started"))


def match_withdrawn(sheet_id: int) -> None:
    """Notify the players of a match online that the line-ups with which it began were taken back."""
    sheet = SheetMatch.objects.select_related("league__club").get(pk=sheet_id)
    _notify_players(sheet, lambda: _("Your match does not count any more: its line-ups were taken back"))


def _notify_players(sheet: SheetMatch, title: Callable[[], str]) -> None:
    seen = repository.seen(sheet.league)
    url = reverse("match", args=[sheet.match_id])

    def text() -> Text:
        names = f"{seen.name(sheet.a)} – {seen.name(sheet.b)}"
        return Text(title(), f"{names}\n{seen.terms.title}", url)

    guests = sheet.match.seats.exclude(guest=None).values_list("guest", flat=True)
    push.notify(guests, text, tag=f"league-{sheet.league.slug}-{sheet.fixture}", lifetime=AN_HOUR, is_urgent=True)


def result_missing(team_id: int, fixture: str) -> None:
    """Remind a captain of a match that has no result yet."""
    _notify(team_id, fixture, lambda: _("a result is missing"))


def result_unconfirmed(team_id: int, fixture: str) -> None:
    """Remind a captain that a result of the other side waits for their word."""
    _notify(team_id, fixture, lambda: _("a result waits for you"))


def day_reported(team_id: int, number: int) -> None:
    """Notify a captain of the report of a match day."""
    team = Team.objects.select_related("league__club").get(pk=team_id)
    _notify_of_day(team.league, number, _devices_of(team))


def day_reported_to_followers(league_id: int, number: int) -> None:
    """Notify who follows somebody in a league of the report of a match day."""
    league = League.objects.select_related("club").get(pk=league_id)
    _notify_of_day(league, number, followers_of(league))


def _notify_of_day(league: League, number: int, guests: Iterable[UUID]) -> None:
    notify_of_report(league, lambda: day_report.made(repository.seen(league), number), guests)


def _devices_of(team: Team) -> set[UUID]:
    return guests_to_notify([team.person]) | set(team.captains.values_list("guest_id", flat=True))


def _notify(team_id: int, fixture: str, what: Callable[[], str]) -> None:
    team = Team.objects.select_related("league__club").get(pk=team_id)
    seen = repository.seen(team.league)
    meeting, slot = seen.league.meeting(fixture), seen.league.slots.get(fixture)
    url = reverse("match-fixture", args=[team.league.slug, fixture])
    names = f"{seen.name(meeting.a)} – {seen.name(meeting.b)}"

    def text() -> Text:
        day = formats.date_format(date.fromisoformat(slot.day), "DATE_FORMAT") if slot else ""
        body = ", ".join(part for part in (names, f"{day} {slot.time}".strip() if slot else "") if part)
        return Text(f"{seen.terms.title}: {what()}", body, url)

    push.notify(_devices_of(team), text, tag=f"league-{team.league.slug}-{fixture}", lifetime=A_DAY)
