"""Errors, answers and connections that the payment services have in common.

`paypal` and `stripe` each speak to one service. They have the same functions: `is_set_up`, `check_account`,
`create_order`, `capture`, `refund`; an account of each names the club whose own it is, and has a `key` by which
payments remember where they were started.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from carrom.errors import CarromError
from carrom_web.core.request_threads import TooManyWaitError, waiting_outside

if TYPE_CHECKING:
    import httpx

ANSWERS_WITHIN_S = 15  # then a payment service is taken for gone


class PaymentServiceError(CarromError):
    """The payment service did not do what was asked, or cannot be reached. Nothing is known to have been paid."""

    code = "payment-service"


class PaymentRefusedError(CarromError):
    """The payment service refused the payment."""

    code = "payment-refused"


@dataclass(frozen=True, slots=True)
class Created:
    """An order that somebody may now approve."""

    service_id: str
    approve_url: str


@dataclass(frozen=True, slots=True)
class Captured:
    """Money that came in; `refunded`: whether some of it went back since, which is worth asking for."""

    capture_id: str
    cents: int
    currency: str
    refunded: bool = False


@contextmanager
def client_of(url: str) -> Iterator["httpx.Client"]:
    """A client of a payment service; the site answers others meanwhile, however long that service says nothing.

    Raises:
        PaymentServiceError: many payments wait for it already, so it does not answer.
    """
    try:
        with waiting_outside(), _connection_to(url) as client:
            yield client
    except TooManyWaitError:
        raise PaymentServiceError("unreachable", problem="too many wait") from None


def _connection_to(url: str) -> "httpx.Client":
    import httpx  # slow to import

    return httpx.Client(base_url=url, timeout=ANSWERS_WITHIN_S, verify=_trusted())


@cache
def _trusted() -> ssl.SSLContext:
    """The authorities that connections trust: reading them takes longer than most requests, so it is done once."""
    import httpx  # slow to import

    return httpx.create_ssl_context()
