"""The umpire's table: matches on real boards, kept from a phone."""

from django.apps import AppConfig


class UmpireConfig(AppConfig):
    """The app of sheets. It tells clubs what is played on their boards, and forgets the name of a keeper."""

    name = "carrom_web.umpire"
    label = "umpire"

    def ready(self) -> None:
        """Be asked which matches are on a club's boards, and when somebody is deleted."""
        from carrom_web.accounts import privacy
        from carrom_web.clubs import board_hooks
        from carrom_web.umpire import boards_in_play
        from carrom_web.umpire import privacy as umpire_privacy

        board_hooks.register(boards_in_play.in_use)
        privacy.register(privacy.PrivacyHook(name="sheets", erase=umpire_privacy.erase_person))
