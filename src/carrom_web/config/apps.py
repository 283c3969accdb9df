"""The site as a Django app: settings, addresses, start and stop."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class SiteConfig(AppConfig):
    """Registers the system checks and the periodic tasks."""

    name = "carrom_web.config"
    label = "config"

    def ready(self) -> None:
        """Load the checks, and what the apps declare as due from time to time."""
        from carrom_web.config import checks  # noqa: F401

        autodiscover_modules("tasks")
