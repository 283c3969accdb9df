"""Recovering a form that is sent too late: the input comes back in a page that sends it again.

The session has ended, or the token of the form is stale, while somebody filled it in: the refusal carries the values
along as hidden fields with a new token. Passwords and whatever else is sent to the pages of accounts are never carried;
a form that another site has sent is refused plainly, so that nobody can be led to press the button for it.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from carrom_web.core.middleware import Chain

EXPIRED = "form-expired"
# refusals that signing in again may mend
SIGN_IN = frozenset({"not-official", "not-allowed-in-club", "unknown-competition", "unknown-club", "forbidden"})
NEVER = ("csrfmiddlewaretoken",)
OF_ACCOUNTS = "/accounts/"
MOST_FIELDS, MOST_SIGNS = 5000, 200_000
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class FormRecoveryMiddleware:
    """Puts the page that keeps a form in the place of the refusal; inside CSRF's middleware, which sets the cookie."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Chain) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; a refused form is returned to its sender, filled in."""
        response = self.get_response(request)
        code = getattr(response, "error_code", "")
        if request.method != "POST" or code not in (EXPIRED, *SIGN_IN):
            return response
        if code != EXPIRED and _is_signed_in(request):
            return response  # signed in, but without the right
        fields = _typed(request) if _is_own_form(request) else []
        if not fields:
            return response
        context = {
            "action": request.get_full_path(),
            "fields": fields,
            "seen": [
                (name.replace("_", " "), value)
                for name, value in fields
                if value.strip() not in ("", "on") and name != "do"
            ],
            "files": sorted(request.FILES),
            "signs_in": code != EXPIRED,
            "code": code,
        }
        return render(request, "core/recovered_form.html", context, status=response.status_code)


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields that may be carried, in their order; nothing if it is too much, or nobody typed anything."""
    given = [(name, value) for name, values in request.POST.lists() for value in values]
    fields = [(name, value) for name, value in given if name not in NEVER and "password" not in name.lower()]
    if len(fields) > MOST_FIELDS or sum(len(value) for _, value in fields) > MOST_SIGNS:
        return []
    return fields


def _is_own_form(request: HttpRequest) -> bool:
    """Whether a page of this very site sent it, as a form that a person sees answered."""
    if request.content_type not in FORMS or request.path.startswith(OF_ACCOUNTS):
        return False
    if request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate":
        return False  # a script reads the code by itself
    sender = urlsplit(request.headers.get("Origin") or request.headers.get("Referer") or "")
    return (sender.scheme, sender.netloc) == (request.scheme, request.get_host())


def _is_signed_in(request: HttpRequest) -> bool:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    user: Any = getattr(request, "user", None)
    return bool(user is not None and user.is_authenticated)
