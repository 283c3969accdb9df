"""Automatic reminders of a match league: matches to come, results that are missing or unconfirmed; its reports."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.league.match_commands import Report
from carrom.tournament.bracket_resolution import Meeting, State
from carrom_web.competitions import report_news
from carrom_web.competitions.match_leagues import day_report, notifications, reminder_emails, repository
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.presenters import day_label, sorted_by_day
from carrom_web.competitions.reminders import LONGEST_LATE_DAYS, Occasion, Reminder, Reminders
from carrom_web.core.setting_fields import shown_rows

A_DAY = timedelta(days=1)


def due(league: League, now: datetime) -> list[Reminder]:
    """The emails that are due at a moment."""
    seen = repository.seen(league)
    terms, today = seen.terms, now.astimezone(seen.terms.zone).date()
    found: list[Reminder] = []
    for one in seen.league.meetings:
        slot = seen.league.slots.get(one.fixture.id)
        if one.state is not State.READY or slot is None:
            continue
        day, is_reported = date.fromisoformat(slot.day), _is_reported(seen, one)
        if terms.reminder_days and day - terms.reminder_days * A_DAY <= today <= day and not is_reported:
            found += _to_both(
                seen,
                one,
                Occasion("match-soon", "", f"{one.fixture.id} {slot.day}"),
                letter=reminder_emails.match_soon,
                push=notifications.match_soon,
            )
        since = day + terms.overdue_days * A_DAY
        if terms.overdue_days and since <= today <= since + LONGEST_LATE_DAYS * A_DAY and not is_reported:
            found += _to_both(
                seen,
                one,
                Occasion("result-missing", "", f"{one.fixture.id} {slot.day}"),
                letter=reminder_emails.result_missing,
                push=notifications.result_missing,
            )
    if terms.overdue_days:
        found += _unconfirmed(seen, now)
    return found + _reports(seen, today)


def text(league: League, now: datetime) -> str:
    """Return the open matters as a text for a chat."""
    seen = repository.seen(league)
    today = now.astimezone(seen.terms.zone).date().isoformat()
    late: list[str] = []
    waiting: list[str] = []
    for one in sorted_by_day(seen, seen.league.meetings):
        slot = seen.league.slots.get(one.fixture.id)
        if one.state is State.READY and slot is not None and slot.day < today:
            names = f"{seen.name(one.a)} – {seen.name(one.b)} ({day_label(slot.day, short=True)})"
            (waiting if _is_reported(seen, one) else late).append(names)
    lines = [_("No result yet: %(matches)s") % {"matches": ", ".join(late)}] if late else []
    lines += [_("To be confirmed: %(matches)s") % {"matches": ", ".join(waiting)}] if waiting else []
    site = settings.SITE_URL.rstrip("/")
    link = [site + reverse("match-league-fixtures", args=[league.slug])] if site else []
    return "\n".join([f"{seen.terms.title}", *lines, *link]) if lines else ""


REMINDERS: Reminders[League] = Reminders(
    due=due, text=text, settings=lambda league: shown_rows(repository.terms_of(league), group="letters")
)


def _is_reported(seen: repository.LeagueView, meeting: Meeting) -> bool:
    return any(fixture == meeting.fixture.id for fixture, _number in seen.league.reported)


def _wanted(seen: repository.LeagueView, key: str | None) -> Team | None:
    """A team that gets reminders; None: it has no captain's address, or its captain does not want them."""
    team = seen.teams.get(key or "")
    return team if team is not None and team.email and team.wants_reminders else None


def _to_both(
    seen: repository.LeagueView,
    meeting: Meeting,
    occasion: Occasion,
    *,
    letter: Callable[..., None],
    push: Callable[..., None],
) -> list[Reminder]:
    """The same reminder for both sides; `occasion` gets the key of each."""
    return [
        Reminder(
            occasion=occasion._replace(key=team.key), letter=letter, push=push, arguments=(team.pk, meeting.fixture.id)
        )
        for team in (_wanted(seen, meeting.a), _wanted(seen, meeting.b))
        if team is not None
    ]


def _unconfirmed(seen: repository.LeagueView, now: datetime) -> list[Reminder]:
    """Captains who have not answered for a while whether a result of the other side is right."""
    reported_at: dict[tuple[str, int], str] = {}
    for entry in seen.log.effective:
        if isinstance(entry.act, Report):
            reported_at[entry.act.result.fixture, entry.act.number] = entry.at
    found = []
    for (fixture, number), report in seen.league.reported.items():
        at = reported_at.get((fixture, number), "")
        since = datetime.fromisoformat(at) + seen.terms.overdue_days * A_DAY if at else now
        if report.disputed_by or not since <= now <= since + LONGEST_LATE_DAYS * A_DAY:
            continue
        meeting = seen.league.meeting(fixture)
        team = _wanted(seen, meeting.b if meeting.a == report.by else meeting.a)
        if team is not None:
            occasion = Occasion("unconfirmed", team.key, f"{fixture}/{number} {at[:19]}")
            found.append(
                Reminder(
                    occasion=occasion,
                    letter=reminder_emails.result_unconfirmed,
                    push=notifications.result_unconfirmed,
                    arguments=(team.pk, fixture),
                )
            )
    return found


def _reports(seen: repository.LeagueView, today: date) -> list[Reminder]:
    """The report of each match day that has no more to play: to followers, and to captains where the league says so."""
    found: list[Reminder] = []
    for number in day_report.numbers_of(seen):
        report = day_report.facts(seen, number)
        days = [slot.day for one in report.played if (slot := seen.league.slots.get(one.fixture.id)) is not None]
        last = date.fromisoformat(max(days)) if days else None
        if report.open or last is None or not last < today <= last + LONGEST_LATE_DAYS * A_DAY:
            continue
        found += report_news.for_followers(seen.row, number, notifications.day_reported_to_followers)
        for team in seen.teams.values() if seen.terms.report_by_email else ():
            if team.email and team.wants_reports and team.standing == Team.Standing.ENTERED:
                occasion = Occasion("report", team.key, str(number))
                found.append(
                    Reminder(
                        occasion=occasion,
                        letter=reminder_emails.day_reported,
                        push=notifications.day_reported,
                        arguments=(team.pk, number),
                    )
                )
    return found
