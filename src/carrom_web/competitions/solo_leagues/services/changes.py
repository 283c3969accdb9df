"""Changing a season: acts are checked, appended to its log and projected into its rows, all or none.

The season's row is locked meanwhile, so that what is checked is what is changed; where a database has no such lock,
the season's version refuses the second of two writers.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom import serialization
from carrom.errors import NotAllowedError
from carrom.league.solo_acts import Act, Place
from carrom.league.solo_log import differences
from carrom.league.solo_state import IN_PLAY, SeasonState
from carrom.log import Log
from carrom_web.audit.log_store import iso
from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.competitions.solo_leagues import projection, repository, selectors
from carrom_web.competitions.solo_leagues.models import Kind, Player, PrivateText, Season, SoloSet
from carrom_web.competitions.solo_leagues.projection import Row
from carrom_web.competitions.solo_leagues.repository import ChangedSinceError


class NotOrganiserError(NotAllowedError):
    """Somebody without the role for it."""

    code = "not-official"


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a change and their role."""

    role: AuditEntry.Role
    guest_id: UUID | None = None
    name: str | None = None  # none: what the guest is called


SITE = Author(AuditEntry.Role.SITE, name="")


def organiser(guest_id: UUID | None) -> Author:
    """An organiser."""
    return Author(AuditEntry.Role.ORGANISER, guest_id)


def author_of(player: Player) -> Author:
    """A player, by the name that they have in the season."""
    return Author(AuditEntry.Role.PLAYER, player.guest_id, player.name)


class SeasonChange:
    """A season that is being changed, in one transaction."""

    def __init__(self, season: Season, *, now: datetime) -> None:
        self.season = season
        self.now = now
        self.log: Log[SeasonState, Act] = repository.log_of(season)

    @property
    def state(self) -> SeasonState:
        """How it stands after what was done so far."""
        return self.log.state

    def do(self, kind: Kind, acts: Sequence[Act], by: Author, *, reason: str = "", rows: Sequence[Row] = ()) -> None:
        """Append acts as one entry of the audit log. `rows` are brought up to date, new ones stored.

        Raises:
            CarromError: an act does not fit. ChangedSinceError: somebody else has written.
        """
        after = self.log
        for act in acts:
            after = after.append(act, at=iso(self.now))
        self._store(kind, after, by, reason=reason, rows=rows, about=_about(after.state, acts))

    def revert(self, entry: AuditEntry, by: Author) -> None:
        """Revert what an entry of the audit log did. Raises CarromError."""
        after = self.log
        for number in reversed(entry.log_entries.order_by("number").values_list("number", flat=True)):
            after = after.revert(number, at=iso(self.now))
        _check_weeks(self.state, after.state)
        about = {name: entry.detail[name] for name in ("player", "set") if name in entry.detail}
        self._store(Kind.REVERTED, after, by, undoes=entry, about=about)

    def text(self, player: Player, about: PrivateText.About, text: str) -> str:
        """Store a text about a player and give the key by which acts name it; empty for no text."""
        if not text:
            return ""
        return PrivateText.objects.create(season=self.season, player=player, about=about, text=text).key

    def check_current(self, row: SoloSet) -> None:
        """Pass if nobody has changed a set since its row was read. Raises ChangedSinceError."""
        if not projection.is_current(row, self.state):
            raise ChangedSinceError("stale")

    def _store(
        self,
        kind: Kind,
        after: Log[SeasonState, Act],
        by: Author,
        *,
        reason: str = "",
        undoes: AuditEntry | None = None,
        rows: Sequence[Row] = (),
        about: Mapping[str, str],
    ) -> None:
        before = self.log
        changes = serialization.to_plain(differences(before.state, after.state))
        entry = record_audit(
            self.season, kind, at=self.now, guest_id=by.guest_id, by=by.name, role=by.role, reason=reason,
            undoes=undoes, changes=changes, **about,
        )  # fmt: skip
        repository.STORE.write(self.season, before, after, audit=entry)
        self.season.version += 1
        for name, value in projection.season_columns(after.state).items():
            setattr(self.season, name, value)
        self.log = after
        projection.project(self.season, before.state, after.state, rows)
        repository.FOLLOWERS.changed_after_commit(self.season.pk)


@contextmanager
def changing(season: Season, *, now: datetime) -> Iterator[SeasonChange]:
    """Lock a season and change it; afterwards the row that was passed says what is stored."""
    with transaction.atomic():
        change = SeasonChange(Season.objects.select_for_update().get(pk=season.pk), now=now)
        yield change
    for name in ("version", "terms", "state", "first_day", "last_day", "most", "taken"):
        setattr(season, name, getattr(change.season, name))


def check_organises(season: Season, guest_id: UUID | None) -> None:
    """Pass if somebody may organise a season. Raises NotOrganiserError."""
    if not selectors.organises(season, guest_id):
        raise NotOrganiserError("role")


@contextmanager
def organising(season: Season, guest_id: UUID | None, *, now: datetime) -> Iterator[SeasonChange]:
    """Change a season as its organiser. Raises NotOrganiserError."""
    check_organises(season, guest_id)
    with changing(season, now=now) as change:
        yield change


def undo(season: Season, guest_id: UUID | None, entry_id: int, *, now: datetime) -> None:
    """Revert what an entry of the audit log did; that is an entry as well, and can be undone.

    Raises:
        NotOrganiserError: they may not.
        ChangedSinceError: it is undone already, or a place or an address is taken since.
        CarromError: something newer builds on it.
    """
    check_organises(season, guest_id)
    entry = season.audit_entries.filter(pk=entry_id).first()
    try:
        with changing(season, now=now) as change:
            if entry is None or entry.pk not in selectors.revertible(season, [entry]):
                raise ChangedSinceError("nothing-to-undo")
            change.revert(entry, organiser(guest_id))
    except IntegrityError:
        raise ChangedSinceError("place-lost") from None


def _about(state: SeasonState, acts: Sequence[Act]) -> dict[str, str]:
    """The keys of the set and the player that acts are about; none for those about several."""
    found: dict[str, str] = {}
    for act in acts:
        key = getattr(act, "set", "")
        player = getattr(act, "player", "") or (state.sets[key].player if key in state.sets else "")
        if isinstance(act, Place) and len(act.players) == 1:
            ((player, _division),) = act.players
        found |= {name: value for name, value in (("set", key), ("player", player)) if value}
    return found


def _check_weeks(before: SeasonState, after: SeasonState) -> None:
    """Pass if a revert puts no more sets into a week than it takes. Raises ChangedSinceError."""
    most = after.terms.sets_per_week
    if not most:
        return
    counts = [_by_week(state) for state in (before, after)]
    if any(count > max(most, counts[0].get(key, 0)) for key, count in counts[1].items()):
        raise ChangedSinceError("place-lost")


def _by_week(state: SeasonState) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for one in state.sets.values():
        if state.status_of(one) in IN_PLAY:
            key = (one.player, state.week_of(one))
            found[key] = found.get(key, 0) + 1
    return found
