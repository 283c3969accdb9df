"""The addresses of the sockets of events."""

from django.urls import path

from carrom_web.competitions.events.consumers import EventConsumer

routes = [path("ws/events/<slug:slug>/", EventConsumer.as_asgi())]
