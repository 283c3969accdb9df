"""Matches on the screen."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """The app of matches."""

    name = "carrom_web.matches"
    label = "matches"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.core.hooks import registry
        from carrom_web.matches import hooks

        registry.register(hooks, name=self.label)
