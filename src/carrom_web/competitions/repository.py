"""Competitions as they are stored: found by their address, their logs read and added to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from carrom.errors import CarromError, NotAllowedError
from carrom.log import Entry, Fold, Log
from carrom_web.audit.log_store import LogStore
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Action
from carrom_web.competitions.errors import CompetitionChangeError, StaleCompetitionError, UnknownCompetitionError
from carrom_web.competitions.models import Competition
from carrom_web.core.cache import once_a_request
from carrom_web.core.rows import only_row

M = TypeVar("M", bound=Competition)
S = TypeVar("S")
A = TypeVar("A")


class Closable(Protocol):
    """A state that says what its competition is called, and whether it is in the archive."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def closed(self) -> bool:
        """Whether nothing is done with it any more."""


def titled(state: Closable) -> dict[str, object]:
    """Title and state of the row, as the folded state says them."""
    return {"title": state.title, "state": Competition.State.CLOSED if state.closed else Competition.State.OPEN}


class CompetitionFold(Fold[S, A]):
    """How a competition follows from acts, the first of which stays."""

    def check_revert(self, entries: Sequence[Entry[A]], number: int) -> None:
        """Pass if an entry may be reverted: not the first."""
        if number == 1:
            raise CompetitionChangeError("first-entry")


class Stamp(NamedTuple):
    """A value that differs after every change of a competition or one of its logs, by whichever process."""

    pk: int
    version: int
    state: str
    logs: int
    versions: int | None


class CompetitionRows(Generic[M]):
    """The competitions of one model."""

    def __init__(
        self,
        model: type[M],
        *,
        logs: str = "",
        order: Sequence[str] = ("-changed_at", "-pk"),
        unknown: Callable[[], CarromError] = UnknownCompetitionError,
    ) -> None:
        """Say how competitions of this kind are found.

        Args:
            order: of lists of them.
            logs: the way to the rows that have the logs of one, where it has several and none of its own.
            unknown: the error where none is at an address.
        """
        self.model, self._logs, self._order, self._unknown = model, logs, order, unknown

    def at(self, slug: str, guest_id: UUID | None = None) -> M:
        """The competition at an address; a draft for its organisers alone. Raises the error for an unknown one."""
        found = self._found(slug)
        if (
            found is None
            or (found.state == Competition.State.DRAFT and not clubs.may(found.club_id, guest_id, Action.ORGANISE))
            or not clubs.may_see(found.club, guest_id)
        ):
            raise self._unknown()
        return found

    @once_a_request
    def _found(self, slug: str) -> M | None:
        """Read for whom an address is, and again for what it shows."""
        return only_row(self.model._default_manager.select_related(*self.model.READ_WITH).filter(slug=slug))

    def visible_to(self, guest_id: UUID | None) -> "QuerySet[M]":
        """Everything that somebody may see, with drafts of clubs where they organise and evenings that they started."""
        found = self.model._default_manager.select_related(*self.model.READ_WITH).order_by(*self._order)
        own = Member.objects.filter(guest_id=guest_id) if guest_id else Member.objects.none()
        found = found.filter(Q(club__for_evenings=False) | Q(club__in=own.values("club")))
        found = found.filter(Q(club__is_hidden=False) | Q(club__in=own.values("club")))
        drafts = Q(state=Competition.State.DRAFT)
        if not found.filter(drafts).exists():
            return found
        return found.filter(~drafts | Q(club__in=[club.pk for club in clubs.clubs_to_organise(guest_id)]))

    def stamp(self, slug: str) -> Stamp | None:
        """The stamp of what is at an address, by one query; a hidden club's is as that of a draft. None: nothing is."""
        rows = self.model._default_manager.filter(slug=slug).values_list("pk", "version", "state", "club__is_hidden")
        rows = rows.annotate(Count(self._logs), Sum(f"{self._logs}__version")) if self._logs else rows
        found = only_row(rows)
        if found is None:
            return None
        pk, version, state, is_hidden, *logs = found
        return Stamp(pk, version, Competition.State.DRAFT.value if is_hidden else state, *(logs or (0, None)))


class CompetitionStore(CompetitionRows[M], LogStore[M, S, A], Generic[M, S, A]):
    """The competitions of one model, each with a log of its own."""

    def __init__(
        self,
        model: type[M],
        acts: Any,
        fold: Callable[[M], Fold[S, A]],
        *,
        columns: Callable[[S], dict[str, object]] = lambda state: {},
        order: Sequence[str] = ("-changed_at", "-pk"),
        unknown: Callable[[], CarromError] = UnknownCompetitionError,
        stale: Callable[[], NotAllowedError] = StaleCompetitionError,
    ) -> None:
        """Say how a competition of this kind is stored.

        Args:
            acts: the union of what can be done.
            order, unknown: as `CompetitionRows` takes them.
        """
        CompetitionRows.__init__(self, model, order=order, unknown=unknown)
        LogStore.__init__(self, fold=fold, acts=acts, stale=stale, columns=columns)

    def log(self, row: M) -> Log[S, A]:
        """Everything that was done, with how it stands."""
        return self.read(row).log

    def state(self, row: M) -> S:
        """How it stands."""
        return self.log(row).state

    def do(self, row: M, guest_id: UUID | None, *acts: A, now: datetime) -> Log[S, A]:
        """Do acts, all or none, audited as the first of them. Raises what the fold raises, and the stale error."""
        return self.append(row, acts, acts[0].kind, at=now, guest_id=guest_id)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """It is over and goes to the archive: nothing is done with it any more."""

    kind: ClassVar[str] = "close"
