"""E-mail: queued in the database by requests, delivered by a thread of the server."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    """The app of queued e-mails."""

    name = "carrom_web.outbox"
    label = "outbox"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.core.hooks import registry
        from carrom_web.outbox import hooks

        registry.register(hooks, name=self.label)
