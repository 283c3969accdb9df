"""Records of matches that were played elsewhere: read strictly, verified, stored for the person who brings them.

Such a match has no seats, so nobody can go on with it; it says that it was imported wherever it is shown, and counts in
no rating, event or list of others.
"""

import hashlib
import time
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from carrom.errors import CarromError, NotAllowedError
from carrom.match.requests import MakeStroke
from carrom.match.state import BrokenRecordError
from carrom.notation.cursor import NotationError
from carrom.notation.record import read_match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import models, played, repository

GREATEST = 2_000_000  # bytes
MOST_STROKES = 600  # simulated again, one by one
LIMIT = RateLimit(burst=10, per_second=0.02)  # of one guest


class RecordFileError(NotAllowedError):
    """A file that is not taken. Reasons: large, text, record, not-over, long, seat, faults, many."""

    code = "record-file"


def bring(guest: Guest, data: bytes, side: str = "") -> UUID:
    """Store the match of a record and give its id; the same record, brought again, is the same match.

    `side`: "a" or "b", which the guest played; "" for neither, or both.

    Raises:
        RecordFileError: nothing was stored.
    """
    if len(data) > GREATEST:
        raise RecordFileError("large", most=GREATEST)
    if not LIMIT.allows(guest.pk, time.monotonic()):
        raise RecordFileError("many")
    record = _read(data)
    match = record.state.match
    if match.result is None:
        raise RecordFileError("not-over")
    if side and not (side in tuple(Side) and match.head.men > 1):
        raise RecordFileError("seat")
    match_id = uuid5(guest.pk, hashlib.sha256(data).hexdigest())
    try:
        with transaction.atomic():
            repository.write_whole(match_id, list(record.entries))
            models.Match.objects.filter(pk=match_id).update(imported_by=guest)
            computers = {player.side for player in match.head.players if player.kind == "computer"}
            own = [Side(side)] if side else [one for one in Side if match.players_of(one)]
            played.write(match_id, match, guest.pk, own, computers)
    except IntegrityError:
        if not models.Match.objects.filter(pk=match_id, imported_by=guest).exists():
            raise
    return match_id


def _read(data: bytes) -> Record:
    try:
        record = read_match(data.decode())
    except UnicodeDecodeError:
        raise RecordFileError("text") from None
    except (NotationError, BrokenRecordError) as error:
        raise RecordFileError("record", cause=error) from None
    if sum(isinstance(entry.asked, MakeStroke) for entry in record.entries) > MOST_STROKES:
        raise RecordFileError("long", most=MOST_STROKES)
    try:
        found = verify(record)
    except CarromError as error:
        raise RecordFileError("record", cause=error) from None
    if not found.holds:
        fault = found.faults[0]
        raise RecordFileError("faults", number=fault.entry, fault=fault.description)
    return record
