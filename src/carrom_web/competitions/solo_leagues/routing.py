"""The addresses of the sockets of solo seasons."""

from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.sockets import SeasonConsumer
from carrom_web.core.sockets import SocketRoute

ROUTES = [SocketRoute("ws/leagues/solo/<slug:slug>/", SeasonConsumer, audience=KIND.follower)]
