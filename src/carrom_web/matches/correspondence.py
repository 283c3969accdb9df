"""Matches by correspondence: days for each answer, when players are notified, and when a match may be claimed.

The rules are in docs/correspondence.md. All of it is a fact of the row (`Match.days`, `deadline`, `rests_until`,
`notice`, `notice_at`), so that a server that starts again goes on where the last one stopped. `days_off` moves clocks.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from carrom.match.awaiting import Decision
from carrom_web.matches.loaded import Loaded

DAYS = (1, 2, 3, 7)
TURN, SOON, OUT = "turn", "soon", "out"
SETTLES = timedelta(minutes=2)  # players who both have the match open are notified of nothing meanwhile
SOON_PART = 0.25  # of the time for an answer, at its end


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to notify players of next, and when; no time: nothing."""

    what: str = ""
    at: datetime | None = None


def clock_value(days: int) -> str:
    """The value of the form's clock for so many days."""
    return f"{days}d"


def days_of(clock: object) -> int | None:
    """Return the days of a clock's value; None: it is no clock of days."""
    return next((days for days in DAYS if clock == clock_value(days)), None)


def deadline_of(loaded: Loaded, *, days: int, now: datetime) -> datetime | None:
    """When the awaited answer is out of time; None: nobody in particular is awaited, or it is over."""
    return None if loaded.state.match.awaiting.kind in (Decision.TOSS, Decision.OVER) else now + timedelta(days=days)


def may_answer(loaded: Loaded) -> set[UUID | None]:
    """Return who can play the awaited answer; None among them: a computer."""
    match = loaded.state.match
    asked = {(one.side.value, one.player) for one in match.seats if one.seat in match.awaiting.seats}
    return {one.guest for one in loaded.players if (one.side, one.player) in asked}


def awaited_guests(loaded: Loaded) -> set[UUID]:
    """Return the people for whom a match waits: who is to play, or to answer an offer."""
    match = loaded.state.match
    asked = {(one.side.value, one.player) for one in match.seats if one.seat in match.awaiting.seats}
    offered = {offer.side.other.value for offer in match.offers}
    return {
        one.guest
        for one in loaded.players
        if one.guest is not None and ((one.side, one.player) in asked or one.side in offered)
    }


def waiting_guests(loaded: Loaded) -> set[UUID]:
    """Return the people who wait for others: everybody of a side of which nobody is awaited."""
    awaited = awaited_guests(loaded)
    late = {one.side for one in loaded.players if one.guest in awaited}
    return {one.guest for one in loaded.players if one.guest is not None and one.side not in late}


def next_notice(loaded: Loaded, *, done: str, by: UUID | None, now: datetime) -> Notice:
    """Return the next notice after something was stored, or after the notice `done`.

    Args:
        by: who answered last: they know that they play on.
    """
    deadline, days = loaded.deadline, loaded.days
    if days is None or loaded.state.match.phase == "over":
        return Notice()
    rests_until = loaded.rests_until or now
    if not done and awaited_guests(loaded) - {by}:
        return Notice(TURN, max(now + SETTLES, rests_until))
    if deadline is None:
        return Notice()
    soon = max(deadline - timedelta(days=days) * SOON_PART, rests_until)
    if done in ("", TURN) and soon > now:
        return Notice(SOON, soon)
    return Notice(OUT, max(deadline, now)) if done != OUT else Notice()


def same_notice(loaded: Loaded, what: str, now: datetime) -> Notice:
    """Return the notice that was to come next, after the clock was moved."""
    if what == TURN:
        return Notice(TURN, max(now + SETTLES, loaded.rests_until or now))
    return next_notice(loaded, done={SOON: TURN, OUT: SOON}[what], by=None, now=now) if what else Notice()


def is_out_of_time(loaded: Loaded, now: datetime) -> bool:
    """Whether the awaited answer is late, so that the others may claim the match."""
    return loaded.days is not None and loaded.deadline is not None and loaded.deadline <= now
