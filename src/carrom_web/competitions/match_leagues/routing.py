"""The addresses of the sockets of match leagues."""

from carrom_web.competitions.match_leagues.permissions import LEAGUE_FOLLOWER
from carrom_web.competitions.match_leagues.sockets import LeagueConsumer
from carrom_web.core.sockets import SocketRoute

ROUTES = [SocketRoute("ws/leagues/matches/<slug:slug>/", LeagueConsumer, audience=LEAGUE_FOLLOWER)]
