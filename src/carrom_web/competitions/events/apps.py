"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.competitions.events"
    label = "events"

    def ready(self) -> None:
        """Answer hooks and listen to signals."""
        from carrom_web.competitions.events import hooks, listeners  # noqa: F401
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
