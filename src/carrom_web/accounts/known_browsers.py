"""Browsers from which an account has been used before, by a signed cookie of their own.

Wrong passwords from anywhere stop others, never a known browser, which has its own limit; and of a sign-in from an
unknown one the owner gets a letter. The cookie opens nothing. A new password makes all other browsers unknown again.

Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
"""

import secrets
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from carrom_web.accounts.models import Account

COOKIE, SALT = "carrom_known", "carrom.known-browser"
SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
MOST_ACCOUNTS = 5  # that one browser is known for
LINK_SALT, LINK_SECONDS = "carrom.way-through", 24 * 3600


def mark_of(request: HttpRequest, account: Account | None) -> str:
    """Return the mark by which a browser that an account knows is recognised; empty for an unknown one."""
    value = _read(request)
    known = value["accounts"].get(str(account.pk), "") if account is not None else ""
    return value["id"] if known and constant_time_compare(known, _fingerprint(account)) else ""


def remember_account(response: HttpResponse, account: Account, request: HttpRequest) -> None:
    """Make the browser that gets this response known for an account."""
    value = _read(request)
    accounts = {key: one for key, one in value["accounts"].items() if key != str(account.pk)}
    accounts = dict(list(accounts.items())[1 - MOST_ACCOUNTS :]) | {str(account.pk): _fingerprint(account)}
    response.set_cookie(
        COOKIE,
        signing.dumps({"id": value["id"] or secrets.token_hex(8), "accounts": accounts}, salt=SALT),
        max_age=SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def way_through(account: Account) -> str:
    """Return the part of an address, for a day, that makes the browser known in which it is opened."""
    return signing.dumps([account.pk, _fingerprint(account)], salt=LINK_SALT)


def account_of_link(token: str) -> Account | None:
    """Return the account for which a link makes a browser known; None: it never did, or does not any more."""
    try:
        pk, fingerprint = signing.loads(token, salt=LINK_SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    account = Account.objects.filter(pk=pk, is_active=True).first()
    return account if account is not None and fingerprint == _fingerprint(account) else None


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        value = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=SECONDS)
        return {"id": str(value["id"]), "accounts": dict(value["accounts"])}
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return {"id": "", "accounts": {}}


def _fingerprint(account: Account | None) -> str:
    """Return a value that changes with the password and says nothing of it."""
    values = "" if account is None else f"{account.pk} {account.password}"
    return salted_hmac(SALT, values, algorithm="sha256").hexdigest()[:20]
