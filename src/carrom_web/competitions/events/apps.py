"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.competitions.events"
    label = "events"

    def ready(self) -> None:
        """Tell and delete what events keep of a person who asks for it; hear of sign-ins, tell whose matches are."""
        from carrom_web.accounts import privacy
        from carrom_web.clubs import hooks
        from carrom_web.competitions.events import club_hooks, following, listeners, selectors  # noqa: F401
        from carrom_web.competitions.events import privacy as events_privacy
        from carrom_web.matches import hooks as matches_hooks

        matches_hooks.register(selectors.event_of_match)
        hooks.register(hooks.ClubSectionHook(heading=club_hooks.heading, rows=club_hooks.rows, new=club_hooks.new))
        privacy.register(
            privacy.PrivacyHook(name="events", export=events_privacy.export_guest, erase=events_privacy.erase_guest)
        )
        privacy.register(privacy.PrivacyHook(name="followed players", export=following.export_follows))
