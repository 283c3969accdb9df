"""A club's own accounts at PayPal and Stripe: each stored once the service has accepted it, and removed."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom_web.audit.services import record_audit
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import paypal, stripe
from carrom_web.competitions.events.models import PaymentAccount, StripeAccount
from carrom_web.competitions.events.payment_accounts import encrypted, own_account, stripe_account

STORED, REMOVED = "payment-account-stored", "payment-account-removed"
STRIPE_STORED, STRIPE_REMOVED = "stripe-account-stored", "stripe-account-removed"


def store_account(club: Club, guest_id: UUID | None, *, client: str, secret: str, webhook: str, now: datetime) -> None:
    """Let the fees of a club go to its own account; an empty secret leaves the stored one.

    Raises:
        NotAllowedInClubError: they do not own the club.
        PaymentServiceError, PaymentRefusedError: PayPal does not accept it, or cannot be asked. Nothing has changed.
    """
    clubs.check(club.pk, guest_id, Action.HAND_OVER)
    before = own_account(club.pk)
    account = paypal.Account(
        client=client, secret=secret or (before.secret if before else ""), webhook=webhook, club=club.pk
    )
    paypal.check_account(account)
    with transaction.atomic():
        PaymentAccount.objects.update_or_create(
            club=club,
            defaults={
                "paypal_client": client,
                "paypal_secret": encrypted(account.secret),
                "paypal_webhook": webhook,
            },
        )
        record_audit(club, STORED, at=now, guest_id=guest_id)


def remove_account(club: Club, guest_id: UUID | None, *, now: datetime) -> None:
    """Delete a club's own account with its secret; new fees go to the site's account, if it has one.

    Raises:
        NotAllowedInClubError: they do not own the club.
    """
    clubs.check(club.pk, guest_id, Action.HAND_OVER)
    with transaction.atomic():
        if PaymentAccount.objects.filter(club=club).delete()[0]:
            record_audit(club, REMOVED, at=now, guest_id=guest_id)


def store_stripe(club: Club, guest_id: UUID | None, *, secret: str, webhook: str, now: datetime) -> None:
    """Let a club take fees by its own account at Stripe; an empty key or webhook's secret leaves the stored one.

    Raises:
        NotAllowedInClubError: they do not own the club.
        PaymentServiceError, PaymentRefusedError: Stripe does not accept it, or cannot be asked. Nothing has changed.
    """
    clubs.check(club.pk, guest_id, Action.HAND_OVER)
    before = stripe_account(club.pk) or stripe.Account(secret="", club=club.pk)
    account = stripe.Account(
        secret=secret or before.secret, webhook_secret=webhook or before.webhook_secret, club=club.pk
    )
    stripe.check_account(account)
    with transaction.atomic():
        values = {"secret": encrypted(account.secret), "webhook_secret": encrypted(account.webhook_secret)}
        StripeAccount.objects.update_or_create(club=club, defaults=values)
        record_audit(club, STRIPE_STORED, at=now, guest_id=guest_id)


def remove_stripe(club: Club, guest_id: UUID | None, *, now: datetime) -> None:
    """Delete a club's own account at Stripe with its secrets; nobody can pay there any more.

    Raises:
        NotAllowedInClubError: they do not own the club.
    """
    clubs.check(club.pk, guest_id, Action.HAND_OVER)
    with transaction.atomic():
        if StripeAccount.objects.filter(club=club).delete()[0]:
            record_audit(club, STRIPE_REMOVED, at=now, guest_id=guest_id)
