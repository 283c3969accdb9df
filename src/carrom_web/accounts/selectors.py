"""The guest behind a request or a socket."""

import hashlib
from collections.abc import Mapping
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.core import signing
from django.http import HttpRequest

from carrom_web.accounts.models import Account, Guest
from carrom_web.core.hooks import registry
from carrom_web.core.rows import only_row

COOKIE = "carrom_guest"
DEVICE = "carrom_device"
SALT = "carrom.guest"


def guest_id_in(cookies: Mapping[str, str]) -> UUID | None:
    """Return the id that the guest's cookie proves; None without a cookie or with a forged one."""
    signed = cookies.get(COOKIE, "")
    if not signed:
        return None
    try:
        return UUID(hex=signing.Signer(salt=SALT).unsign(signed))
    except (signing.BadSignature, ValueError):
        return None


def account_of(request: HttpRequest) -> Account | None:
    """Return the account of who asks for a page; None for a guest. Without a session's cookie nothing is read."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = getattr(request, "user", None) or get_user(request)
    return user if isinstance(user, Account) else None


def has_account(guest_id: UUID | None) -> bool:
    """Whether somebody has an account, so that their data does not depend on one browser's cookie."""
    return guest_id is not None and Account.objects.filter(guest_id=guest_id).exists()


def guest_id_of(request: HttpRequest) -> UUID | None:
    """Return the id of the guest who requests a page: the account's own if signed in, else the cookie's."""
    account = account_of(request)
    if account is not None:
        return account.guest_id
    return guest_id_in(request.COOKIES)


def acting_guest_id(request: HttpRequest) -> UUID | None:
    """Return the id of the guest behind a socket that may change something; None for one who is banned."""
    guest_id = guest_id_of(request)
    if guest_id is not None and any(registry.hook.is_banned(guest_id=guest_id)):
        return None
    return guest_id


def guest_of(request: HttpRequest) -> Guest | None:
    """Return the guest who asks for a page; None for somebody who never needed a name or a seat."""
    guest_id = guest_id_of(request)
    return only_row(Guest.objects.filter(pk=guest_id)) if guest_id else None


def device_of(request: HttpRequest) -> str:
    """Tell the devices of one signed-in person apart, by their sessions; empty for a guest, who is one browser."""
    if account_of(request) is None:
        return ""
    return hashlib.sha256(str(request.session.session_key).encode()).hexdigest()[:16]


def browser_of(request: HttpRequest) -> str:
    """The mark of a browser that has played a rated match, the same for all accounts; empty if it has none."""
    try:
        return signing.Signer(salt=DEVICE).unsign(request.COOKIES.get(DEVICE, ""))
    except signing.BadSignature:
        return ""


def guest_of_this_device(request: HttpRequest) -> Guest | None:
    """Return the guest that this browser was before sign-in, if there is one; None without a sign-in."""
    account, guest_id = account_of(request), guest_id_in(request.COOKIES)
    if account is None or guest_id is None:
        return None
    return Guest.objects.filter(pk=guest_id, account=None).first()
