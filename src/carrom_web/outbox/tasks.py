"""Periodic tasks of the outbox."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.core.tasks import periodic
from carrom_web.outbox.erasure import delete_old_files


@periodic(every=timedelta(hours=12), in_every_process=True)
@task()
def delete_old_email_files() -> None:
    """Delete the files of emails, where no mail server is set, after 30 days."""
    delete_old_files(timezone.now())
