"""Another match of the same players under the same laws; who broke first breaks second.

It begins when every side with a person in it wants it: at once against a computer or on one screen, else when the
second side says so too. All who look at the old match are led to the new one.
"""

import random
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom.match.entries import Entry
from carrom.play.handlers import start
from carrom.play.state import PlayState, follow
from carrom.terms import Side
from carrom_web.matches import adaptive, announcements, days_off, models, repository, selectors, services, wire
from carrom_web.matches.loaded import Loaded

_RNG = random.SystemRandom()


class NoRematchError(NotAllowedError):
    """The match is not over, or is part of an event or a league, which says what is played next."""

    code = "no-rematch"


def ask_for(match_id: UUID, guest_id: UUID | None) -> dict[str, Any]:
    """Want another match; return how that stands, as `state_of`. Asked again it changes nothing.

    Raises:
        UnknownMatchError: there is no such match.
        NotSeatedError: the guest did not play.
        NoRematchError: this match has none.
    """
    loaded = selectors.load(match_id)
    own = loaded.sides_of(guest_id)
    if not own:
        raise services.NotSeatedError
    if loaded.state.match.phase != "over" or selectors.parent_of(match_id) is not None:
        raise NoRematchError
    with transaction.atomic():
        row = models.Match.objects.select_for_update().get(pk=match_id)
        if row.next_id is None:
            row.rematch_sides = "".join(sorted({*row.rematch_sides, *own}))
            if _sides_of_people(loaded) <= set(row.rematch_sides):
                row.next_id = _begin(loaded, is_listed=row.is_listed, rated_group=row.rated_group, days=row.days)
            row.save(update_fields=["rematch_sides", "next"])
    state = _state(row)
    async_to_sync(announcements.send_to_all)(match_id, wire.encode({"kind": "rematch", **state}))
    if row.next_id is not None:
        announcements.something_stored.send(sender=None, match_id=row.next_id)
    return state


def state_of(loaded: Loaded) -> dict[str, Any] | None:
    """Return the wishes for a rematch, `wanted` by sides, and its address, `next`; None before the match is over."""
    if loaded.state.match.phase != "over" or selectors.parent_of(loaded.match_id) is not None:
        return None
    return _state(models.Match.objects.only("rematch_sides", "next_id").get(pk=loaded.match_id))


def _state(row: models.Match) -> dict[str, Any]:
    return {
        "wanted": list(row.rematch_sides),
        "next": reverse("match", args=[row.next_id]) if row.next_id else None,
    }


def _sides_of_people(loaded: Loaded) -> set[str]:
    return {player.side for player in loaded.players if player.guest is not None}


def _begin(loaded: Loaded, *, is_listed: bool, rated_group: str = "", days: int | None = None) -> UUID:
    """Store the next match, inside the transaction that links it."""
    old = loaded.state.match.head
    breaks = old.breaks
    if old.men > 1:
        breaks = _first_breaker(selectors.record(loaded.match_id)).other
    tags = tuple(sorted({**dict(old.tags), "date": timezone.localdate().isoformat()}.items()))
    match_id = uuid4()
    head, players = adaptive.with_hands(replace(old, breaks=breaks, seed=None, tags=tags), loaded.players)
    entry = start(
        head,
        _RNG,
        request_id=f"head-{match_id}",
        time=timezone.now().isoformat(timespec="milliseconds"),
    )
    repository.write_new(match_id, entry, players, is_listed=is_listed, rated_group=rated_group, days=days)
    days_off.follow(match_id)
    return match_id


def _first_breaker(entries: list[Entry]) -> Side:
    """Return the side that broke the first board."""
    state: PlayState | None = None
    for entry in entries:
        state = follow(state, entry)
        breaker = state.match.standing.breaker
        if breaker is not None and state.match.board is not None:
            return state.match.side_at(breaker)
    return Side.B  # conceded before anybody broke: the next match begins as the first player's
