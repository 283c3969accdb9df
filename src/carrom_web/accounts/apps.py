"""Who plays: guests now, signed-up players later."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app of guests."""

    name = "carrom_web.accounts"
    label = "accounts"
