"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Tell and delete what events keep of a person who asks for it."""
        from carrom_web.accounts import own_data
        from carrom_web.tournaments import forgetting

        own_data.ask_also(own_data.Keeper(name="events", tell=forgetting.told_of_guest, forget=forgetting.forget_guest))
