"""The report of a week or match day as a notification: to who follows somebody there, and with a player's email."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from uuid import UUID

from carrom_web.competitions.models import Competition
from carrom_web.competitions.reminders import Occasion, Reminder
from carrom_web.competitions.reports import Report
from carrom_web.push import services as push
from carrom_web.push.services import Text

LIFETIME = timedelta(days=2)


def for_followers(row: Competition, number: int, notify: Callable[..., None]) -> list[Reminder]:
    """Return the one notification of a report to all followers; none where no follower has a device switched on."""
    if not row.follows.filter(guest__devices__isnull=False).exists():
        return []
    return [Reminder(occasion=Occasion("report-push", "", str(number)), push=notify, arguments=(row.pk, number))]


def followers_of(row: Competition) -> set[UUID]:
    """Return the guests who follow somebody in a competition."""
    return set(row.follows.values_list("guest_id", flat=True))


def notify_of_report(row: Competition, made: Callable[[], Report], guests: Iterable[UUID]) -> None:
    """Notify guests of a report, which is made in each language; who gets it twice sees it once."""

    def text() -> Text:
        report = made()
        news = [report.summary, *(one.sentence for one in report.lines)]
        return Text(f"{report.of}: {report.title}", "\n".join(news), report.url)

    push.notify(guests, text, tag=f"report-{row._meta.app_label}-{row.slug}", lifetime=LIFETIME)
