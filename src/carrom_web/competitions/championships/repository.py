"""The log of a championship, read and added to."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom.log import Log, Revert
from carrom_web.audit.log_store import LogStore
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import Act, ChampionshipFold, ChampionshipState
from carrom_web.core import serialization


class StaleChampionshipError(NotAllowedError):
    """Somebody else has changed the championship meanwhile."""

    code = "stale-championship"


STORE: LogStore[Championship, ChampionshipState, Act] = LogStore(
    fold=lambda row: ChampionshipFold(),
    to_json=serialization.plain,
    from_json=lambda data: serialization.read_plain(Act | Revert, data),  # type: ignore[arg-type]  # a union
    stale=StaleChampionshipError,
    columns=lambda state: {"title": state.title, "closed": state.closed},
)


def log_of(championship: Championship) -> Log[ChampionshipState, Act]:
    """All that was done, with how it stands."""
    return STORE.read(championship).log


def state(championship: Championship) -> ChampionshipState:
    """How it stands."""
    return log_of(championship).state


def add(championship: Championship, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the championship was read.

    Raises:
        ChampionshipError: one of them cannot be done.
        StaleChampionshipError: somebody was first; nothing was stored.
    """
    STORE.append(championship, acts, acts[0].kind, at=now, guest_id=guest_id)


def revert(championship: Championship, guest_id: UUID | None, numbers: Sequence[int], *, now: datetime) -> None:
    """Undo entries. Raises ChampionshipError, LogError, StaleChampionshipError."""
    STORE.revert(championship, numbers, at=now, guest_id=guest_id)
