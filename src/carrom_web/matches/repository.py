"""Matches as values: reads and writes rows, decides nothing.

A snapshot is only a folded record: one that this code cannot read is folded again from the entries.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from carrom import serialization
from carrom.bots.protocol import waits_for_computer
from carrom.match.entries import Entry
from carrom.play import clocks
from carrom.play.state import PlayState, follow
from carrom.terms import Side
from carrom_web.core.cache import ProcessCache
from carrom_web.matches import correspondence, models
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.loaded import Player as Player

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

NOTHING = correspondence.Notice()
CACHE_SIZE = 256  # states cached in memory, so that a stroke does not read its snapshot


RECENT: ProcessCache[UUID, PlayState] = ProcessCache(CACHE_SIZE)  # only ever a copy of what the database holds


def state_of(match: models.Match) -> PlayState:
    """Return the state that a match's last entry left."""
    state = RECENT.get(match.pk)
    if state is None or state.version != match.version:
        state = _read_snapshot(match) or fold(entries_of(match.pk, until=match.version))
        RECENT.set(match.pk, state)
    return state


def _read_snapshot(match: models.Match) -> PlayState | None:
    if match.snapshot_format != models.FORMAT:
        return None
    try:
        return serialization.read(PlayState, match.snapshot)
    except serialization.BadJsonError:
        return None


def fold(entries: list[Entry]) -> PlayState:
    """Return the state after a record's entries."""
    state: PlayState | None = None
    for entry in entries:
        state = follow(state, entry)
    assert state is not None  # noqa: S101  # a match is stored with its head
    return state


def entries_of(match_id: UUID, *, until: int | None = None) -> list[Entry]:
    """Return the record of a match, or its beginning."""
    rows = models.Entry.objects.filter(match_id=match_id).order_by("number")
    if until is not None:
        rows = rows.filter(number__lte=until)
    return [read_entry(row) for row in rows.defer("motion")]


def read_entry(row: models.Entry) -> Entry:
    """Return the entry that a row holds, whatever format it was written in."""
    return _READERS[row.format](row.content)


def _read_format_1(text: str) -> Entry:
    return serialization.read(Entry, text)


_READERS = {1: _read_format_1}


MOST_LAPSES = 3  # one after another; then the clock stands still until somebody plays


def deadline_of(state: PlayState, *, after_s: float = 0.0, lapses: int = 0) -> datetime | None:
    """When the awaited decision is out of time, its clock starting in so many seconds; None: no clock runs."""
    seconds = clocks.seconds(state)
    if seconds is None or waits_for_computer(state) or lapses >= MOST_LAPSES:
        return None
    return timezone.now() + timedelta(seconds=after_s + seconds)


def start_clocks_again() -> None:
    """Reset every clock that ran out while no process watched it."""
    for match in models.Match.objects.filter(deadline__lt=timezone.now(), days=None):
        models.Match.objects.filter(pk=match.pk, version=match.version).update(deadline=deadline_of(state_of(match)))


def stop_clock(match_id: UUID) -> None:
    """Let the clock of a match stand still until somebody plays."""
    models.Match.objects.filter(pk=match_id).update(deadline=None)


def write_new(
    match_id: UUID,
    head: Entry,
    players: list[Player],
    *,
    is_listed: bool = False,
    rated_group: str = "",
    days: int | None = None,
) -> None:
    """Store a match that begins; `days`: by correspondence. Call inside a transaction."""
    state, now = follow(None, head), timezone.now()
    loaded = Loaded(match_id, state, tuple(players), days=days)
    deadline = deadline_of(state) if days is None else correspondence.deadline_of(loaded, days=days, now=now)
    notice = correspondence.next_notice(replace(loaded, deadline=deadline), done="", by=None, now=now)
    models.Match.objects.create(
        id=match_id,
        snapshot=serialization.write(state),
        phase=state.match.phase,
        awaits_computer=waits_for_computer(state),
        deadline=deadline,
        days=days,
        notice=notice.what,
        notice_at=notice.at,
        is_listed=is_listed,
        rated_group=rated_group,
    )
    models.Seat.objects.bulk_create(
        models.Seat(match_id=match_id, side=p.side, player=p.player, guest_id=p.guest, level=p.level) for p in players
    )
    _write_entry(match_id, head, None)


def write_next(
    match_id: UUID,
    state: PlayState,
    entry: Entry,
    motion: "Motion | None",
    *,
    lapses: int,
    deadline: datetime | None,
    rests_until: datetime | None = None,
    notice: correspondence.Notice = NOTHING,
) -> bool:
    """Store the entry that follows version `entry.number - 1`, and the state after it. Call inside a transaction.

    Gives False, and stores nothing, if somebody was first.
    """
    changed = models.Match.objects.filter(pk=match_id, version=entry.number - 1).update(
        version=F("version") + 1,
        snapshot=serialization.write(state),
        snapshot_format=models.FORMAT,
        phase=state.match.phase,
        awaits_computer=waits_for_computer(state),
        changed_at=timezone.now(),
        deadline=deadline,
        rests_until=rests_until,
        notice=notice.what,
        notice_at=notice.at,
        lapses=lapses,
    )
    if not changed:
        return False
    _write_entry(match_id, entry, motion)
    return True


def seat_stand_ins(match_id: UUID, state: PlayState, *, by: UUID | None = None) -> None:
    """Let computers have the seats that their record gives them, and people theirs. In a transaction.

    `by`: who takes a seat from a computer, if not the one who left it.
    """
    for row in models.Seat.objects.filter(match_id=match_id):
        level = state.match.players_of(Side(row.side))[row.player].level or ""
        if level and not row.level:
            row.guest_id, row.left_by_id = None, row.guest_id
        elif row.level and not level:
            row.guest_id, row.left_by_id, row.left_at = by or row.left_by_id, None, None
        else:
            continue
        row.level = level
        row.save(update_fields=["guest", "left_by", "left_at", "level"])


def write_whole(match_id: UUID, entries: list[Entry]) -> PlayState:
    """Store a match that was played elsewhere, and return the state that its record leaves. No clock of it runs here.

    Call inside a transaction.
    """
    state = fold(entries)
    models.Match.objects.create(
        id=match_id, version=entries[-1].number, snapshot=serialization.write(state), phase=state.match.phase
    )
    for entry in entries:
        _write_entry(match_id, entry, None)
    return state


def _write_entry(match_id: UUID, entry: Entry, motion: "Motion | None") -> None:
    models.Entry.objects.create(
        match_id=match_id,
        number=entry.number,
        request_id=entry.request_id,
        kind=entry.kind,
        content=serialization.write(entry),
        motion=None if motion is None else motion.to_bytes(),
    )
