"""Audiences of a sheet's addresses, by roles (`rights.MAY`); pages refuse in words, scripts get JSON."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom_web.accounts.selectors import device_of, guest_id_of
from carrom_web.core.error_page import error_page
from carrom_web.core.permissions import Audience, LinkHolder, Refuse
from carrom_web.core.translation import localized
from carrom_web.matches.selectors import UnknownMatchError
from carrom_web.umpire import json_responses, scorer_lock, services
from carrom_web.umpire.models import Appointment
from carrom_web.umpire.rights import Action


def refuse_page(request: HttpRequest, error: CarromError, arguments: Mapping[str, Any] | None = None) -> HttpResponse:
    """Answer somebody who is nothing to this sheet that would let them do this."""
    return error_page(
        request,
        status=403,
        code=error.code,
        title=_("You cannot open this"),
        what=localized(error),
        todo=_("Ask the person who started the sheet."),
    )


def refuse_verifier(
    request: HttpRequest, error: CarromError, arguments: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Answer somebody who may not verify this sheet."""
    return error_page(
        request,
        status=403,
        code=error.code,
        title=_("Another person must verify this sheet"),
        what=localized(error),
        safe=_("The sheet was not changed."),
        todo=_(
            "Ask the scorer of the sheet for a link to verify it: a second person must do that, on their own device."
        ),
    )


def refuse_script(request: HttpRequest, error: CarromError, arguments: Mapping[str, Any] | None = None) -> HttpResponse:
    """Answer the script of a sheet's page."""
    return json_responses.refusal(error)


class SheetAudience(Audience):
    """Those who may do one thing at the sheet of the address."""

    def __init__(self, action: Action, refuse: Refuse = refuse_page, *, name: str = "") -> None:
        super().__init__(f"sheet: {name or action.value}")
        self.action, self._refuse = action, refuse

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass them. Raises UnknownMatchError, NoRightError, LinkExpiredError, LinkRevokedError."""
        services.check(arguments["match_id"], guest_id_of(request), self.action)

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer a page or a script; a page of no sheet is not there."""
        if isinstance(error, UnknownMatchError) and self._refuse is not refuse_script:
            raise Http404
        return self._refuse(request, error, arguments)


class _Verifier(SheetAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who may verify a sheet that somebody else keeps. Raises what `check_verifier` raises."""
        services.check_verifier(arguments["match_id"], guest_id_of(request))


class _ScorerNowOrBefore(SheetAudience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass who keeps score on this device, and who did: what they sent before is answered again, nothing is stored.

        Raises: what `SheetAudience.check` raises.
        """
        guest_id = guest_id_of(request)
        who = scorer_lock.sheet_access(arguments["match_id"], guest_id, device_of(request))
        if guest_id is not None and Appointment.objects.filter(sheet=who.sheet, guest_id=guest_id).exists():
            return
        if (refusal := who.refusal(Action.WRITE)) is not None:
            raise refusal


def _sheet_link(token: str) -> object:
    link = scorer_lock.link_in(token)
    if link is None:
        raise Http404
    return link


FOLLOWER = SheetAudience(Action.FOLLOW)
FOLLOWING_SCRIPT = SheetAudience(Action.FOLLOW, refuse_script)
SHARER = SheetAudience(Action.SHARE)
VERIFIER = _Verifier(Action.VERIFY, refuse_verifier)
SCORER_SCRIPT = SheetAudience(Action.WRITE, refuse_script)
SCORER_NOW_OR_BEFORE = _ScorerNowOrBefore(Action.WRITE, refuse_script, name="write, now or before")
TAKE_OVER_SCRIPT = SheetAudience(Action.TAKE_OVER, refuse_script)
SHEET_LINK_HOLDER = LinkHolder("sheet", _sheet_link, refuse_page)
