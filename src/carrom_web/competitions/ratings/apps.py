"""Rating lists of clubs: Glicko-2 over the results that they mark as rated."""

from carrom_web.competitions.apps import KindConfig


class RatingsConfig(KindConfig):
    """The app of ratings."""

    name = "carrom_web.competitions.ratings"
    label = "ratings"
