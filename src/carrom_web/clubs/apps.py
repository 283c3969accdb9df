"""Clubs: their members and roles, and the boards of wood that they own."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The app of clubs. Whoever deletes himself leaves no club without an owner behind."""

    name = "carrom_web.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Be asked when somebody is deleted."""
        from carrom_web.accounts import own_data
        from carrom_web.clubs import actions

        own_data.ask_also(
            own_data.Keeper(name="clubs", check=actions.check_leaves_no_club, forget=actions.forget_person)
        )
