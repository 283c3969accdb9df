"""Automatic reminders of a season: sets that are missing, sets that wait for their witness; and its reports."""

from datetime import date, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom.league.solo_report import owing
from carrom.league.solo_terms import SeasonTerms, Week
from carrom_web.competitions import report_news
from carrom_web.competitions.reminders import LONGEST_LATE_DAYS, Occasion, Reminder, Reminders
from carrom_web.competitions.solo_leagues import emails, labels, notifications, repository, week_report
from carrom_web.competitions.solo_leagues.models import Player, Season, SoloSet
from carrom_web.core.setting_fields import shown_rows

WITNESS_DAYS = 2  # after a set was handed in


def due(season: Season, now: datetime) -> list[Reminder]:
    """The emails that are due at a moment."""
    terms, today = repository.terms_of(season), repository.today_in(season, now)
    found = _witnesses(season, now) if terms.reminder_days else []
    for week in terms.all_weeks:
        deadline = terms.deadline(week)
        if terms.reminder_days and _earlier(deadline, terms.reminder_days) <= today <= deadline:
            found += _missing(season, week, now)
        if deadline < today <= _earlier(deadline, -LONGEST_LATE_DAYS):
            found += _reports(season, week, now, by_email=terms.report_by_email)
    return found


def text(season: Season, now: datetime) -> str:
    """Return the players without a set in the running weeks as a text for a chat."""
    terms, today = repository.terms_of(season), repository.today_in(season, now)
    value, _today, _tables = repository.standings_of(season, now)
    names = {one.key: one.name for one in value.players}
    lines = []
    for week in terms.all_weeks:
        if week.first <= today <= terms.deadline(week) and (keys := owing(value, week.number)):
            lines.append(f"{terms.title}, {labels.week_label(terms, week.number)}")
            lines.append(_("No set yet: %(who)s") % {"who": ", ".join(names[key] for key in keys)})
            lines.append(_("Please hand it in by the end of %(day)s.") % {"day": day_of(terms, week)})
    site = settings.SITE_URL.rstrip("/")
    return "\n".join([*lines, *([site + reverse("solo-season", args=[season.slug])] if lines and site else [])])


REMINDERS: Reminders[Season] = Reminders(
    due=due, text=text, settings=lambda season: shown_rows(repository.terms_of(season), group="letters")
)


def day_of(terms: SeasonTerms, week: Week) -> str:
    """The last day of a week, as people write it."""
    return formats.date_format(date.fromisoformat(terms.deadline(week)), "DATE_FORMAT")


def _missing(season: Season, week: Week, now: datetime) -> list[Reminder]:
    value, _today, _tables = repository.standings_of(season, now)
    rows = season.players.filter(key__in=owing(value, week.number), status=Player.Status.PLAYING, wants_reminders=True)
    return [
        Reminder(
            occasion=Occasion("missing-set", one.key, str(week.number)),
            letter=emails.set_missing,
            push=notifications.set_missing,
            arguments=(one.pk, week.number),
        )
        for one in rows.order_by("pk")
    ]


def _reports(season: Season, week: Week, now: datetime, *, by_email: bool) -> list[Reminder]:
    """The report of a week that is over: to followers in any case, to players where the season says so."""
    followers = report_news.for_followers(season, week.number, notifications.week_reported_to_followers)
    if not (by_email or followers) or week.number not in week_report.numbers(season, now):
        return []
    if not by_email:
        return followers
    rows = season.players.filter(status=Player.Status.PLAYING, wants_reports=True).order_by("pk")
    return followers + [
        Reminder(
            occasion=Occasion("report", one.key, str(week.number)),
            letter=emails.week_reported,
            push=notifications.week_reported,
            arguments=(one.pk, week.number),
        )
        for one in rows
    ]


def _witnesses(season: Season, now: datetime) -> list[Reminder]:
    """Witnesses who have not said yes or no: each is asked a second time, for what was said about the set last."""
    since, until = (now - timedelta(days=days) for days in (LONGEST_LATE_DAYS + WITNESS_DAYS, WITNESS_DAYS))
    rows = season.sets.filter(
        status=SoloSet.Status.PENDING, witnessed_at=None, handed_in_at__gte=since, handed_in_at__lte=until
    ).exclude(witness_email="")
    return [
        Reminder(
            occasion=Occasion("witness", one.player.key, one.key),
            letter=emails.witness_asked,
            arguments=(one.pk,),
        )
        for one in rows.select_related("player").order_by("pk")
    ]


def _earlier(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()
