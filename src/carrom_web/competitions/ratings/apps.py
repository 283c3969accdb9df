"""Rating lists of clubs: Glicko-2 over the results that they mark as rated."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app of ratings."""

    name = "carrom_web.competitions.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.competitions.ratings import hooks
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
