"""The people of a club: one row for each, to which everything points that they enter and play."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """The app of people."""

    name = "carrom_web.people"
    label = "people"

    def ready(self) -> None:
        """Answer hooks."""
        from carrom_web.core.hooks import registry
        from carrom_web.people import hooks

        registry.register(hooks, name=self.label)
