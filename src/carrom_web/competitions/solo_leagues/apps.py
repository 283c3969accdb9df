"""Leagues of 19-coin solo: seasons of sets that people play at home."""

from carrom_web.competitions.apps import KindConfig


class SoloLeaguesConfig(KindConfig):
    """The app of solo seasons."""

    name = "carrom_web.competitions.solo_leagues"
    label = "solo_leagues"
