"""The addresses of the sockets of solo seasons."""

from django.urls import path

from carrom_web.competitions.solo_leagues.sockets import SeasonConsumer

routes = [path("ws/leagues/solo/<slug:slug>/", SeasonConsumer.as_asgi())]
