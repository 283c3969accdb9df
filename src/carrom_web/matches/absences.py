"""Players who have left a match: how long the others have waited, and their options.

Since when is stored beside the seat by the first to notice it: a page that closes, or another player's page whose
server finds that nobody renews the lease. Nothing happens by itself. Who waits may claim the board, later the match, or
let a computer play on if those agree who are still there; who comes back takes their seat again. Somebody who watches a
match from the lobby may take a seat in which a computer plays on.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom.match.requests import ClaimAbsence, Reply, Request, StandIn
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.matches import models, selectors
from carrom_web.matches.computers import USUAL_LEVEL, level_title
from carrom_web.matches.correspondence import is_out_of_time
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.phrases import visitor_name
from carrom_web.matches.presence import PRESENCE

CLAIM_AFTER = {"board": timedelta(seconds=60), "match": timedelta(minutes=5)}
STAND_IN_AFTER = timedelta(seconds=60)
Gone = dict[tuple[str, int], float]
"""Players who have left, by side and number, with the seconds for which the others have waited."""


class AbsenceError(NotAllowedError):
    """Something about a player who has left that cannot be asked now.

    Reasons: early (`seconds` to go), here (nobody has left), own, alone, event, back (only who left comes back); by
    correspondence in-time (the other side still has time) and days (nothing but the match can be claimed).
    """

    code = "absence"


def note(match_id: UUID, here: Collection[tuple[str, int]], *, came: UUID | None = None) -> Gone:
    """Store who has left and who is back, and give who is gone.

    `came`: who has opened a page just now; where they found nobody, nobody has waited for the others yet.
    """
    now = timezone.now()
    rows = models.Seat.objects.filter(match_id=match_id, match__days=None)  # by correspondence nobody has to be here
    seats = list(rows.exclude(guest=None).exclude(match__phase="over"))
    if len({seat.guest_id for seat in seats}) < 2:
        return {}
    starts_anew = came is not None and not any(
        seat.guest_id != came for seat in seats if (seat.side, seat.player) in here
    )
    gone: Gone = {}
    for seat in seats:
        key = (seat.side, seat.player)
        left_at = None if key in here else now if starts_anew or seat.left_at is None else seat.left_at
        if left_at != seat.left_at:
            models.Seat.objects.filter(pk=seat.pk).update(left_at=left_at)
        if left_at is not None:
            gone[key] = (now - left_at).total_seconds()
    return gone


async def checked(loaded: Loaded, guest_id: UUID | None, request: Request) -> Request:
    """Return a request about somebody who has left as it is answered; any other as it is.

    Raises:
        AbsenceError: it cannot be asked now.
    """
    if isinstance(request, Reply):
        offer = next((one for one in loaded.state.match.offers if one.number == request.offer), None)
        if request.accept and offer is not None and offer.stand_in is not None:
            _check_gone(await _gone(loaded), (offer.stand_in.side.value, offer.stand_in.player))
        return request
    if not isinstance(request, ClaimAbsence | StandIn):
        return request
    own = loaded.sides_of(guest_id)
    if loaded.days is not None:
        _check_by_correspondence(loaded, own, request)
        return request
    if isinstance(request, StandIn) and request.level is None:
        seat = (request.side.value, request.player)
        if seat in loaded.left_by(guest_id):
            return replace(request, name=_first_name(loaded, request), agreed=True)
        if seat not in await database_sync_to_async(free_seats)(loaded, guest_id):
            raise AbsenceError("back")
        return replace(request, name=await database_sync_to_async(_name_of)(guest_id), agreed=True)
    if len(own) > 1:
        raise AbsenceError("own")
    parent = await database_sync_to_async(selectors.parent_of)(loaded.match_id)
    if parent is not None and not (parent.is_online and isinstance(request, ClaimAbsence)):
        raise AbsenceError("event")
    gone = await _gone(loaded)
    if isinstance(request, ClaimAbsence):
        if own:
            _check_claim(loaded, own[0], gone, request.what)
        return request
    _check_gone(gone, (request.side.value, request.player))
    return replace(
        request, level=USUAL_LEVEL, name=level_title(USUAL_LEVEL), agreed=_is_agreed(loaded, own, request.side, gone)
    )


def _check_by_correspondence(loaded: Loaded, own: Collection[Side], request: ClaimAbsence | StandIn) -> None:
    """Pass a claim of the match by who waits, once time is up (docs/correspondence.md). Raises AbsenceError."""
    match = loaded.state.match
    if isinstance(request, StandIn) or request.what != "match":
        raise AbsenceError("days")
    if len(own) > 1:
        raise AbsenceError("own")
    if own and any(match.side_at(seat) in own for seat in match.awaiting.seats):
        raise AbsenceError("here")
    if not is_out_of_time(loaded, timezone.now()):
        raise AbsenceError("in-time")


def free_seats(loaded: Loaded, guest_id: UUID | None) -> list[tuple[str, int]]:
    """The seats that somebody who watches may take: where a computer plays on for a player who left.

    Those who are still there agreed already that somebody else plays on. Only where the lobby brought the players
    together, and for nobody who plays there already, or where one of the players and they have blocked each other.
    """
    if guest_id is None or loaded.seats_of(guest_id) or loaded.left_by(guest_id):
        return []
    if loaded.state.match.phase == "over" or not selectors.is_listed(loaded.match_id):
        return []
    if selectors.are_apart(guest_id, [one.guest for one in loaded.players if one.guest is not None]):
        return []
    return [(one.side, one.player) for one in loaded.players if one.level and one.left_by is not None]


def _name_of(guest_id: UUID | None) -> str:
    found = Guest.objects.filter(pk=guest_id).first() if guest_id else None
    return found.name if found and found.name else visitor_name()


def _check_claim(loaded: Loaded, own: Side, gone: Gone, what: str) -> None:
    match = loaded.state.match
    others = {
        (seated.side.value, seated.player)
        for seated in match.seats
        if seated.side is not own and seated.seat in match.awaiting.seats
    }
    if not others or not others <= gone.keys():
        raise AbsenceError("here")
    _check_waited(min(gone[key] for key in others), CLAIM_AFTER.get(what, CLAIM_AFTER["match"]))


def _check_gone(gone: Gone, key: tuple[str, int]) -> None:
    if key not in gone:
        raise AbsenceError("here")
    _check_waited(gone[key], STAND_IN_AFTER)


def _check_waited(seconds: float, needed: timedelta) -> None:
    if seconds < needed.total_seconds():
        raise AbsenceError("early", seconds=int(needed.total_seconds() - seconds) + 1)


async def _gone(loaded: Loaded) -> Gone:
    here, now = (await PRESENCE.look(loaded.match_id)).players(), timezone.now()
    return {
        (one.side, one.player): (now - one.left_at).total_seconds()
        for one in loaded.players
        if one.left_at is not None and one.guest is not None and (one.side, one.player) not in here
    }


def _is_agreed(loaded: Loaded, own: Collection[Side], side: Side, gone: Gone) -> bool:
    """Whether nobody else has to agree: nobody of the side that does not ask is there."""
    asked = {one.value for one in Side if one not in own}
    return not any(
        one.side in asked and one.guest is not None and (one.side, one.player) not in gone for one in loaded.players
    )


def _first_name(loaded: Loaded, request: StandIn) -> str:
    """Return the name of somebody before a computer played on for them."""
    of_side = [player for player in loaded.state.match.head.players if player.side is request.side]
    return of_side[request.player].name
