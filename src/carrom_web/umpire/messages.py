"""The messages of a sheet's page (`docs/wire.md`), read strictly: text in, a value or an error out."""

import re
from dataclasses import dataclass, fields

from carrom import serialization
from carrom.errors import UnreadableError
from carrom.match import requests

LARGEST = 16_384  # bytes
LONGEST_TEXT = 200
MOST_PIECES = 19
LONGEST_AGO = 30 * 86_400  # seconds that something may have waited on a phone
_REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")

UmpireRequest = (
    requests.Toss
    | requests.Choose
    | requests.ChooseColour
    | requests.Ready
    | requests.StateFacts
    | requests.Pass
    | requests.Forgo
    | requests.Claim
    | requests.AtCap
    | requests.TellBoard
    | requests.Declare
    | requests.Penalise
    | requests.Concede
    | requests.Appeal
    | requests.Decide
    | requests.Note
    | requests.Attest
    | requests.Correct
    | requests.Amend
    | requests.TakeBack
    | requests.CallMatch
    | requests.Late
    | requests.Trial
    | requests.Begin
    | requests.TimeOut
    | requests.Substitute
    | requests.Rename
    | requests.Rearrange
    | requests.Protest
)


class BadReportError(UnreadableError):
    """A message that no page of a sheet sends."""

    code = "unreadable-message"


@dataclass(frozen=True, slots=True)
class Report:
    """A request to be stored: its id, the entry that it follows, its content, and how many seconds ago it was made."""

    id: str
    after: int
    request: UmpireRequest
    ago: float = 0.0


@dataclass(frozen=True, slots=True)
class Draft:
    """A request to be judged and forgotten."""

    request: UmpireRequest


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Asks for the scorer lock, which has moved `count` times as far as the page knows."""

    count: int


def read_take_over(body: bytes) -> int:
    """Return how often the scorer lock has moved as far as the page knows. Raises BadReportError: it cannot be read."""
    return _read(TakeOver, body).count


def read_report(body: bytes) -> Report:
    """Return what is to be stored. Raises BadReportError: it cannot be read."""
    report = _read(Report, body)
    if not _REQUEST_ID.fullmatch(report.id) or report.after < 0 or not 0 <= report.ago <= LONGEST_AGO:
        raise BadReportError("no-id")
    _check(report.request)
    return report


def read_draft(body: bytes) -> UmpireRequest:
    """Return what is to be judged. Raises BadReportError: it cannot be read."""
    request = _read(Draft, body).request
    _check(request)
    return request


def _read(kind: type[serialization.T], body: bytes) -> serialization.T:
    if len(body) > LARGEST:
        raise BadReportError("too-large", most=LARGEST)
    try:
        return serialization.read(kind, body.decode("utf-8"))
    except (UnicodeDecodeError, RecursionError):
        raise BadReportError("not-json") from None
    except serialization.BadJsonError as error:
        raise BadReportError("content", cause=error) from None


def _check(value: object) -> None:
    """Refuse texts and lists that are too long for any sheet."""
    for held in (getattr(value, field.name) for field in fields(value)):  # type: ignore[arg-type]
        if isinstance(held, str) and len(held) > LONGEST_TEXT:
            raise BadReportError("text-too-long", most=LONGEST_TEXT)
        if isinstance(held, tuple) and len(held) > MOST_PIECES:
            raise BadReportError("too-many-facts")
        if hasattr(held, "__dataclass_fields__"):
            _check(held)
