"""JSON answers of the sheet's own addresses: what was asked for, or a code and a sentence."""

from typing import Any

from django.http import HttpResponse

from carrom.errors import CarromError, NotAllowedError, UnreadableError
from carrom_web.core.links import LinkExpiredError, LinkRevokedError
from carrom_web.matches import wire
from carrom_web.matches.selectors import UnknownMatchError
from carrom_web.umpire import wire as umpire_wire
from carrom_web.umpire.offline import site_version
from carrom_web.umpire.scorer_lock import NoRightError


def answer(message: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A message as JSON that nobody keeps."""
    response = HttpResponse(wire.encode(message), status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    response["X-Carrom-Site"] = site_version()  # an open page learns that it is old
    return response


def refusal(error: CarromError) -> HttpResponse:
    """Why nothing was stored: 404 no such match, 403 not allowed, 409 not now, 400 unreadable, 422 impossible."""
    kinds = (
        (UnknownMatchError, 404),
        ((NoRightError, LinkExpiredError, LinkRevokedError), 403),
        (NotAllowedError, 409),
        (UnreadableError, 400),
    )
    status = next((status for kind, status in kinds if isinstance(error, kind)), 422)
    return answer(umpire_wire.refused(error), status=status)
