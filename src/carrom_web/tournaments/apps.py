"""Events of a club: entries, fees, draws, boards, results."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of events."""

    name = "carrom_web.tournaments"
    label = "tournaments"
