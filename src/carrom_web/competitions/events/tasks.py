"""Periodic tasks of events: entries close, challenges of ladders lapse, results of matches are taken."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.competitions.events.services import calls, closing, ladders, online, reports
from carrom_web.core.tasks import periodic
from carrom_web.matches.announcements import something_stored


@periodic(every=timedelta(seconds=30))
@task()
def close_entries() -> None:
    """Close what is past its deadline. A site that was down closes late what it missed, with the same result."""
    closing.close_all_due(timezone.now())


@periodic(every=timedelta(seconds=30))
@task()
def lapse_challenges() -> None:
    """Let challenges of ladders lapse that nobody answered."""
    ladders.lapse_all_due(timezone.now())


@periodic(every=timedelta(seconds=30))
@task()
def confirm_reports() -> None:
    """Let results stand that one of the players entered and the other has not denied."""
    reports.confirm_all_due(now=timezone.now())


@periodic(every=timedelta(seconds=10))
@task()
def end_no_shows() -> None:
    """Decide matches online to which a side has not come."""
    online.end_no_shows(now=timezone.now())


@periodic(every=timedelta(seconds=5), after=something_stored)
@task()
def take_results() -> None:
    """Take the results of matches that were called to boards and have ended."""
    calls.take_results(now=timezone.now())
