"""PayPal's Orders v2: create, capture, refund, and verify that a message is PayPal's.

Its address is a setting (`docs/operations.md`), credentials are those of an account; amounts go as decimal text; every
request that makes something carries an id, so that a repetition makes nothing twice. Nothing here knows an event.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
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

# Currencies that PayPal takes in whole units alone.
WITHOUT_CENTS = frozenset({"HUF", "JPY", "TWD"})
TRANSMISSION = ("auth-algo", "cert-url", "transmission-id", "transmission-sig", "transmission-time")


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An app at PayPal: its client id, its secret, the id of its webhook; `club`: whose own it is, 0 for the site's."""

    client: str
    secret: str = field(repr=False)
    webhook: str = ""
    club: int = 0

    @property
    def key(self) -> str:
        """The key by which payments remember at which account they were started; empty for the site's."""
        return self.client if self.club else ""


def is_set_up(account: Account) -> bool:
    """Whether an account can take payments by PayPal."""
    return bool(settings.PAYPAL_URL and account.client and account.secret)


def check_account(account: Account) -> None:
    """Pass if PayPal accepts the credentials of an account.

    Raises:
        PaymentRefusedError: it does not.
        PaymentServiceError: it cannot be asked now.
    """
    import httpx  # slow to import

    try:
        with client_of(settings.PAYPAL_URL) as client:
            _token(client, account, afresh=True)
    except httpx.HTTPStatusError as error:
        if error.response.status_code in (400, 401, 403):
            raise PaymentRefusedError("credentials") from None
        raise PaymentServiceError("unreachable", problem=str(error.response.status_code)) from None
    except (httpx.HTTPError, KeyError, ValueError) as error:
        raise PaymentServiceError("unreachable", problem=type(error).__name__) from None


