"""The site as a Django app: settings, addresses, start and stop."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the system checks."""

    name = "carrom_web.site"
    label = "site"

    def ready(self) -> None:
        """Load the checks."""
        from carrom_web.site import checks  # noqa: F401
