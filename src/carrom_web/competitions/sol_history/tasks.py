"""Periodic tasks of histories from SoL."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.competitions.sol_history.repository import delete_old_uploads
from carrom_web.core.tasks import periodic


@periodic(every=timedelta(hours=1))
@task()
def delete_uploads() -> None:
    """Delete uploads that nobody confirmed: they hold addresses and birthdays."""
    delete_old_uploads(now=timezone.now())
