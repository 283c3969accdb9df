"""The acts of a championship, read and added to."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom_web.clubs import command_log
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import Act, ChampionshipState, Line, check, state_of


class StaleChampionshipError(NotAllowedError):
    """Somebody else has changed the championship meanwhile."""

    code = "stale-championship"


def entries_of(championship: Championship) -> tuple[Line, ...]:
    """All acts in their order."""
    return command_log.entries_of(championship.deeds, Act)


def state(championship: Championship) -> ChampionshipState:
    """How it stands."""
    return state_of(entries_of(championship))


def add(championship: Championship, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the championship was read.

    Raises:
        ChampionshipError: one of them cannot be done.
        StaleChampionshipError: somebody was first; nothing was stored.
    """
    command_log.add(
        entries_of(championship),
        acts,
        check=check,
        book_of=state_of,
        rows=Championship.objects.filter(pk=championship.pk, version=championship.version),
        deeds=championship.deeds,
        guest_id=guest_id,
        now=now,
        stale=StaleChampionshipError(),
    )
    championship.refresh_from_db()
