"""Who may use an address of an event: viewers, officials, holders of links, the payment service."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from carrom.errors import CarromError, NotAllowedError
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import paypal, selectors
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.page_cache import STAMP
from carrom_web.competitions.events.presenters import ERROR_PAGES
from carrom_web.competitions.events.services import registration_changes
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.competitions.permissions import KindAccess, Official, Viewer
from carrom_web.core.permissions import Audience, ByArgument, LinkHolder


class NotGenuineError(NotAllowedError):
    """A message in the name of the payment service that it did not send."""

    code = "not-genuine"


class _PaymentService(Audience):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass a message that the payment service says it sent. Raises NotGenuineError and what `paypal` raises."""
        headers = {name.lower(): value for name, value in request.headers.items()}
        if not paypal.is_genuine(headers, request.body):
            raise NotGenuineError()

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Say so; where the service could not be asked, it sends the message again."""
        asked = not isinstance(error, paypal.PaymentServiceError | paypal.PaymentRefusedError)
        return HttpResponse(error.code, status=400 if asked else 503, content_type="text/plain")


class _EventViewer(Viewer):
    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who may see it, by one query, which also says whether the remembered page is still right."""
        stamp = selectors.stamp_of(arguments["slug"])
        if stamp is None or stamp.state == Event.State.DRAFT:
            super().check(request, **arguments)
        setattr(request, STAMP, stamp)


def event_official(*actions: Action) -> Official:
    """Those whose roles in the event's club let them do one of these actions."""
    return Official(EVENT, *actions)


def _holder(name: str, opens: Any) -> LinkHolder:
    return LinkHolder(name, opens, ERROR_PAGES.answer)


EVENT = KindAccess(
    name="event",
    at=selectors.event_at,
    not_official=lambda: NotOfficialError("missing-role"),
    refuse=ERROR_PAGES.answer,
)
EVENT_VIEWER, EVENT_FOLLOWER = _EventViewer(EVENT), Viewer(EVENT, sees_drafts=False)
AT_THE_BOARDS = event_official(Action.DRAW, Action.UMPIRE)
PRINTOUT_READER = ByArgument(
    "event: by printout",
    "name",
    lambda name: name.partition("-")[0],
    {
        "badges": event_official(Action.REGISTER),
        "certificates": event_official(Action.DRAW),
        "boards": AT_THE_BOARDS,
        "sheets": AT_THE_BOARDS,
    },
    EVENT_VIEWER,
)
FILE_READER = ByArgument(
    "event: by file",
    "name",
    str,
    {
        "entries.csv": event_official(Action.SEE_PERSONS),
        "entries.xlsx": event_official(Action.SEE_PERSONS),
        "ledger.csv": event_official(Action.TAKE_PAYMENTS),
    },
    event_official(Action.ORGANISE),
)
REGISTRATION_HOLDER = _holder("registration", selectors.form_with_token)
NEW_ADDRESS_HOLDER = _holder("new e-mail address", registration_changes.form_of_address)
PARTNER = _holder("partner", selectors.member_with_token)
TEAM_CAPTAIN = _holder("captain's line-up", selectors.line_up_with_token)
CHALLENGER = _holder("challenger", selectors.entry_of_challenger)
PAYMENT_SERVICE = _PaymentService("payment service")
