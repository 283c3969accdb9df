"""Championships of a club: series of events whose places bring points."""

from django.apps import AppConfig


class ChampionshipsConfig(AppConfig):
    """The app of championships."""

    name = "carrom_web.championships"
    label = "championships"

    def ready(self) -> None:
        """Delete what championships keep of a person who asks for it."""
        from carrom_web.accounts import own_data
        from carrom_web.championships import forgetting

        own_data.ask_also(own_data.Keeper(name="championships", forget=forgetting.forget_guest))
