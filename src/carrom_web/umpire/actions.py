"""What changes sheets: beginning one, telling what happened. A draft is judged and forgotten."""

import random
from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.match.entries import UMPIRE, Entry, Head
from carrom.play.answering import STRIKES_OUT, answer
from carrom_web.matches import actions as matches
from carrom_web.matches import queries as match_queries
from carrom_web.umpire import queries
from carrom_web.umpire.messages import Telling, UmpireRequest
from carrom_web.umpire.models import Sheet

_DICE = random.SystemRandom()


class NotKeeperError(NotAllowedError):
    """Somebody who only watches wants to write."""

    code = "not-keeper"


def begin_sheet(head: Head, keeper_id: UUID) -> UUID:
    """Store a new match on a real board, kept by a guest, and give its id.

    Raises:
        CarromError: the head cannot be played with.
    """
    with transaction.atomic():
        match_id = matches.begin_match(head, [])
        Sheet.objects.create(match_id=match_id, keeper_id=keeper_id)
    return match_id


def tell(match_id: UUID, guest_id: UUID | None, telling: Telling) -> int:
    """Store what the keeper tells, as the umpire's entry, and tell everyone; give the entry's number.

    What was stored before under this id changes nothing and has the same number again.

    Raises:
        NotKeeperError and every other CarromError: nothing was stored.
    """
    check_keeper(match_id, guest_id)
    return async_to_sync(matches.ask)(
        match_id=match_id,
        author=matches.Umpire(),
        request_id=telling.id,
        after=telling.after,
        request=telling.request,
    )


def draft(match_id: UUID, guest_id: UUID | None, request: UmpireRequest) -> tuple[match_queries.Loaded, Entry]:
    """How the match stands, and the entry that a request would make. Nothing is stored.

    Raises:
        NotKeeperError and every other CarromError: what `tell` would refuse.
    """
    check_keeper(match_id, guest_id)
    loaded = match_queries.load(match_id)
    record = match_queries.record(match_id) if request.kind in STRIKES_OUT else []
    entry, _ = answer(loaded.state, request, author=UMPIRE, request_id="draft", time="", dice=_DICE, entries=record)
    return loaded, entry


def check_keeper(match_id: UUID, guest_id: UUID | None) -> None:
    """Pass if this guest keeps the match. Raises NotKeeperError."""
    if not queries.keeps(match_id, guest_id):
        raise NotKeeperError("Somebody else keeps this sheet. You follow it.")
