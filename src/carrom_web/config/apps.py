"""The site as a Django app: settings, addresses, start and stop."""

from django.apps import AppConfig, apps
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext

from carrom.printing import fonts
from carrom_web.core.hooks import connect


class SiteConfig(AppConfig):
    """Registers the system checks, the hooks and signals that the apps answer, and the periodic tasks."""

    name = "carrom_web.config"

    def ready(self) -> None:
        """Load the checks, and what the apps declare in modules of fixed names; they need no `apps.py` for it."""
        from carrom_web.config import checks  # noqa: F401

        fonts.translations[:] = [gettext]  # of the reader of a print
        for config in apps.get_app_configs():
            if config.name.startswith("carrom_web."):
                connect(config)
        autodiscover_modules("tasks")
