"""Followers of a season: their pages are notified of changes (`docs/wire.md`)."""

from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.sockets import Followers, FollowingConsumer

FOLLOWERS = Followers("solo-season")


class SeasonConsumer(FollowingConsumer):
    """One page that follows a season."""

    followers = FOLLOWERS

    @staticmethod
    def key_of(slug: str) -> int | None:
        """The primary key of a season."""
        return Season.objects.filter(slug=slug).values_list("pk", flat=True).first()
