"""Changes to matches: beginning one, answering it, sitting down.

A request is worked out before the transaction; the write goes through only if nobody wrote since; everyone is notified
after the commit.
"""

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from channels.db import database_sync_to_async
from django.db import transaction
from django.utils import timezone

from carrom.bots.protocol import waits_for_computer
from carrom.equipment.arrangement import Rng
from carrom.errors import NotAllowedError
from carrom.match.entries import CLOCK, UMPIRE, WITNESS, Entry, Head
from carrom.match.requests import ChooseColour, Declare, Penalise, Reply, Request, Restore, StandIn, Withdraw
from carrom.match.state import ruleset_of
from carrom.play.errors import OutOfTurnError
from carrom.play.handlers import STRIKES_OUT, answer, start
from carrom.play.pre_break import colour_chooser
from carrom.play.state import PlayState, follow
from carrom.terms import Seat
from carrom_web.matches import (
    absences,
    adaptive,
    announcements,
    correspondence,
    daily,
    days_off,
    models,
    online_ratings,
    played,
    repository,
    selectors,
)
from carrom_web.matches.repository import Player

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

DOUBLES = 4  # who play
_RNG = random.SystemRandom()


class NotSeatedError(NotAllowedError):
    """Somebody who only watches wants to play."""

    code = "not-seated"


class StaleRequestError(NotAllowedError):
    """The match has moved on since the page that asked was drawn."""

    code = "stale"


class NotUmpireError(OutOfTurnError):
    """Somebody who does not play for both sides wants to decide as the umpire."""


class InvitationTakenError(NotAllowedError):
    """Somebody else has sat down already."""

    code = "invitation-taken"


