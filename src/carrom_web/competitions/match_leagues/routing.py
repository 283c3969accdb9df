"""The addresses of the sockets of match leagues."""

from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.sockets import LeagueConsumer
from carrom_web.core.sockets import SocketRoute

ROUTES = [SocketRoute("ws/leagues/matches/<slug:slug>/", LeagueConsumer, audience=KIND.follower)]
