"""Rating lists of clubs: Glicko-2 over the results that they mark as rated."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app of ratings."""

    name = "carrom_web.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Tell and delete what rating lists keep of a person who asks for it."""
        from carrom_web.accounts import own_data
        from carrom_web.ratings import forgetting, seeding
        from carrom_web.tournaments.seeding import ask_also

        ask_also(seeding.GIVER)
        own_data.ask_also(
            own_data.Keeper(name="ratings", tell=forgetting.told_of_guest, forget=forgetting.forget_guest)
        )
