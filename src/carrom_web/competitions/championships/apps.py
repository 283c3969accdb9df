"""Championships of a club: series of events whose places bring points."""

from django.apps import AppConfig


class ChampionshipsConfig(AppConfig):
    """The app of championships."""

    name = "carrom_web.competitions.championships"
    label = "championships"

    def ready(self) -> None:
        """Delete what championships keep of a person who asks for it."""
        from carrom_web.accounts import privacy
        from carrom_web.competitions.championships import privacy as championships_privacy

        privacy.register(privacy.PrivacyHook(name="championships", erase=championships_privacy.erase_guest))
