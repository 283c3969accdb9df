"""The umpire's table: matches on real boards, kept from a phone."""

from django.apps import AppConfig


class UmpireConfig(AppConfig):
    """The app of sheets. It tells clubs what is played on their boards, and forgets the name of a keeper."""

    name = "carrom_web.umpire"
    label = "umpire"

    def ready(self) -> None:
        """Be asked which matches are on a club's boards, and when somebody is deleted."""
        from carrom_web.accounts import own_data
        from carrom_web.clubs import in_use
        from carrom_web.umpire import forgetting, on_boards

        in_use.ask_also(on_boards.in_use)
        own_data.ask_also(own_data.Keeper(name="sheets", forget=forgetting.forget_person))
