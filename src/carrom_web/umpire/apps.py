"""The umpire's table: matches on real boards, kept from a phone."""

from django.apps import AppConfig


class UmpireConfig(AppConfig):
    """The app of sheets."""

    name = "carrom_web.umpire"
    label = "umpire"
