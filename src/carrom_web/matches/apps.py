"""Matches on the screen."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """The app of matches. It forgets the name of a player who deletes himself."""

    name = "carrom_web.matches"
    label = "matches"

    def ready(self) -> None:
        """Be asked when somebody is deleted."""
        from carrom_web.accounts import own_data
        from carrom_web.matches import forgetting

        own_data.ask_also(own_data.Keeper(name="matches", forget=forgetting.forget_person))