@dataclass(frozen=True, slots=True)
class Guest:
    """The person who makes a request, by their cookie."""

    id: UUID | None


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that asks, by its seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that ran out."""


@dataclass(frozen=True, slots=True)
class Umpire:
    """The umpire of a match on a real board; the umpire app has checked that they may."""


@dataclass(frozen=True, slots=True)
class Witness:
    """The witness of a match on a real board; the umpire app has checked that they may."""


Author = Guest | Computer | Clock | Umpire | Witness

# said beside the awaited decision: its clock goes on
BESIDE = frozenset(
    {"offer", "reply", "declare", "withdraw", "penalise", "colour", "rack", "note", "verify", "stand_in"}
)


def start_match(
    head: Head,
    players: Sequence[Player],
    *,
    by: str = "",
    role: str = "",
    match_id: UUID | None = None,
    rng: Rng = _RNG,
) -> UUID:
    """Store a new match and give its id; `by` and `role` name the person who begins it, where that is an official.

    Raises:
        CarromError: the head cannot be played with.
        IntegrityError: `match_id` is another match's.
    """
    match_id = match_id or uuid4()
    head, players = adaptive.with_hands(head, players)
    entry = start(head, rng, request_id=f"head-{match_id}", time=_now(), by=by, role=role)
    with transaction.atomic():
        repository.write_new(match_id, entry, players)
    announcements.something_stored.send(sender=None, match_id=match_id)
    return match_id


def place_match(
    head: Head, players: Sequence[Player], *, is_listed: bool = False, is_rated: bool = False, rng: Rng = _RNG
) -> UUID:
    """Store a new match within the transaction of something larger, and give its id.

    The caller announces it (`announce_placed`) once that is committed.
    """
    match_id = uuid4()
    head, players = adaptive.with_hands(head, players)
    entry = start(head, rng, request_id=f"head-{match_id}", time=_now())
    group = rated_group(head) if is_rated else ""
    repository.write_new(match_id, entry, list(players), is_listed=is_listed, rated_group=group)
    return match_id


def announce_placed(match_ids: Iterable[UUID]) -> None:
    """Tell this process of matches that `place_match` has stored: its computers begin to play."""
    for match_id in match_ids:
        announcements.something_stored.send(sender=None, match_id=match_id)


async def ask(
    *,
    match_id: UUID,
    author: Author,
    request_id: str,
    after: int,
    request: Request,
    by: str = "",
    role: str = "",
    guard: Callable[[], None] | None = None,
    time: str = "",
) -> int:
    """Answer a match with a request, store what follows, tell everyone; return the entry's number.

    A request that was stored before changes nothing and gives the same number again. `by` and `role` sign the entry.
    `guard` is called inside the transaction that stores: what it raises, nothing is stored by. `time` is when it was
    reported, where that was earlier than now.

    Raises:
        CarromError with a stable code: nothing was stored.
    """
    loaded, before = await database_sync_to_async(_look)(match_id, request_id)
    if before is None and after == loaded.state.version and isinstance(author, Guest):
        request = await absences.checked(loaded, author.id, request)
    signed = _author_of(loaded, author, request)
    if before is not None:
        return before.number
    if after != loaded.state.version:
        raise StaleRequestError()
    entries = await database_sync_to_async(selectors.record)(match_id) if request.kind in STRIKES_OUT else ()
    if isinstance(request, Withdraw) and isinstance(author, Guest):
        umpire = (UMPIRE,) if loaded.is_scored_by(author.id) else ()
        signed = _declarer(entries, (*loaded.seats_of(author.id), *umpire), signed)
    entry, motion = await asyncio.to_thread(
        answer,
        loaded.state,
        request,
        author=signed,
        request_id=request_id,
        time=time or _now(),
        rng=_RNG,
        entries=entries,
        by=by,
        role=role,
    )
    state = follow(loaded.state, entry)
    lapses = loaded.lapses + 1 if isinstance(author, Clock) else 0
    same = state.match.awaiting == loaded.state.match.awaiting and not waits_for_computer(state)
    if request.kind in BESIDE and same and not lapses:
        deadline, rests_until = loaded.deadline, loaded.rests_until  # a discussion does not add time
    else:
        deadline = _deadline(loaded, state, after_s=motion.duration if motion else 0.0, lapses=lapses)
        rests_until = None
    takes_seat = isinstance(request, StandIn) and request.level is None and isinstance(author, Guest)
    successor = author.id if takes_seat and isinstance(author, Guest) else None
    after_it = replace(loaded, state=state, deadline=deadline, lapses=lapses, rests_until=rests_until)
    if not await database_sync_to_async(_store)(loaded, after_it, entry, motion, guard, successor, author):
        _, before = await database_sync_to_async(_look)(match_id, request_id)
        if before is not None:  # the same request, sent again, was faster
            return before.number
        raise StaleRequestError()
    if loaded.days is not None:
        after_it = await database_sync_to_async(days_off.after_answer)(after_it, getattr(author, "id", None))
    players = loaded.players
    if _changes_players(loaded.state, state):
        players = (await database_sync_to_async(selectors.load)(match_id)).players
    await announcements.entry_stored(replace(after_it, players=players), loaded.state, entry, motion)
    return entry.number


def _look(match_id: UUID, request_id: str) -> tuple[selectors.Loaded, Entry | None]:
    return selectors.load(match_id), selectors.entry_of_request(match_id, request_id)


def _deadline(loaded: selectors.Loaded, state: PlayState, *, after_s: float, lapses: int) -> datetime | None:
    """When the next answer is out of time."""
    if loaded.days is not None:
        return correspondence.deadline_of(replace(loaded, state=state), days=loaded.days, now=timezone.now())
    return repository.deadline_of(state, after_s=after_s, lapses=lapses)


def _store(
    loaded: selectors.Loaded,
    after: selectors.Loaded,
    entry: Entry,
    motion: "Motion | None",
    guard: Callable[[], None] | None,
    successor: UUID | None,
    author: Author,
) -> bool:
    match_id, before, state = loaded.match_id, loaded.state, after.state
    by = author.id if isinstance(author, Guest) else None
    notice = correspondence.next_notice(after, done="", by=by, now=timezone.now())
    with transaction.atomic():
        if guard is not None:
            guard()
        stored = repository.write_next(
            match_id,
            state,
            entry,
            motion,
            lapses=after.lapses,
            deadline=after.deadline,
            rests_until=after.rests_until,
            notice=notice,
        )
        if stored and after.days is not None:
            days_off.follow(match_id)
        if stored and _changes_players(before, state):
            repository.seat_stand_ins(match_id, state, by=successor)
        if stored and "over" in (before.match.phase, state.match.phase):
            played.follow(match_id, state.match)
            online_ratings.follow(match_id, state.match)
            daily.follow(match_id, state.match)
    if stored:
        repository.RECENT.set(match_id, state)
    return stored


def _changes_players(before: PlayState, after: PlayState) -> bool:
    return before.match.standing.substitutes != after.match.standing.substitutes


def _author_of(loaded: selectors.Loaded, author: Author, request: Request) -> str:
    """Whose name an entry bears: the clock's, a seat's, or the umpire's where one person keeps the whole board."""
    if isinstance(author, Clock):
        return CLOCK
    if isinstance(author, Umpire | Witness):
        return UMPIRE if isinstance(author, Umpire) else WITNESS
    if isinstance(request, Penalise | Restore):
        if isinstance(author, Guest) and loaded.is_scored_by(author.id):
            return UMPIRE
        raise NotUmpireError("not-umpire")
    return _seat(loaded, author, request).value


