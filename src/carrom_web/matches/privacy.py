"""Taking a person's name out of the records of matches, when they delete their account: the match stays."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from carrom import serialization
from carrom.match.entries import Entry, Head
from carrom.match.requests import StandIn
from carrom_web.matches import models, repository

NOBODY = "–"  # in the place of a name


def erase_person(guest_id: UUID) -> None:
    """Take the name of a guest out of every match that they played."""
    seats: dict[UUID, set[tuple[str, int]]] = {}
    for seat in models.Seat.objects.filter(guest_id=guest_id):
        seats.setdefault(seat.match_id, set()).add((seat.side, seat.player))
    for match_id, erased in seats.items():
        rewrite(match_id, lambda entry, erased=erased: _without_players(entry, erased))  # type: ignore[misc]


def _without_players(entry: Entry, erased: set[tuple[str, int]]) -> Entry:
    standing = entry.followed.standing
    if standing.substitutes:  # who took a seat, or came back to theirs
        named = tuple(
            one._replace(name=NOBODY) if (one.side.value, one.player) in erased else one for one in standing.substitutes
        )
        entry = replace(entry, followed=replace(entry.followed, standing=replace(standing, substitutes=named)))
    asked = entry.asked
    if isinstance(asked, StandIn) and (asked.side.value, asked.player) in erased and asked.level is None:
        return replace(entry, asked=replace(asked, name=NOBODY))
    head = asked
    if not isinstance(head, Head):
        return entry
    counts: dict[str, int] = {}
    players = []
    for player in head.players:
        place = (player.side.value, counts.get(player.side.value, 0))
        counts[player.side.value] = place[1] + 1
        players.append(replace(player, name=NOBODY) if place in erased else player)
    return replace(entry, asked=replace(head, players=tuple(players)))


def rewrite(match_id: UUID, change: Callable[[Entry], Entry]) -> None:
    """Store every entry of a match as `change` gives it, and fold the match again. Numbers and rulings stay."""
    with transaction.atomic():
        entries = []
        for row in models.Entry.objects.filter(match_id=match_id).order_by("number").defer("motion"):
            before = repository.read_entry(row)
            entry = change(before)
            entries.append(entry)
            if entry != before:
                models.Entry.objects.filter(pk=row.pk).update(content=serialization.write(entry), format=models.FORMAT)
        snapshot = serialization.write(repository.fold(entries))
        models.Match.objects.filter(pk=match_id).update(snapshot=snapshot, snapshot_format=models.FORMAT)
    repository.RECENT.delete_where(lambda key: key == match_id)
