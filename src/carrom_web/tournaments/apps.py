"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Tell and delete what events keep of a person who asks for it; hear of sign-ins, tell whose matches are."""
        from carrom_web.accounts import own_data
        from carrom_web.clubs import holdings
        from carrom_web.matches import belonging
        from carrom_web.tournaments import following, forgetting, listeners, of_clubs, queries  # noqa: F401

        belonging.ask_also(queries.event_of_match)
        holdings.ask_also(holdings.Teller(heading=of_clubs.heading, tell=of_clubs.tell, begin=of_clubs.begin))
        own_data.ask_also(own_data.Keeper(name="events", tell=forgetting.told_of_guest, forget=forgetting.forget_guest))
        own_data.ask_also(own_data.Keeper(name="followed players", tell=following.told))
