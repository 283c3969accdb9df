"""The site as a Django app: settings, addresses, start and stop."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the system checks."""

    name = "carrom_web.config"
    label = "config"

    def ready(self) -> None:
        """Load the checks."""
        from carrom_web.config import checks  # noqa: F401
