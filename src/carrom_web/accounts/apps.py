"""Who plays: guests, and people with an account."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app of guests and accounts."""

    name = "carrom_web.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Listen for sign-ins."""
        from carrom_web.accounts import listeners  # noqa: F401
