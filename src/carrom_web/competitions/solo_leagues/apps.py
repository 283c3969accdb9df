"""Leagues of 19-coin solo: seasons of sets that people play at home."""

from django.apps import AppConfig


class SoloLeaguesConfig(AppConfig):
    """The app of solo seasons."""

    name = "carrom_web.competitions.solo_leagues"
    label = "solo_leagues"

    def ready(self) -> None:
        """Tell and delete what seasons keep of a person who asks for it, and to which club a set's sheet belongs."""
        from carrom_web.accounts import privacy
        from carrom_web.clubs import match_hooks
        from carrom_web.competitions.solo_leagues import privacy as solo_leagues_privacy
        from carrom_web.competitions.solo_leagues import selectors
        from carrom_web.matches import hooks

        match_hooks.register(selectors.club_of_match)
        hooks.register(selectors.season_of_match)
        privacy.register(
            privacy.PrivacyHook(
                name="solo_leagues", export=solo_leagues_privacy.export_guest, erase=solo_leagues_privacy.erase_guest
            )
        )
