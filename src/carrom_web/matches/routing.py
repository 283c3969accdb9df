"""The addresses of the sockets of matches."""

from carrom_web.core.permissions import ANYONE
from carrom_web.core.sockets import SocketRoute
from carrom_web.matches.consumers import MatchConsumer

ROUTES = [SocketRoute("ws/matches/<uuid:match_id>/", MatchConsumer, audience=ANYONE)]