def amount_text(cents: int, currency: str) -> str:
    """An amount as PayPal writes it: "17.50"; whole units where the currency has no smaller ones.

    Raises:
        PaymentServiceError: cents of a currency that has none.
    """
    if currency in WITHOUT_CENTS:
        if cents % 100:
            raise PaymentServiceError("no-cents", currency=currency)
        return str(cents // 100)
    return f"{cents // 100}.{cents % 100:02d}"


def cents_of(text: str) -> int:
    """The cents of an amount as PayPal writes it."""
    return int((Decimal(text) * 100).to_integral_exact())


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
    """Begin a payment; the payer approves it at `approve_url`.

    Raises:
        PaymentServiceError: it could not be started.
    """
    value = {"currency_code": currency, "value": amount_text(cents, currency)}
    unit = {"amount": value, "description": title[:127], "custom_id": invoice, "invoice_id": str(key)}
    experience = {
        "return_url": back_url,
        "cancel_url": cancel_url,
        "user_action": "PAY_NOW",
        "shipping_preference": "NO_SHIPPING",
    }
    body = {
        "intent": "CAPTURE",
        "purchase_units": [unit],
        "payment_source": {"paypal": {"experience_context": experience}},
    }
    answer = _post(account, "/v2/checkout/orders", body, key=str(key))
    links = {link["rel"]: link["href"] for link in answer.get("links", [])}
    approve = links.get("payer-action") or links.get("approve")
    if not answer.get("id") or not approve:
        raise PaymentServiceError("no-address")
    return Created(answer["id"], approve)


def capture(account: Account, service_id: str, *, key: UUID) -> Captured:
    """Take the money of an approved order; asking again gives the same answer.

    Raises:
        PaymentRefusedError: the payer has not approved, or their bank refused.
        PaymentServiceError: nobody knows; ask again.
    """
    answer = _post(account, f"/v2/checkout/orders/{service_id}/capture", {}, key=f"{key}-capture", may_exist=True)
    if answer.get("status") != "COMPLETED":
        answer = _get(account, f"/v2/checkout/orders/{service_id}")
    if answer.get("status") != "COMPLETED":
        raise PaymentRefusedError("not-completed")
    found = captured_in(answer)
    if found is None:
        raise PaymentServiceError("pending")
    return found


def captured_in(order: Mapping[str, Any]) -> Captured | None:
    """The completed capture that an order tells of."""
    for unit in order.get("purchase_units", []):
        for taken in unit.get("payments", {}).get("captures", []):
            if taken.get("status") == "COMPLETED":
                amount = taken["amount"]
                return Captured(taken["id"], cents_of(amount["value"]), amount["currency_code"])
    return None


def refund(account: Account, capture_id: str, *, cents: int, currency: str, key: str) -> str:
    """Give money of a capture back; return the refund's id. The same key again refunds nothing more.

    Raises:
        PaymentServiceError: it could not be refunded.
    """
    body = {"amount": {"value": amount_text(cents, currency), "currency_code": currency}}
    answer = _post(account, f"/v2/payments/captures/{capture_id}/refund", body, key=key)
    if answer.get("status") not in ("COMPLETED", "PENDING") or not answer.get("id"):
        raise PaymentServiceError("no-refund")
    return str(answer["id"])


def is_genuine(account: Account, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a message with these headers really came from the payment service: it is asked itself.

    Raises:
        PaymentServiceError: it cannot be asked now.
    """
    transmission = {name: headers.get(f"paypal-{name}", "") for name in TRANSMISSION}
    if not all(transmission.values()) or not account.webhook:
        return False
    try:
        message = json.loads(body)
    except ValueError:
        return False
    question = {name.replace("-", "_"): value for name, value in transmission.items()}
    question |= {"webhook_id": account.webhook, "webhook_event": message}
    answer = _post(account, "/v1/notifications/verify-webhook-signature", question)
    return answer.get("verification_status") == "SUCCESS"


def _post(account: Account, path: str, body: object, *, key: str = "", may_exist: bool = False) -> dict[str, Any]:
    extra = {"PayPal-Request-Id": key} if key else {}
    return _ask(account, "POST", path, json=body, headers=extra, may_exist=may_exist)


def _get(account: Account, path: str) -> dict[str, Any]:
    return _ask(account, "GET", path)


def _ask(
    account: Account, method: str, path: str, *, may_exist: bool = False, headers: Any = None, **more: Any
) -> dict[str, Any]:
    """One question; asked once more if the service stumbled or the key had run out."""
    import httpx  # slow to import

    problem = ""
    for attempt in (1, 2):
        try:
            with client_of(settings.PAYPAL_URL) as client:
                token = _token(client, account, afresh=attempt == 2)
                signed = {"Authorization": f"Bearer {token}", "Prefer": "return=representation", **(headers or {})}
                answer = client.request(method, path, headers=signed, **more)
        except httpx.HTTPError as error:
            problem = type(error).__name__
            if isinstance(error, httpx.TimeoutException):
                break  # the payer has waited long enough
            continue
        if answer.status_code in (401, 408, 429) or answer.status_code >= 500:
            problem = str(answer.status_code)
            continue
        if answer.status_code == 422:
            issues = {one.get("issue") for one in _json(answer).get("details", [])}
            if may_exist and "ORDER_ALREADY_CAPTURED" in issues:
                return {}
            raise PaymentRefusedError("not-accepted")
        if answer.status_code >= 400:
            problem = str(answer.status_code)
            break
        return _json(answer)
    raise PaymentServiceError("unreachable", problem=problem)


def _token(client: "httpx.Client", account: Account, *, afresh: bool) -> str:
    who = (account.client, account.secret)
    known = (settings.PAYPAL_URL, *who)
    if afresh or known not in _TOKENS:
        answer = client.post("/v1/oauth2/token", data={"grant_type": "client_credentials"}, auth=who)
        answer.raise_for_status()
        if len(_TOKENS) >= MOST_TOKENS:
            _TOKENS.clear()
        _TOKENS[known] = answer.json()["access_token"]
    return _TOKENS[known]


def _json(answer: "httpx.Response") -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


MOST_TOKENS = 200
_TOKENS: dict[tuple[str, str, str], str] = {}  # good for hours; asked again when one is refused
