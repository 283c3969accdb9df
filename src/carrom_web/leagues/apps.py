"""Leagues: the index of everything that goes over weeks, and leagues of matches between players, pairs or teams."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """The app of match leagues."""

    name = "carrom_web.leagues"
    label = "leagues"

    def ready(self) -> None:
        """Tell what can be rated, to which club a kept match belongs, and what leagues keep of a person."""
        from carrom_web.accounts import own_data
        from carrom_web.clubs import holdings, of_matches
        from carrom_web.leagues import all_kinds, forgetting, queries, rated
        from carrom_web.matches import belonging
        from carrom_web.ratings import sources

        of_matches.ask_also(queries.club_of_match)
        belonging.ask_also(queries.league_of_match)
        holdings.ask_also(all_kinds.TELLER)
        sources.ask_also(rated.TELLER)
        own_data.ask_also(
            own_data.Keeper(name="match_leagues", tell=forgetting.told_of_guest, forget=forgetting.forget_guest)
        )
