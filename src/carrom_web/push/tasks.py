"""Periodic tasks of notifications: those that are due are sent."""

from datetime import timedelta

from django_tasks import task

from carrom_web.core.tasks import periodic
from carrom_web.push import services
from carrom_web.push.delivery import deliver_due


@periodic(every=timedelta(seconds=5), after=services.queued)
@task()
async def deliver_notifications() -> None:
    """Send what is due. It runs in the server's own loop and waits there for push services, which holds up nothing."""
    await deliver_due()
