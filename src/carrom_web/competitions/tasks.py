"""Periodic tasks of all kinds of competitions: reminders and reports go out."""

import logging
from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom.errors import CarromError
from carrom_web.competitions.kinds import kinds
from carrom_web.competitions.models import Competition
from carrom_web.competitions.reminders import send_due
from carrom_web.core.tasks import periodic

_log = logging.getLogger(__name__)


@periodic(every=timedelta(minutes=10))
@task()
def send_reminders() -> None:
    """Send what is due of every competition that runs; one that cannot be read holds up no other."""
    now = timezone.now()
    for kind in kinds():
        if kind.reminders is None:
            continue
        rows = kind.model._default_manager.select_related(*kind.model.READ_WITH)
        for row in rows.filter(state=Competition.State.OPEN):
            try:
                send_due(kind.reminders, row, now)
            except CarromError:
                _log.exception("reminders of %s %s cannot be found", kind.key, row.slug)
