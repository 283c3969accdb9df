"""Periodic tasks of accounts."""

from datetime import timedelta

from django.core.management import call_command
from django_tasks import task

from carrom_web.accounts import sign_ins
from carrom_web.core.tasks import periodic


@periodic(every=timedelta(days=1))
@task()
def delete_ended_sessions() -> None:
    """Delete the sessions that have expired, and the devices that were signed in by them."""
    call_command("clearsessions")
    sign_ins.forget_ended()
