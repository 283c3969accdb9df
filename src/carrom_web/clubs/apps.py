"""Clubs: their members and roles, and the boards of wood that they own."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The app of clubs."""

    name = "carrom_web.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.clubs import hooks
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
