"""Periodic tasks of seasons of 19-coin sets: sets that have ended are handed in."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.competitions.solo_leagues.services import sets
from carrom_web.core.tasks import periodic
from carrom_web.matches.announcements import something_stored


@periodic(every=timedelta(seconds=5), after=something_stored)
@task()
def take_sets() -> None:
    """Hand in the sets that were played on the site, or scored on a sheet, and have ended."""
    sets.take_sets(now=timezone.now())
