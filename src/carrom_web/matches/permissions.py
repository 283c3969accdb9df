"""Audiences of secret addresses: an invitation to a match. A match itself is public."""

from typing import Any

from django.http import Http404, HttpRequest

from carrom_web.core.permissions import Audience
from carrom_web.matches import selectors


class _InvitationHolder(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who has the address of an invitation. Raises Http404."""
        if selectors.invitation(arguments["invitation_id"]) is None:
            raise Http404


INVITATION_HOLDER = _InvitationHolder("link: match invitation")
