"""E-mail: queued in the database by requests, delivered by a thread of the server."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    """The app of queued e-mails."""

    name = "carrom_web.outbox"
    label = "outbox"

    def ready(self) -> None:
        """Export and erase the queued e-mails of a person along with everything else about them."""
        from carrom_web.accounts import privacy as accounts_privacy
        from carrom_web.outbox import privacy

        accounts_privacy.register(
            accounts_privacy.PrivacyHook(name="emails", export=privacy.export, erase=privacy.erase)
        )
