"""Leagues: the index of everything that goes over weeks, and leagues of matches between players, pairs or teams."""

from django.apps import AppConfig


class MatchLeaguesConfig(AppConfig):
    """The app of match leagues."""

    name = "carrom_web.competitions.match_leagues"
    label = "match_leagues"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.competitions.match_leagues import hooks
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
