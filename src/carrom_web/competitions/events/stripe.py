"""Stripe Checkout: a page of Stripe's own on which a fee is paid, refunds, and the signature of Stripe's messages.

Its address is a setting (`docs/operations.md`), credentials are those of a club's account. Every request that makes
something carries an idempotency key, so that a repetition makes nothing twice. A message is trusted for what it is
about alone: how things stand is asked, so late, repeated and reordered messages do no harm.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

from carrom_web.competitions.events.online_payments import (
    Captured,
    Created,
    PaymentRefusedError,
    PaymentServiceError,
    client_of,
)

if TYPE_CHECKING:
    import httpx

VERSION = "2024-06-20"  # of Stripe's API: answers have the shape that is read here
KEY = "stripe"
TOLERANCE_S = 300  # how old the signature of a message may be
# Amounts are whole numbers of a currency's smallest unit: https://docs.stripe.com/currencies
WITHOUT_CENTS = frozenset("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split())
WITH_THREE_DIGITS = frozenset("BHD JOD KWD OMR TND".split())
WHOLE_UNITS = frozenset({"ISK", "UGX"})  # written with two digits, which are zeros


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A club's account at Stripe: its secret (or restricted) key, and what its webhook signs with."""

    secret: str = field(repr=False)
    webhook_secret: str = field(default="", repr=False)
    club: int

    @property
    def key(self) -> str:
        """The key by which payments remember where they were started. Stripe itself says whether it knows them."""
        return KEY