def _seat(loaded: selectors.Loaded, author: Guest | Computer, request: Request) -> Seat:
    """For which seat the author asks: who plays both sides on one screen answers for the one that is asked."""
    seats = loaded.seats_of(author.id) if isinstance(author, Guest) else (author.seat,)
    if isinstance(request, StandIn) and request.level is None:  # who comes back is checked by `absences`
        seated = {(one.side, one.player): one.seat for one in loaded.state.match.seats}
        return seated[request.side, request.player]
    if not seats:
        raise NotSeatedError()
    match = loaded.state.match
    if isinstance(request, Reply):
        offerer = next((offer.side for offer in match.offers if offer.number == request.offer), None)
        return next((seat for seat in seats if match.side_at(seat) is not offerer), seats[0])
    if isinstance(request, Declare):
        return next((seat for seat in seats if match.side_at(seat) is request.about), seats[0])
    if isinstance(request, ChooseColour):
        return next((seat for seat in seats if match.side_at(seat) is colour_chooser(match)), seats[0])
    return next((seat for seat in match.awaiting.seats if seat in seats), seats[0])


def _declarer(entries: Sequence[Entry], authors: Sequence[str], own: str) -> str:
    """As whom a guest spoke last: who plays both sides takes back for either, and as their umpire."""
    declared = (entry.author for entry in reversed(entries) if isinstance(entry.asked, Declare | Penalise))
    return next((author for author in declared if author in authors), own)


def invite(host_id: UUID, wish: dict[str, object]) -> UUID:
    """Store an invitation and give its id: the holder of the link may sit down."""
    return models.Invitation.objects.create(host_id=host_id, wish=wish).pk


def accept(
    invitation: models.Invitation, head: Head, players: Sequence[Player], *, own: Sequence[models.Invitation] = ()
) -> UUID:
    """Begin the match of an invitation and give its id; `own` are those of who sits down: they are taken with it.

    Raises:
        InvitationTakenError: somebody was faster.
    """
    match_id = uuid4()
    entry = start(head, _RNG, request_id=f"head-{match_id}", time=_now())
    taken = [invitation.pk, *(one.pk for one in own)]
    with transaction.atomic():
        free = models.Invitation.objects.filter(pk__in=taken, match=None)
        # all in one order: of two who accept each other one waits, and then finds them taken
        if len(free.select_for_update().order_by("pk").values_list("pk", flat=True)) != len(taken):
            raise InvitationTakenError()
        repository.write_new(
            match_id,
            entry,
            list(players),
            is_listed=bool(invitation.terms),
            rated_group=rated_group(head) if invitation.is_rated else "",
            days=correspondence.days_of(invitation.wish.get("clock")),
        )
        days_off.follow(match_id)
        if free.update(match_id=match_id) != len(taken):
            raise InvitationTakenError()
    announcements.something_stored.send(sender=None, match_id=match_id)
    return match_id


def rated_group(head: Head) -> str:
    """The group in which a match that begins so is rated."""
    return online_ratings.group_for(ruleset_of(head), is_doubles=head.men == DOUBLES)


def _now() -> str:
    return timezone.now().isoformat(timespec="milliseconds")
