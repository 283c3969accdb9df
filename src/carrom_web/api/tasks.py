"""Periodic tasks of the API: webhooks."""

from datetime import timedelta

from channels.db import database_sync_to_async
from django.utils import timezone
from django_tasks import task

from carrom_web.api import delivery, happenings
from carrom_web.core.tasks import periodic
from carrom_web.matches.announcements import something_stored


@periodic(every=timedelta(seconds=10), after=something_stored)
@task()
async def send_webhooks() -> None:
    """Queue what has happened, and send what is due. An address that does not answer holds up nothing else."""
    await database_sync_to_async(happenings.notice)(timezone.now())
    while await delivery.deliver_due():
        pass


@periodic(every=timedelta(hours=1))
@task()
def forget_webhook_messages() -> None:
    """Delete what was sent, or given up, long ago."""
    happenings.purge(timezone.now())
