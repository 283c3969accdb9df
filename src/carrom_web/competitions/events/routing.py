"""The addresses of the sockets of events."""

from carrom_web.competitions.events.consumers import EventConsumer
from carrom_web.competitions.events.kind import KIND
from carrom_web.core.sockets import SocketRoute

ROUTES = [SocketRoute("ws/events/<slug:slug>/", EventConsumer, audience=KIND.follower)]
