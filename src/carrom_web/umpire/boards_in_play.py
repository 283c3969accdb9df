"""Which match is on which board now. Reads, never writes."""

from collections.abc import Sequence

from carrom_web.clubs.models import Equipment
from carrom_web.core.hooks import InUse
from carrom_web.matches import selectors as matches
from carrom_web.matches import wire
from carrom_web.umpire.models import Sheet


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
            card = wire.card(matches.load(match_id))
            found[board_id] = InUse(card["title"], card["score"], card["url"])
    return found
