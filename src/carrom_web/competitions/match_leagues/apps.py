"""Leagues: the index of everything that goes over weeks, and leagues of matches between players, pairs or teams."""

from carrom_web.competitions.apps import KindConfig


class MatchLeaguesConfig(KindConfig):
    """The app of match leagues."""

    name = "carrom_web.competitions.match_leagues"
    label = "match_leagues"
