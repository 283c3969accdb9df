"""Queries about sheets. Reads, never writes."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from carrom.match.entries import Entry
from carrom.match.requests import Attest, Penalise
from carrom.match.state import MatchState
from carrom.play.effective_entries import HOLDERS
from carrom.play.record import counting
from carrom_web.clubs.models import Equipment
from carrom_web.core.cache import ProcessCache
from carrom_web.core.hooks import InUse
from carrom_web.core.translation import get_language
from carrom_web.matches import cards, repository
from carrom_web.matches import models as match_models
from carrom_web.matches import selectors as matches
from carrom_web.umpire.models import Sheet
from carrom_web.umpire.rights import WRITES_AS

CACHE_SIZE = 4_000  # entries in memory: what was stored once never changes
_ENTRIES: ProcessCache[tuple[Any, ...], Entry] = ProcessCache(CACHE_SIZE)  # by match and number
_LINES: ProcessCache[tuple[Any, ...], dict[str, Any]] = ProcessCache(CACHE_SIZE)  # made of them; by these and more


def drop(match_id: UUID) -> None:
    """Read the entries of a match again: somebody's name was taken out of them."""
    for cache in (_ENTRIES, _LINES):
        cache.delete_where(lambda key: key[0] == match_id)


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """The stored entries of a match up to a version (`umpire.record.Record`)."""

    match_id: UUID
    version: int

    def newest(self, most: int) -> list[Entry]:
        """Return the newest entries, in order; only those are read that were not read before."""
        numbers = range(max(self.version - most + 1, 0), self.version + 1)
        found = {number: _ENTRIES.get((self.match_id, number)) for number in numbers}
        missing = [number for number, entry in found.items() if entry is None]
        if missing:
            rows = match_models.Entry.objects.filter(match_id=self.match_id, number__in=missing).defer("motion")
            for row in rows:
                found[row.number] = _ENTRIES.set((self.match_id, row.number), repository.read_entry(row))
        return [entry for entry in found.values() if entry is not None]

    def penalties(self, struck: Collection[int]) -> list[Entry]:
        """Return what officials decided and what counts: warnings, and what goes beyond them."""
        kinds = {"penalise", *HOLDERS}
        rows = match_models.Entry.objects.filter(match_id=self.match_id, kind__in=kinds).order_by("number")
        counts = counting((repository.read_entry(row) for row in rows.defer("motion")), struck)
        return [entry for entry in counts if isinstance(entry.asked, Penalise)]

    def judged(self, match: MatchState, entry: Entry) -> MatchState:
        """Return the match before an entry, with the board that the entry judged."""
        return matches.as_judged(self.match_id, match, entry)

    def line(self, number: int, make: Callable[[], dict[str, Any]], *, part: int = 0) -> dict[str, Any]:
        """Return the line of an entry, or of the nth one that it lets hold, made once in each language."""
        key = (self.match_id, number, part, get_language())
        return _LINES.get_or_set(key, make)


def stored(loaded: matches.Loaded) -> StoredRecord:
    """Return the record of a match as it stands."""
    return StoredRecord(loaded.match_id, loaded.state.version)


def open_sheets(guest_id: UUID, *, most: int = 6) -> list[matches.Loaded]:
    """Return the running matches that a guest scores, or may score, the latest entry first."""
    his = Q(scorer_id=guest_id) | Q(appointments__guest_id=guest_id, appointments__role__in=WRITES_AS)
    rows = Sheet.objects.filter(his).exclude(match__phase="over").distinct().order_by("-match__changed_at")
    return [matches.load(pk) for pk in rows.values_list("pk", flat=True)[:most]]


def own_sets(guest_id: UUID, *, most: int = 60) -> list[matches.Loaded]:
    """Return the sets that somebody started for themselves, the newest first."""
    rows = Sheet.objects.filter(owner_id=guest_id, is_solo=True).order_by("-match__made_at")
    return [matches.load(pk) for pk in rows.values_list("pk", flat=True)[:most]]


def attested(loaded: matches.Loaded) -> Attest | None:
    """Return who saw a set and where its film lies, as it was said last; None: nobody said so."""
    kinds = {Attest.kind, *HOLDERS}
    rows = match_models.Entry.objects.filter(match_id=loaded.match_id, kind__in=kinds).order_by("number")
    counts = counting((repository.read_entry(row) for row in rows.defer("motion")), loaded.state.match.struck)
    return next((entry.asked for entry in reversed(counts) if isinstance(entry.asked, Attest)), None)


def sheet_on(board: Equipment) -> Sheet | None:
    """Give the sheet of the match that is played on a board now; None: it is free."""
    return Sheet.objects.filter(board=board, is_on_board=True).exclude(match__phase="over").first()


def last_on(board: Equipment) -> Sheet | None:
    """Give the sheet of the match that was played on a board last and is over."""
    return Sheet.objects.filter(board=board, match__phase="over").order_by("-match__changed_at").first()


def in_use(board_ids: Sequence[int]) -> dict[int, InUse]:
    """Give what is played on these boards now."""
    rows = Sheet.objects.filter(board_id__in=board_ids, is_on_board=True).exclude(match__phase="over")
    found = {}
    for board_id, match_id in rows.values_list("board_id", "pk"):
        if board_id is not None:
            card = cards.card(matches.load(match_id))
            found[board_id] = InUse(card["title"], card["score"], card["url"])
    return found
