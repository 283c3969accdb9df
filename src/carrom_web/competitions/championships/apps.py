"""Championships of a club: series of events whose places bring points."""

from carrom_web.competitions.apps import KindConfig


class ChampionshipsConfig(KindConfig):
    """The app of championships."""

    name = "carrom_web.competitions.championships"
    label = "championships"
