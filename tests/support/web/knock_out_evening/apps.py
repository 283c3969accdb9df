"""Knock-out evenings of a club: one board, and who loses is out."""

from carrom_web.competitions.apps import KindConfig


class EveningsConfig(KindConfig):
    """The app of knock-out evenings."""

    name = "tests.support.web.knock_out_evening"
    label = "evenings"
