"""Events that are played online: a fixture that is called is a match on this site between its entrants' guests.

Its result is taken over like that of a sheet. Somebody who has not come by the time that the event says has not shown
up; an organiser who enters a result overrules the match.
"""

import logging
import random
from datetime import datetime, timedelta
from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import transaction

from carrom.errors import CarromError, NotAllowedError
from carrom.laws.ruleset import effect_of
from carrom.match.entries import Head, Player
from carrom.play.clocks import TIME_EXCEEDED
from carrom.play.game import new_head
from carrom.terms import Side
from carrom.tournament.event import NO_ONLINE_CLOCK, EventTerms
from carrom_web.accounts.selectors import has_account
from carrom_web.competitions.events import contests, repository, selectors
from carrom_web.competitions.events.models import BoardCall, Event
from carrom_web.competitions.events.services import line_ups
from carrom_web.matches import models as match_models
from carrom_web.matches import selectors as matches
from carrom_web.matches import services
from carrom_web.matches.loaded import Player as Seated
from carrom_web.matches.presence import PRESENCE

_RNG = random.SystemRandom()
_log = logging.getLogger(__name__)


class OnlineEntryError(NotAllowedError):
    """Somebody without an account enters an event that is played online: their matches would not find them."""

    code = "online-entry"


def check_account(terms: EventTerms, guest_id: UUID | None) -> None:
    """Pass if the matches of an event will find somebody who enters. Raises OnlineEntryError."""
    if terms.is_online and not has_account(guest_id):
        raise OnlineEntryError


def can_begin(event: Event, call: BoardCall) -> bool:
    """Whether the match of a call that is not stored yet could begin: its players are known here, and play no other."""
    people = {guest for key in (call.a, call.b) for _name, guest in _people(call, key)}
    going_on = BoardCall.objects.filter(category__event=event, ended_at=None, match__isnull=False)
    seats = match_models.Seat.objects.filter(match__in=going_on.values("match"))
    return bool(people) and None not in people and not seats.filter(guest__in=people).exists()


def begin(event: Event, terms: EventTerms, call: BoardCall) -> None:
    """Begin the match of a call, within the transaction that stores it; not where somebody has no guest here."""
    sides = [_people(call, key) for key in (call.a, call.b)]
    if not all(sides):  # a match of a tie whose line-ups are closed
        return
    people = [guest for side in sides for _name, guest in side]
    if len(sides[0]) != len(sides[1]) or len(set(people)) != len(people) or None in people:
        return
    seats = [
        Seated(side.value, number, guest, "")
        for side, of_side in zip(Side, sides, strict=True)
        for number, (_name, guest) in enumerate(of_side)
    ]
    match_id = services.place_match(_head(terms, call, sides), seats)
    call.match_id = match_id
    call.save(update_fields=["match"])
    transaction.on_commit(lambda: services.announce_placed([match_id]))


def end_no_shows(*, now: datetime) -> int:
    """Decide the matches to which a side has not come in time; return how many."""
    rows = BoardCall.objects.filter(ended_at=None, is_overruled=False, match__isnull=False)
    rows = rows.filter(category__event__is_online=True).exclude(match__phase="over")
    ended = 0
    for call in rows.select_related("category__event"):
        event = call.category.event
        terms = repository.terms_of(event)
        if now < call.called_at + timedelta(minutes=terms.no_show_minutes):
            continue
        try:
            ended += _end_if_absent(event, call, terms, now=now)
        except CarromError as error:  # the draw was changed meanwhile: the others go on
            _log.warning("the no-show of %s could not be stored: %s", call, error)
    return ended


def sides_that_came(match_id: UUID) -> set[Side]:
    """The sides that have played a decision of the match, or have its page open."""
    loaded = matches.load(match_id)
    here = {side for side, _player in async_to_sync(PRESENCE.look)(match_id).players()}
    authors = {entry.author for entry in matches.record(match_id)}
    played = {one.side for one in loaded.state.match.seats if one.seat.value in authors}
    left = match_models.Seat.objects.filter(match_id=match_id, left_at__isnull=False).values_list("side", flat=True)
    return {Side(side) for side in here} | played | {Side(side) for side in left}


def _end_if_absent(event: Event, call: BoardCall, terms: EventTerms, *, now: datetime) -> bool:
    from carrom_web.competitions.events.services import draws  # it begins the matches of what it draws

    came = sides_that_came(call.match_id)  # type: ignore[arg-type]  # only calls with a match are asked
    if came == set(Side):
        return False
    absent = [side for side in Side if side not in came]
    draws.report_no_show(
        event, call.category.key, call.fixture, absent[0] if len(absent) == 1 else None, terms.no_show_minutes, now=now
    )
    return True


def _people(call: BoardCall, key: str) -> list[tuple[str, UUID | None]]:
    """The public names of a side, each with their guest on this site, if they have one; of a tie's match its players.

    Nobody where the line-ups of a tie are not open.
    """
    shown = contests.shown(call.category)
    called = line_ups.players_called(call, shown.contest, key) if shown is not None else []
    return [
        (
            selectors.shown_name(one),
            (one.entry.form.guest_id if one.position == 0 else None) or one.person.guest_id or one.person.root.guest_id,
        )
        for one in called
    ]


def _head(terms: EventTerms, call: BoardCall, sides: list[list[tuple[str, UUID | None]]]) -> Head:
    category = terms.category(call.category.key)
    laws = contests.ruleset_of(terms, category)
    has_clock = terms.online_clock != NO_ONLINE_CLOCK and effect_of(laws, TIME_EXCEEDED) is not None
    seconds = dict.fromkeys(("stroke_seconds", "placing_seconds"), int(terms.online_clock)) if has_clock else {}
    players = [
        Player(side=side, name=sides[index][number][0])
        for number in range(len(sides[0]))
        for index, side in enumerate(Side)
    ]
    return new_head(
        laws,
        players=players,
        options=seconds,
        clocks=has_clock,
        breaks=_RNG.choice(tuple(Side)),
        take_back="never",
        tags={"event": terms.title, "place": f"{category.title}, {call.fixture}"},
    )
