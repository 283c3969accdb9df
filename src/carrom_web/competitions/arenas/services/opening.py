"""Opening an arena, and what only its organisers do: let a result not count, end it early."""

import time
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.competitions import services as competitions
from carrom_web.competitions.arenas.errors import ArenaError, TooManyArenasError
from carrom_web.competitions.arenas.models import Arena, ArenaPlayer
from carrom_web.competitions.arenas.repository import FOLLOWERS, STORE
from carrom_web.competitions.arenas.state import Announce, Join, LeaveOut
from carrom_web.competitions.arenas.terms import HOST, ArenaTerms
from carrom_web.competitions.models import Competition
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import challenges

OPENED = RateLimit(burst=4, per_second=1 / 1800)  # of one account
MOST_OPEN = 2  # of one account or club
MOST_EVER = 5_000


def open_arena(
    guest: Guest, title: str, terms: ArenaTerms, *, club: Club | None = None, own_laws: str = "", now: datetime
) -> Arena:
    """Store a new arena of a club, or of the account itself; `own_laws`: a ruleset as TOML that was checked.

    Raises:
        NotAllowedInClubError: they do not organise for this club.
        ArenaError: they have as many open as may be.
        TooManyArenasError: they opened several just now.
    """
    holder = club or clubs.evenings_club_for(guest.pk)
    if Arena.objects.filter(club=holder, state=Competition.State.OPEN).count() >= MOST_OPEN:
        raise ArenaError("open", most=MOST_OPEN)
    if not OPENED.allows(holder.pk, time.monotonic()):
        raise TooManyArenasError
    starts_at = now + timedelta(minutes=int(terms.starts_in))
    with transaction.atomic():
        made = competitions.new_row(
            Arena,
            holder,
            guest.pk,
            title,
            year=str(now.year),
            most=MOST_EVER,
            state=Competition.State.OPEN,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(minutes=terms.minutes),
        )
        host = _host(made, guest, now=now) if terms.way == HOST else ""
        STORE.do(made, guest.pk, Announce(title=made.title, terms=terms, host=host, own_laws=own_laws), now=now)
        if host:
            STORE.do(made, guest.pk, Join(player=host), now=now)
    challenges.tell_lobby()
    return made


def _host(arena: Arena, guest: Guest, *, now: datetime) -> str:
    """The key of the one who plays everybody at once: the account that opens it."""
    return ArenaPlayer.objects.create(competition=arena, guest=guest, here_until=now, free_since=now).key


def leave_out(arena: Arena, guest_id: UUID | None, match: str, why: str, *, now: datetime) -> None:
    """Let the result of a match not count. Raises NotAllowedInClubError, CompetitionChangeError."""
    competitions.do(STORE, arena, guest_id, LeaveOut(match=match, why=why[:120]), now=now)
    FOLLOWERS.changed(arena.pk)
