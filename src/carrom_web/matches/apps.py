"""Matches on the screen."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """The app of matches."""

    name = "carrom_web.matches"
    label = "matches"