class State(StrEnum):
    """How a checkout stands."""

    OPEN = "open"
    PAID = "paid"
    PROCESSING = "processing"  # approved, and the money is on its way, for days with some methods
    FAILED = "failed"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout as Stripe knows it now; `captured` once it is paid."""

    state: State
    captured: Captured | None = None


@dataclass(frozen=True, slots=True)
class Refund:
    """Money that Stripe gives back, or could not give back after all."""

    refund_id: str
    cents: int
    has_failed: bool


def is_set_up(account: Account) -> bool:
    """Whether an account can take payments by Stripe."""
    return bool(settings.STRIPE_URL and account.secret and account.webhook_secret)


def check_account(account: Account) -> None:
    """Pass if Stripe accepts the key of an account for what this site does with it.

    Raises:
        PaymentRefusedError: it does not, or this is not such a key.
        PaymentServiceError: it cannot be asked now.
    """
    if not account.secret.startswith(("sk_", "rk_")):
        raise PaymentRefusedError("stripe-secret")
    if not account.webhook_secret.startswith("whsec_"):
        raise PaymentRefusedError("stripe-webhook")
    for path in ("/v1/checkout/sessions", "/v1/payment_intents", "/v1/refunds"):
        _ask(account, "GET", path, params={"limit": "1"})


def is_test(account: Account) -> bool:
    """Whether nobody really pays with this key."""
    return account.secret.startswith(("sk_test_", "rk_test_"))


def smallest_units(cents: int, currency: str) -> int:
    """An amount as Stripe counts it: cents; yen; fils.

    Raises:
        PaymentServiceError: cents of a currency that has none.
    """
    if currency in WITH_THREE_DIGITS:
        return cents * 10
    if currency in WITHOUT_CENTS | WHOLE_UNITS and cents % 100:
        raise PaymentServiceError("no-cents", currency=currency)
    return cents // 100 if currency in WITHOUT_CENTS else cents


def cents_of(units: int, currency: str) -> int:
    """The cents of an amount as Stripe counts it."""
    if currency in WITH_THREE_DIGITS:
        return units // 10
    return units * 100 if currency in WITHOUT_CENTS else units


def create_order(
    account: Account,
    *,
    key: UUID,
    cents: int,
    currency: str,
    title: str,
    invoice: str,
    back_url: str,
    cancel_url: str,
) -> Created:
    """Begin a checkout; the payer goes to `approve_url`, and comes back to `back_url` with `session`.

    Raises:
        PaymentServiceError, PaymentRefusedError: it could not be started.
    """
    body = {
        "mode": "payment",
        "line_items[0][quantity]": "1",
        "line_items[0][price_data][currency]": currency.lower(),
        "line_items[0][price_data][unit_amount]": str(smallest_units(cents, currency)),
        "line_items[0][price_data][product_data][name]": title[:250],
        "client_reference_id": invoice,
        "metadata[order]": str(key),
        "payment_intent_data[metadata][order]": str(key),
        "payment_intent_data[description]": title[:250],
        "success_url": f"{back_url}?session={{CHECKOUT_SESSION_ID}}",
        "cancel_url": cancel_url,
    }
    answer = _ask(account, "POST", "/v1/checkout/sessions", key=str(key), data=body)
    if not answer.get("id") or not str(answer.get("url", "")).startswith(("https://", settings.STRIPE_URL)):
        raise PaymentServiceError("no-address")
    return Created(str(answer["id"]), str(answer["url"]))


def checkout(account: Account, session_id: str) -> Checkout:
    """Ask how a checkout stands.

    Raises:
        PaymentServiceError: nobody knows; ask again.
    """
    expand = {"expand[]": "payment_intent.latest_charge"}
    return _read(_ask(account, "GET", f"/v1/checkout/sessions/{session_id}", params=expand))


def _read(session: Mapping[str, Any]) -> Checkout:
    intent = session.get("payment_intent")
    intent = intent if isinstance(intent, dict) else {}
    if session.get("payment_status") == "paid" and intent.get("id"):
        currency = str(session["currency"]).upper()
        charge = intent.get("latest_charge")
        refunded = isinstance(charge, dict) and bool(charge.get("amount_refunded"))
        cents = cents_of(int(session["amount_total"]), currency)
        return Checkout(State.PAID, Captured(str(intent["id"]), cents, currency, refunded))
    if session.get("status") == "expired":
        return Checkout(State.EXPIRED)
    if session.get("status") == "complete":
        has_failed = intent.get("status") in ("requires_payment_method", "canceled")
        return Checkout(State.FAILED if has_failed else State.PROCESSING)
    return Checkout(State.OPEN)


def capture(account: Account, session_id: str, *, key: UUID) -> Captured:
    """Give the money of a paid checkout; asking again gives the same answer. Stripe needs no `key` for that.

    Raises:
        PaymentRefusedError: the payer has not paid, or their bank refused.
        PaymentServiceError: nobody knows yet; ask again.
    """
    found = checkout(account, session_id)
    if found.captured is not None:
        return found.captured
    if found.state is State.PROCESSING:
        raise PaymentServiceError("pending")
    raise PaymentRefusedError("not-completed")


def expire(account: Account, session_id: str) -> bool:
    """Close a checkout, so that nobody can pay there any more; False: it is not open.

    Raises:
        PaymentServiceError: nobody knows.
    """
    try:
        _ask(account, "POST", f"/v1/checkout/sessions/{session_id}/expire", key=f"{session_id}-expire", data={})
    except PaymentRefusedError:
        return False
    return True


def refund(account: Account, capture_id: str, *, cents: int, currency: str, key: str) -> str:
    """Give money of a payment back; return the refund's id. The same key again refunds nothing more.

    Raises:
        PaymentServiceError, PaymentRefusedError: it could not be refunded.
    """
    body = {"payment_intent": capture_id, "amount": str(smallest_units(cents, currency))}
    answer = _ask(account, "POST", "/v1/refunds", key=key, data=body)
    if answer.get("status") not in ("succeeded", "pending", "requires_action") or not answer.get("id"):
        raise PaymentServiceError("no-refund")
    return str(answer["id"])


def refunds_of(account: Account, capture_id: str, currency: str) -> list[Refund]:
    """Give what went back of a payment, the first one first; more than 100 are not read.

    Raises:
        PaymentServiceError: nobody knows.
    """
    answer = _ask(account, "GET", "/v1/refunds", params={"payment_intent": capture_id, "limit": "100"})
    rows = answer.get("data", [])
    found = [
        Refund(str(row["id"]), cents_of(int(row["amount"]), currency), row.get("status") in ("failed", "canceled"))
        for row in rows
        if str(row.get("currency", "")).upper() == currency
    ]
    return found[::-1]


def is_genuine(account: Account, header: str, body: bytes, *, now: datetime) -> bool:
    """Whether a message was signed with the secret of an account's webhook, within the last minutes.

    `header` is `Stripe-Signature`: `t=SECONDS,v1=HEX`, with several `v1` while a secret is being replaced.
    """
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _sign, value in parts if name == "t"]
    if not account.webhook_secret or len(times) != 1 or not times[0].isdecimal() or len(times[0]) > 12:
        return False
    if abs(now.timestamp() - int(times[0])) > TOLERANCE_S:
        return False
    due = hmac.new(account.webhook_secret.encode(), times[0].encode() + b"." + body, sha256).hexdigest()
    return any(hmac.compare_digest(due, value) for name, _sign, value in parts if name == "v1" and value.isascii())


def _ask(account: Account, method: str, path: str, *, key: str = "", **more: Any) -> dict[str, Any]:
    """One question; asked once more if the service stumbled, with the same key."""
    import httpx  # slow to import

    headers = {"Authorization": f"Bearer {account.secret}", "Stripe-Version": VERSION}
    if key:
        headers["Idempotency-Key"] = key
    problem = ""
    for _attempt in range(2):
        try:
            with client_of(settings.STRIPE_URL) as client:
                answer = client.request(method, path, headers=headers, **more)
        except httpx.HTTPError as error:
            problem = type(error).__name__
            if isinstance(error, httpx.TimeoutException):
                break  # the payer has waited long enough
            continue
        if answer.status_code in (408, 409, 429) or answer.status_code >= 500:
            problem = str(answer.status_code)
            continue
        found = _json(answer)
        if answer.status_code >= 400:
            raise _refusal(answer.status_code, found)
        return found
    raise PaymentServiceError("unreachable", problem=problem)


def _refusal(status: int, answer: Mapping[str, Any]) -> PaymentRefusedError | PaymentServiceError:
    problem = answer.get("error")
    code = str(problem.get("code", "")) if isinstance(problem, dict) else ""
    if status == 401:
        return PaymentRefusedError("stripe-key")
    if status == 403:
        return PaymentRefusedError("stripe-rights")
    if status == 404 or code == "resource_missing":
        return PaymentServiceError("other-account")
    if code == "amount_too_small":
        return PaymentRefusedError("too-small")
    return PaymentRefusedError("not-accepted")


def _json(answer: "httpx.Response") -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
