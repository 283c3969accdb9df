"""Events of a club: entries, fees, draws, boards, results."""

from carrom_web.competitions.apps import KindConfig


class EventsConfig(KindConfig):
    """The app of events."""

    name = "carrom_web.competitions.events"
    label = "events"
