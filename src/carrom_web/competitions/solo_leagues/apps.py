"""Leagues of 19-coin solo: seasons of sets that people play at home."""

from django.apps import AppConfig


class SoloLeaguesConfig(AppConfig):
    """The app of solo seasons."""

    name = "carrom_web.competitions.solo_leagues"
    label = "solo_leagues"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.competitions.solo_leagues import hooks
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
