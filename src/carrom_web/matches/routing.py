"""The addresses of the sockets of matches."""

from carrom_web.core.permissions import ANYONE
from carrom_web.core.sockets import SocketRoute
from carrom_web.matches.consumers import MatchConsumer
from carrom_web.matches.lobby_consumer import LobbyConsumer

ROUTES = [
    SocketRoute("ws/matches/<uuid:match_id>/", MatchConsumer, audience=ANYONE),
    SocketRoute("ws/lobby/", LobbyConsumer, audience=ANYONE),
]
