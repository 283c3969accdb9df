"""The umpire's table: matches on real boards, scored from a phone."""

from django.apps import AppConfig


class UmpireConfig(AppConfig):
    """The app of sheets."""

    name = "carrom_web.umpire"
    label = "umpire"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.core.hooks import registry
        from carrom_web.umpire import hooks

        registry.register(hooks, name=self.label)
