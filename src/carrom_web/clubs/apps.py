"""Clubs: their members and roles, and the boards of wood that they own."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The app of clubs. Whoever deletes himself leaves no club without an owner behind."""

    name = "carrom_web.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Be asked when somebody is deleted."""
        from carrom_web.accounts import privacy
        from carrom_web.clubs import services

        privacy.register(
            privacy.PrivacyHook(name="clubs", check=services.check_leaves_no_club, erase=services.erase_person)
        )
