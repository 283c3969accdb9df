"""Stored histories: what was uploaded, what a club brought along by now, and what has which guid."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_history import LARGEST_ARCHIVE, forgotten
from carrom.tournament.sol_records import SolBook
from carrom_web.clubs.models import Club
from carrom_web.competitions.sol_history.models import SolImport, SolLink

WAITS = timedelta(days=1)
LinkKind = Literal["player", "event", "championship", "rating_list"]


class SolHistoryError(NotAllowedError):
    """An import that cannot be made, or not be undone."""

    code = "sol-history"


def packed(book: SolBook) -> bytes:
    """A history as it is stored."""
    return write_sol(book, kind="json", compressed=True)


def unpacked(row: SolImport) -> SolBook:
    """The history that an import holds; empty if it holds none."""
    return read_sol(bytes(row.content), most=LARGEST_ARCHIVE) if row.content else SolBook()


def staged_import(club: Club, pk: int, guest_id: UUID | None, *, now: datetime) -> SolImport:
    """Return an upload of somebody that waits for their yes. Raises SolHistoryError."""
    waiting = SolImport.objects.filter(club=club, state=SolImport.State.STAGED, at__gt=now - WAITS)
    found = waiting.filter(pk=pk, guest_id=guest_id).first() if guest_id is not None else None
    if found is None:
        raise SolHistoryError("gone")
    return found


def latest(club: Club) -> SolImport | None:
    """Return the latest import of a club that holds."""
    return SolImport.objects.filter(club=club, state=SolImport.State.DONE).order_by("-pk").first()


def history_of(club: Club) -> SolBook:
    """Return what a club brought along from SoL by now."""
    row = latest(club)
    return unpacked(row) if row is not None else SolBook()


def linked(club: Club, kind: LinkKind) -> dict[str, Any]:
    """Return the keys of what a club has from SoL, by guid."""
    rows = SolLink.objects.filter(club=club).exclude(**{kind: None})
    return dict(rows.order_by("pk").values_list("guid", f"{kind}_id"))


def guids_of_roots(club: Club) -> dict[UUID, str]:
    """Return the guid under which SoL knows each person of a club, by root; of several the first."""
    rows = SolLink.objects.filter(club=club).exclude(player=None).order_by("pk")
    found: dict[UUID, str] = {}
    for guid, root in rows.values_list("guid", "player__root_id"):
        found.setdefault(root, guid)
    return found


def forget_players(player_ids: Iterable[UUID]) -> None:
    """Delete what is stored of people in the histories of their club."""
    rows = SolLink.objects.filter(player__in=list(player_ids))
    guids: dict[int, list[str]] = {}
    for club_id, guid in rows.values_list("club_id", "guid"):
        guids.setdefault(club_id, []).append(guid)
    for club_id, keys in guids.items():
        for row in SolImport.objects.filter(club_id=club_id).exclude(content=None):
            row.content = packed(forgotten(unpacked(row), keys))
            row.save(update_fields=["content"])
    rows.delete()


def delete_old_uploads(*, now: datetime) -> int:
    """Delete uploads that nobody confirmed within a day; return how many."""
    return SolImport.objects.filter(state=SolImport.State.STAGED, at__lte=now - WAITS).delete()[0]


def event_links(club: Club) -> list[SolLink]:
    """Return the links of the events that a club has from SoL."""
    return list(SolLink.objects.filter(club=club).exclude(event=None).order_by("pk"))


def waiting_of(club: Club, guest_id: UUID | None, *, now: datetime) -> SolImport | None:
    """Return an upload of somebody that waits for their yes."""
    found = SolImport.objects.filter(club=club, state=SolImport.State.STAGED, at__gt=now - WAITS)
    return found.filter(guest_id=guest_id).first() if guest_id is not None else None
