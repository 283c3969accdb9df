"""The languages of the site: those that have a catalogue in `carrom_web/locale`, and how somebody's choice is stored.

A choice is a cookie, as Django's own, so that every answer of any server knows it; an account has it too, and brings it
to the next device.
"""

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse

language_chosen = Signal()
"""Sent with `guest_id` and `language` when somebody who is known has chosen a language."""

YEAR = 365 * 24 * 60 * 60
ENGLISH = "en"


def is_offered(code: str) -> bool:
    """Whether the site speaks a language."""
    return any(code == one for one, _name in settings.LANGUAGES)


def direction(code: str) -> str:
    """The direction in which a language is written: "ltr" or "rtl"."""
    return "rtl" if LANG_INFO.get(code, {}).get("bidi") else "ltr"


def remember(response: HttpResponse, code: str) -> None:
    """Have a browser ask in this language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=YEAR,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def is_chosen(request: HttpRequest) -> bool:
    """Whether the browser of a request has a choice of its own."""
    return is_offered(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
