"""JSON answers of the sheet's own addresses: what was asked for, or a code and a sentence."""

from typing import Any

from django.http import HttpResponse

from carrom.errors import CarromError, NotAllowedError, UnreadableError
from carrom_web.matches import sentences, wire
from carrom_web.matches.queries import UnknownMatchError
from carrom_web.umpire.actions import NotKeeperError


def answer(message: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A message as JSON that nobody keeps."""
    response = HttpResponse(wire.encode(message), status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def refusal(error: CarromError) -> HttpResponse:
    """Why nothing was stored: 404 no such match, 403 not the keeper, 409 not now, 400 unreadable, 422 impossible."""
    kinds = ((UnknownMatchError, 404), (NotKeeperError, 403), (NotAllowedError, 409), (UnreadableError, 400))
    status = next((status for kind, status in kinds if isinstance(error, kind)), 422)
    return answer(refused(error), status=status)


def refused(error: CarromError) -> dict[str, str]:
    """A refusal as its code and its sentence."""
    return {"code": error.code, "text": sentences.error_text(error)}
