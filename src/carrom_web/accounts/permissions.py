"""Audiences of addresses, by what this site knows of them without an account."""

from typing import Any

from django.http import Http404, HttpRequest

from carrom_web.accounts.selectors import guest_of
from carrom_web.core.permissions import Audience


class _KnownGuest(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who has a name, a seat or an account here. Raises Http404: of others nothing is stored."""
        if guest_of(request) is None:
            raise Http404


KNOWN_GUEST = _KnownGuest("known guest")
