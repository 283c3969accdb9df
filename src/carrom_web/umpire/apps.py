"""The umpire's table: matches on real boards, kept from a phone."""

from django.apps import AppConfig


class UmpireConfig(AppConfig):
    """The app of sheets. It tells clubs what is played on their boards."""

    name = "carrom_web.umpire"
    label = "umpire"

    def ready(self) -> None:
        """Let a club's page ask which matches are on its boards."""
        from carrom_web.clubs import in_use
        from carrom_web.umpire import on_boards

        in_use.ask_also(on_boards.in_use)
