"""Audiences of addresses, by what this site knows of them without an account."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom_web.accounts.known_browsers import account_of_link
from carrom_web.accounts.selectors import guest_of
from carrom_web.core.error_page import error_page
from carrom_web.core.links import LinkExpiredError
from carrom_web.core.permissions import Audience, LinkHolder
from carrom_web.core.translation import localized


class _KnownGuest(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who has a name, a seat or an account here. Raises Http404: of others nothing is stored."""
        if guest_of(request) is None:
            raise Http404


KNOWN_GUEST = _KnownGuest("known guest")


def _way_through(token: str) -> object:
    account = account_of_link(token)
    if account is None:
        raise LinkExpiredError()
    return account


def _refuse(request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
    return error_page(
        request,
        status=404,
        code=error.code,
        title=_("This link has expired"),
        what=localized(error),
        todo=_("Try to sign in: if your account still waits, you get a new letter."),
        onward=(reverse("account_login"), _("Sign in")),
    )


WAY_THROUGH = LinkHolder("way through to the sign-in", _way_through, _refuse)
