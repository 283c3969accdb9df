"""Periodic tasks of matches: clocks that have run out, challenges and seats of tables whose pages are gone."""

from datetime import timedelta

from django_tasks import task

from carrom_web.core.tasks import periodic
from carrom_web.matches import challenges, tables
from carrom_web.matches.clock_service import CLOCK_SERVICE


@periodic(every=timedelta(seconds=0.5), in_every_process=True)
@task()
async def answer_clocks() -> None:
    """Answer for every clock that has run out. A board must not wait until another server notices that one is gone."""
    await CLOCK_SERVICE.look()


@periodic(every=timedelta(seconds=15))
@task()
def forget_challenges() -> None:
    """Delete the challenges of those who have left the lobby."""
    challenges.forget_expired()
    tables.free_forgotten()
