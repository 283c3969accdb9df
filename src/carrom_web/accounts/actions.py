"""Making and naming guests."""

import unicodedata

from django.core import signing
from django.http import HttpRequest, HttpResponse

from carrom_web.accounts.models import NAME_LENGTH, Guest
from carrom_web.accounts.queries import COOKIE, SALT, guest_of

COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one


def guest_for(request: HttpRequest, *, name: str = "") -> Guest:
    """Give the guest who asks, made now if there is none; a name given replaces the old one.

    The answer must be sent through `remember`.
    """
    guest = guest_of(request) or Guest.objects.create()
    tidy = tidy_name(name)
    if tidy and tidy != guest.name:
        guest.name = tidy
        guest.save(update_fields=["name"])
    return guest


def remember(response: HttpResponse, guest: Guest, request: HttpRequest) -> HttpResponse:
    """Set the guest's cookie on an answer."""
    response.set_cookie(
        COOKIE,
        signing.Signer(salt=SALT).sign(guest.pk.hex),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def tidy_name(name: str, longest: int = NAME_LENGTH) -> str:
    """A name without control characters and needless spaces, cut to its greatest length."""
    plain = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in name)
    return " ".join(plain.split())[:longest]
