"""Followers of a league: their pages are notified of changes (`docs/wire.md`)."""

from carrom_web.competitions.match_leagues.models import League
from carrom_web.core.sockets import Followers, FollowingConsumer

FOLLOWERS = Followers("match-league")


class LeagueConsumer(FollowingConsumer):
    """One page that follows a league."""

    followers = FOLLOWERS

    @staticmethod
    def key_of(slug: str) -> int | None:
        """The primary key of a league."""
        return League.objects.filter(slug=slug).values_list("pk", flat=True).first()
