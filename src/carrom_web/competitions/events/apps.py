"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.competitions.events"
    label = "tournaments"

    def ready(self) -> None:
        """Tell and delete what events keep of a person who asks for it; hear of sign-ins, tell whose matches are."""
        from carrom_web.accounts import privacy
        from carrom_web.clubs import hooks
        from carrom_web.competitions.events import (
            club_hooks,
            following,
            selectors,
        )
        from carrom_web.competitions.events import (
            privacy as events_privacy,
        )
        from carrom_web.matches import hooks as matches_hooks

        matches_hooks.register(selectors.event_of_match)
        hooks.register(hooks.ClubSectionHook(heading=club_hooks.heading, tell=club_hooks.tell, begin=club_hooks.begin))
        privacy.register(
            privacy.PrivacyHook(name="events", tell=events_privacy.export_guest, forget=events_privacy.erase_guest)
        )
        privacy.register(privacy.PrivacyHook(name="followed players", tell=following.export_follows))
