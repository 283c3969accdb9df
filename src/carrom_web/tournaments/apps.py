"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Tell and delete what events keep of a person who asks for it, and to which event a match belongs."""
        from carrom_web.accounts import own_data
        from carrom_web.clubs import holdings
        from carrom_web.matches import belonging
        from carrom_web.tournaments import forgetting, of_clubs, queries

        belonging.ask_also(queries.event_of_match)
        holdings.ask_also(holdings.Teller(heading=of_clubs.heading, tell=of_clubs.tell, begin=of_clubs.begin))
        own_data.ask_also(own_data.Keeper(name="events", tell=forgetting.told_of_guest, forget=forgetting.forget_guest))
