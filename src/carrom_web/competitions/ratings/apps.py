"""Rating lists of clubs: Glicko-2 over the results that they mark as rated."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app of ratings."""

    name = "carrom_web.competitions.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Tell and delete what rating lists keep of a person who asks for it."""
        from carrom_web.accounts import privacy
        from carrom_web.competitions.events.seeding import register
        from carrom_web.competitions.ratings import privacy as ratings_privacy
        from carrom_web.competitions.ratings import seeding

        register(seeding.GIVER)
        privacy.register(
            privacy.PrivacyHook(name="ratings", export=ratings_privacy.export_guest, erase=ratings_privacy.erase_guest)
        )
