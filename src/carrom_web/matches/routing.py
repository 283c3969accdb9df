"""The addresses of the sockets of matches."""

from django.urls import path

from carrom_web.matches.consumers import MatchConsumer

routes = [path("ws/matches/<uuid:match_id>/", MatchConsumer.as_asgi())]
