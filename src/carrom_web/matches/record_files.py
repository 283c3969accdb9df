"""Match files: those that the site gives, and matches that were played elsewhere and are brought to it.

What is brought is read strictly, and everything in it is derived again. Such a match has no seats, so nobody can go on
with it; it says that it was imported wherever it is shown, and counts in no rating, event or list of others.
"""

import hashlib
import time
from typing import Literal
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from carrom.errors import CarromError
from carrom.match.requests import Amend, MakeStroke
from carrom.notation.cursor import NotationError
from carrom.notation.derivation import file_match
from carrom.notation.match_file import MatchFile
from carrom.notation.record import NotDerivedError, read_match_file, write_match, write_match_file
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import models, played, repository, selectors
from carrom_web.matches.record_limits import GREATEST, MOST_CORRECTIONS, MOST_ENTRIES, MOST_STROKES, RecordFileError

LIMIT = RateLimit(burst=10, per_second=0.02)  # of one guest
Form = Literal["text", "derived", "json"]


def given(match_id: UUID, form: Form) -> str:
    """Return the match file of a match: short, with everything that followed, or that as JSON.

    Raises:
        UnknownMatchError: there is no such match.
    """
    selectors.load(match_id)
    file = file_match(selectors.record(match_id), derived=form != "text")
    return write_match_file(MatchFile(matches=(file,)), as_json=form == "json")


def bring(guest: Guest, data: bytes, side: str = "", number: int | None = None) -> UUID:
    """Store a match of a file and give its id; the same match, brought again, is the same one.

    `side`: "a" or "b", which the guest played; "" for neither, or both. `number`: which match of the file, from 1; None
    for the only one.

    Raises:
        RecordFileError: nothing was stored.
    """
    if len(data) > GREATEST:
        raise RecordFileError("large", most=GREATEST)
    if not LIMIT.allows(guest.pk, time.monotonic()):
        raise RecordFileError("many")
    record = _read(data, number)
    match = record.state.match
    if match.result is None:
        raise RecordFileError("not-over")
    if side and not (side in tuple(Side) and match.head.men > 1):
        raise RecordFileError("seat")
    match_id = uuid5(guest.pk, hashlib.sha256(write_match(record, derived=True).encode()).hexdigest())
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


def _read(data: bytes, number: int | None) -> Record:
    try:
        file = read_match_file(data.decode())
        count = len(file.said.matches)
        if (number is None and count != 1) or not 1 <= (number or 1) <= count:
            raise RecordFileError("several", count=count)
        if file.count(MakeStroke) > MOST_STROKES:
            raise RecordFileError("long", most=MOST_STROKES)
        if file.count() > MOST_ENTRIES or file.count(Amend) > MOST_CORRECTIONS:
            raise RecordFileError("entries", most=MOST_ENTRIES, corrections=MOST_CORRECTIONS)
        record = file.record((number or 1) - 1)
        found = verify(record, strokes=False)  # what other versions ruled is only said by the file
    except UnicodeDecodeError:
        raise RecordFileError("text") from None
    except NotDerivedError as error:
        raise RecordFileError("faults", cause=error) from None
    except RecordFileError:
        raise
    except (NotationError, CarromError) as error:
        raise RecordFileError("record", cause=error) from None
    if not found.holds:
        fault = found.faults[0]
        raise RecordFileError("faults.entry", number=fault.entry, fault=fault.description)
    return record
