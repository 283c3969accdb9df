"""The audit log."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The app of the audit log."""

    name = "carrom_web.audit"
    label = "audit"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.audit import hooks
        from carrom_web.core.hooks import registry

        registry.register(hooks, name=self.label)
