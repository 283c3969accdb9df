"""Periodic tasks of match leagues: results of matches are taken."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.core.tasks import periodic
from carrom_web.matches.announcements import something_stored


@periodic(every=timedelta(seconds=5), after=something_stored)
@task()
def take_results() -> None:
    """Take the results of matches that were scored for a fixture and have ended."""
    scorekeeping.take_results(now=timezone.now())
