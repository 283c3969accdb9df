"""The accounts to which the fees of a club go: at PayPal the club's own, or else the site's; at Stripe its own.

A club's secret is stored encrypted by a key that is made of the site's secret key. So neither pages and exports nor
the log show it, and a backup without the site's keys does not hold it. A club that has an account of its own never
falls back to the site's: its fees would go to somebody else.
"""

import base64
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom_web.competitions.events import paypal, stripe
from carrom_web.competitions.events.models import Order, PaymentAccount, StripeAccount
from carrom_web.competitions.events.online_payments import PaymentServiceError

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
    """Return the account of the site at PayPal, as its settings say. At Stripe it has none."""
    return paypal.Account(client=settings.PAYPAL_CLIENT, secret=settings.PAYPAL_SECRET, webhook=settings.PAYPAL_WEBHOOK)


def own_account(club_id: int) -> paypal.Account | None:
    """Return a club's account at PayPal; None if it has none. One whose secret cannot be read takes no payments."""
    row = PaymentAccount.objects.filter(club_id=club_id).first()
    if row is None:
        return None
    return paypal.Account(
        client=row.paypal_client, secret=decrypted(row.paypal_secret), webhook=row.paypal_webhook, club=club_id
    )


def stripe_account(club_id: int) -> stripe.Account | None:
    """Return a club's account at Stripe; None if it has none. One whose secrets cannot be read takes no payments."""
    row = StripeAccount.objects.filter(club_id=club_id).first()
    if row is None:
        return None
    return stripe.Account(secret=decrypted(row.secret), webhook_secret=decrypted(row.webhook_secret), club=club_id)


def account_for(club_id: int) -> paypal.Account:
    """Return the account at PayPal to which new payments of a club go."""
    return own_account(club_id) or site_account()


def taken_online(club_id: int) -> tuple[Method, ...]:
    """Return the services by which the events of a club can take fees."""
    at_stripe = stripe_account(club_id)
    taken = [Method.PAYPAL] if paypal.is_set_up(account_for(club_id)) else []
    return (*taken, *([Method.STRIPE] if at_stripe is not None and stripe.is_set_up(at_stripe) else []))


def ways_to_pay(club_id: int, terms: EventTerms) -> tuple[Method, ...]:
    """Return how fees of an event can be paid now: without a service for which no account is stored."""
    online = taken_online(club_id) if set(terms.pays) & set(ONLINE) else ()
    return tuple(one for one in terms.pays if one not in ONLINE or one in online)


def account_at(club_id: int, service: Method) -> paypal.Account | stripe.Account:
    """Return the account to which new payments of a club go at a service.

    Raises:
        PaymentServiceError: it has none there.
    """
    account = stripe_account(club_id) if service is Method.STRIPE else account_for(club_id)
    if account is None:
        raise PaymentServiceError("no-account")
    return account


def account_of_order(order: Order) -> Any:
    """Return the account at which a payment was started, for the module of its service.

    Raises:
        PaymentServiceError: the club has given that account up since; money is returned at the service itself then.
    """
    club_id = order.event.club_id
    if order.service == Method.STRIPE:
        known: list[Any] = [stripe_account(club_id)]
    else:
        known = [own_account(club_id), site_account()]
    for account in known:
        if account is not None and account.key == order.account:
            return account
    raise PaymentServiceError("other-account")
