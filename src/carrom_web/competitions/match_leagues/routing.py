"""The addresses of the sockets of match leagues."""

from django.urls import path

from carrom_web.competitions.match_leagues.sockets import LeagueConsumer

routes = [path("ws/leagues/matches/<slug:slug>/", LeagueConsumer.as_asgi())]
