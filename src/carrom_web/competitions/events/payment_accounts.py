"""The account at PayPal to which the fees of a club go: the club's own, or else the site's.

A club's secret is stored encrypted by a key that is made of the site's secret key. So neither pages and exports nor
the log show it, and a backup without the site's keys does not hold it. A club that has an account of its own never
falls back to the site's: its fees would go to somebody else.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from carrom_web.competitions.events import paypal
from carrom_web.competitions.events.models import Order, PaymentAccount

PURPOSE = b"carrom: payment accounts of clubs"


def encrypted(secret: str) -> str:
    """Return a secret as it is stored."""
    return _box().encrypt(secret.encode()).decode()


def decrypted(stored: str) -> str:
    """Return a stored secret; empty if it was stored under another key of the site."""
    try:
        return _box().decrypt(stored.encode()).decode()
    except InvalidToken:
        return ""


def _box() -> Fernet:
    key = HKDF(hashes.SHA256(), 32, None, PURPOSE).derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(key))


def site_account() -> paypal.Account:
    """Return the account of the site, as its settings say."""
    return paypal.Account(client=settings.PAYPAL_CLIENT, secret=settings.PAYPAL_SECRET, webhook=settings.PAYPAL_WEBHOOK)


def own_account(club_id: int) -> paypal.Account | None:
    """Return a club's own account; None if it has none. One whose secret cannot be read any more takes no payments."""
    row = PaymentAccount.objects.filter(club_id=club_id).first()
    if row is None:
        return None
    return paypal.Account(
        client=row.paypal_client, secret=decrypted(row.paypal_secret), webhook=row.paypal_webhook, club=club_id
    )


def account_for(club_id: int) -> paypal.Account:
    """Return the account to which new payments of a club go."""
    return own_account(club_id) or site_account()


def takes_paypal(club_id: int) -> bool:
    """Whether the events of a club can take fees by PayPal."""
    return paypal.is_set_up(account_for(club_id))


def account_of_order(order: Order) -> paypal.Account:
    """Return the account at which a payment was started.

    Raises:
        PaymentServiceError: the club has given that account up since; money is returned at PayPal itself then.
    """
    for account in (own_account(order.form.event.club_id), site_account()):
        if account is not None and account.key == order.account:
            return account
    raise paypal.PaymentServiceError("other-account")
