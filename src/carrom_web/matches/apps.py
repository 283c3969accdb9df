"""Matches on the screen."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """The app of matches. It forgets the name of a player who deletes himself."""

    name = "carrom_web.matches"
    label = "matches"

    def ready(self) -> None:
        """Be asked when somebody is deleted."""
        from carrom_web.accounts import privacy
        from carrom_web.matches import privacy as matches_privacy

        privacy.register(privacy.PrivacyHook(name="matches", erase=matches_privacy.erase_person))
