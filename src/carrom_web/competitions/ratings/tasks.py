"""Periodic tasks of rating lists: what is rated has changed and is worked out again."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.competitions.ratings.services import recalculation
from carrom_web.core.tasks import periodic


@periodic(every=timedelta(seconds=15))
@task()
def recalculate() -> None:
    """Take what has changed since a list was worked out last."""
    recalculation.take_due(now=timezone.now())
