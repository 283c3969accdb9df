"""Leagues of 19-coin solo: seasons of sets that people play at home."""

from django.apps import AppConfig


class SoloLeaguesConfig(AppConfig):
    """The app of solo seasons."""

    name = "carrom_web.solo_leagues"
    label = "solo_leagues"

    def ready(self) -> None:
        """Tell and delete what seasons keep of a person who asks for it, and to which club a set's sheet belongs."""
        from carrom_web.accounts import own_data
        from carrom_web.clubs import of_matches
        from carrom_web.matches import belonging
        from carrom_web.solo_leagues import forgetting, queries

        of_matches.ask_also(queries.club_of_match)
        belonging.ask_also(queries.season_of_match)
        own_data.ask_also(
            own_data.Keeper(name="solo_leagues", tell=forgetting.told_of_guest, forget=forgetting.forget_guest)
        )
