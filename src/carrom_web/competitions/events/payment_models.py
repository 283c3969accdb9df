"""Money of events as rows: the ledger, orders at payment services, the accounts of clubs there.

Money is whole cents. Rows of `LedgerEntry` are only added.
"""

import uuid
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from carrom.tournament.event import Method
from carrom_web.clubs.models import Club

if TYPE_CHECKING:
    from carrom_web.competitions.events.models import Event, Group, Registration

NAME_LENGTH = 80


class LedgerEntry(models.Model):
    """A line of an event's ledger. What somebody owes is the sum of their lines; zero is settled.

    A charge is above zero, what it is lowered by, payments and refunds' opposites below it.
    """

    class Kind(models.TextChoices):
        CHARGE = "charge"  # +fee
        RELIEF = "relief"  # -fee: withdrawn in time, cancelled, expired
        PAYMENT = "payment"  # -amount: money came in
        REFUND = "refund"  # +amount: money went back
        PRIZE = "prize"  # +amount: prize money went out; it is no part of what somebody owes

    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="movements")
    form = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="movements")
    entry = models.ForeignKey("Entry", on_delete=models.SET_NULL, null=True, related_name="movements")
    at = models.DateTimeField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    amount = models.IntegerField()
    method = models.CharField(max_length=12, blank=True)
    receipt = models.PositiveIntegerField(null=True)  # of a payment or a prize: its number in this event
    reference = models.CharField(max_length=80, blank=True)  # the payment service's own
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "receipt"], name="one_receipt_a_number"),
            models.UniqueConstraint(
                fields=["kind", "reference"], condition=~Q(reference=""), name="one_movement_a_reference"
            ),
        ]
        indexes = [models.Index(fields=["form", "id"], name="movement_by_form")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class Order(models.Model):
    """A payment started at a service, by a registration or a group. `key` makes a repeated request the same there."""

    class State(models.TextChoices):
        CREATED = "created"
        PENDING = "pending"  # approved, and the money is on its way
        CAPTURED = "captured"
        REFUSED = "refused"
        REPLACED = "replaced"  # nobody pays it any more: it has expired, or another amount is owed

    form = models.ForeignKey("Registration", on_delete=models.PROTECT, null=True, related_name="orders")
    group = models.ForeignKey("Group", on_delete=models.PROTECT, null=True, related_name="orders")
    shares = models.JSONField(default=dict)  # what it pays of each registration's fee, by its number
    service = models.CharField(max_length=12, default=Method.PAYPAL.value)
    key = models.UUIDField(default=uuid.uuid4, unique=True)
    service_id = models.CharField(max_length=200, blank=True)  # empty until the service has answered
    approve_url = models.URLField(max_length=2000, blank=True)
    account = models.CharField(max_length=120, blank=True)  # the club's own at which it was started, else the site's
    amount = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.CREATED)
    capture_id = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["service", "service_id"], condition=~Q(service_id=""), name="one_order_at_a_service"
            ),
            models.UniqueConstraint(
                fields=["form", "service"], condition=Q(state="created"), name="one_open_order_of_a_form"
            ),
            models.UniqueConstraint(
                fields=["group", "service"], condition=Q(state="created"), name="one_open_order_of_a_group"
            ),
            models.CheckConstraint(
                condition=Q(form=None, group__isnull=False) | Q(form__isnull=False, group=None), name="one_payer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form_id or self.group_id} {self.state}"

    @property
    def payer(self) -> "Registration | Group":
        """Whose payment it is."""
        return self.form or self.group  # type: ignore[return-value]  # one of them, as the database checks

    @property
    def event(self) -> "Event":
        """The event whose fee it pays."""
        return self.payer.event


class PaymentAccount(models.Model):
    """A club's own account at PayPal. The secret is stored encrypted (`payment_accounts`)."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="payment_account")
    paypal_client = models.CharField(max_length=120)
    paypal_secret = models.TextField()
    paypal_webhook = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return str(self.club_id)


class StripeAccount(models.Model):
    """A club's own account at Stripe. Both secrets are stored encrypted (`payment_accounts`)."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="stripe_account")
    secret = models.TextField()
    webhook_secret = models.TextField()

    def __str__(self) -> str:
        return str(self.club_id)


class WebhookDelivery(models.Model):
    """A message of the payment service that was dealt with; the same one again changes nothing."""

    message_id = models.CharField(max_length=80, primary_key=True)
    kind = models.CharField(max_length=60)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.message_id
