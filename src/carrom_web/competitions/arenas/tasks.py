"""Periodic tasks of arenas: results are taken, those who wait are paired, arenas end."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.competitions.arenas.services import playing
from carrom_web.core.tasks import periodic
from carrom_web.matches.announcements import something_stored


@periodic(every=timedelta(seconds=5), after=something_stored)
@task()
def take_arena_results() -> None:
    """Take the results of matches that have ended, so that their players meet the next ones."""
    playing.take_results(now=timezone.now())


@periodic(every=timedelta(seconds=2))
@task()
def run_arenas() -> None:
    """Pair who waits, begin and end arenas."""
    playing.run(now=timezone.now())
