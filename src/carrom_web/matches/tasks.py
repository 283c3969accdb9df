"""Periodic tasks of matches: clocks that have run out, challenges and seats of tables whose pages are gone."""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from carrom_web.core.tasks import periodic
from carrom_web.matches import challenges, fair_play, notifications, online_ratings, own_hand, played, tables
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


@periodic(every=timedelta(seconds=30))
@task()
def notify_players_by_correspondence() -> None:
    """Notify players of their turn, of little time left, and of time that is up."""
    notifications.notify_due(timezone.now())


@periodic(every=timedelta(minutes=1))
@task()
def follow_matches_that_are_over() -> None:
    """Write how matches count for their players where an earlier version of the site did not."""
    played.catch_up()


@periodic(every=timedelta(minutes=1))
@task()
def follow_hands() -> None:
    """Write what the strokes of matches that are over say about the hands of their players."""
    own_hand.follow_new()


@periodic(every=timedelta(minutes=5))
@task()
def end_abandoned_matches() -> None:
    """Count rated matches that both players have left standing, and look at the strokes of those that are over."""
    online_ratings.end_abandoned()
    fair_play.check_new()
