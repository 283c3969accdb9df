"""Which guest a request or a socket comes from."""

from collections.abc import Mapping
from uuid import UUID

from django.core import signing
from django.http import HttpRequest

from carrom_web.accounts.models import Guest

COOKIE = "carrom_guest"
SALT = "carrom.guest"


def guest_id_in(cookies: Mapping[str, str]) -> UUID | None:
    """Give the id that the guest's cookie proves; None without a cookie or with a forged one."""
    signed = cookies.get(COOKIE, "")
    if not signed:
        return None
    try:
        return UUID(hex=signing.Signer(salt=SALT).unsign(signed))
    except (signing.BadSignature, ValueError):
        return None


def guest_id_of(request: HttpRequest) -> UUID | None:
    """Give the id of the guest who asks for a page."""
    return guest_id_in(request.COOKIES)


def guest_of(request: HttpRequest) -> Guest | None:
    """Give the guest who asks for a page; None for somebody who never needed a name or a seat."""
    guest_id = guest_id_of(request)
    return Guest.objects.filter(pk=guest_id).first() if guest_id else None
