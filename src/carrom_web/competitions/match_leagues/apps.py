"""Leagues: the index of everything that goes over weeks, and leagues of matches between players, pairs or teams."""

from django.apps import AppConfig


class MatchLeaguesConfig(AppConfig):
    """The app of match leagues."""

    name = "carrom_web.competitions.match_leagues"
    label = "match_leagues"

    def ready(self) -> None:
        """Tell what can be rated, to which club a kept match belongs, and what leagues keep of a person."""
        from carrom_web.accounts import privacy
        from carrom_web.clubs import hooks, match_hooks
        from carrom_web.competitions.match_leagues import (
            index,
            rated_results,
            selectors,
        )
        from carrom_web.competitions.match_leagues import (
            privacy as match_leagues_privacy,
        )
        from carrom_web.competitions.ratings import rating_sources
        from carrom_web.matches import hooks as matches_hooks

        match_hooks.register(selectors.club_of_match)
        matches_hooks.register(selectors.league_of_match)
        hooks.register(index.HOOK)
        rating_sources.register(rated_results.HOOK)
        privacy.register(
            privacy.PrivacyHook(
                name="match_leagues", export=match_leagues_privacy.export_guest, erase=match_leagues_privacy.erase_guest
            )
        )
