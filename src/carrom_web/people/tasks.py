"""Periodic tasks of people."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.core.tasks import periodic
from carrom_web.people import expiry


@periodic(every=timedelta(days=1))
@task()
def delete_what_has_served() -> None:
    """Delete what clubs have stored long enough. A site that was down does it when it is back."""
    expiry.expire_all(timezone.now())
