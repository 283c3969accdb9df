"""What is asked about sheets. Reads, never writes."""

from uuid import UUID

from carrom_web.matches import queries as matches
from carrom_web.umpire.models import Sheet


def is_sheet(match_id: UUID) -> bool:
    """Whether a match is kept by an umpire."""
    return Sheet.objects.filter(pk=match_id).exists()


def keeps(match_id: UUID, guest_id: UUID | None) -> bool:
    """Whether this guest keeps this match."""
    return guest_id is not None and Sheet.objects.filter(pk=match_id, keeper_id=guest_id).exists()


def open_sheets(guest_id: UUID, *, most: int = 6) -> list[matches.Loaded]:
    """Give the matches that a guest keeps and that go on, the last told first."""
    rows = Sheet.objects.filter(keeper_id=guest_id).exclude(match__phase="over").order_by("-match__changed_at")
    return [matches.load(pk) for pk in rows.values_list("pk", flat=True)[:most]]
