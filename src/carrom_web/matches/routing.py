"""The sockets' addresses."""

from channels.routing import URLRouter
from django.urls import path

from carrom_web.matches.consumers import MatchConsumer, NothingHere

sockets = URLRouter(
    [
        path("ws/matches/<uuid:match_id>/", MatchConsumer.as_asgi()),
        path("<path:rest>", NothingHere.as_asgi()),
    ]
)
