"""Championships of a club: series of events whose places bring points."""

from django.apps import AppConfig


class ChampionshipsConfig(AppConfig):
    """The app of championships."""

    name = "carrom_web.competitions.championships"
    label = "championships"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.competitions.championships import hooks
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
