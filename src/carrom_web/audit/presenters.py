"""The entries of a log as rows of a page."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from carrom.log import Log, Revert, standing
from carrom_web.audit.models import LoggedModel

MOST_ROWS = 200


def number_of(text: str) -> int:
    """The number of an entry as a form sends it; 0, which no entry has, for anything else."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def log_rows(row: LoggedModel, log: Log[Any, Any], describe: Callable[[Any], str]) -> list[dict[str, Any]]:
    """The newest entries: {number, at, by, what, stands, may_undo}.

    Args:
        describe: what an act did, in the language of the reader.
    """
    stands = {entry.number for entry in standing(log.entries)}
    found = row.log_entries.select_related("audit").order_by("-number")[:MOST_ROWS]
    rows = []
    for one in found:
        act = log.entries[one.number - 1].act
        undone = ", ".join(map(str, act.entries)) if isinstance(act, Revert) else ""
        rows.append(
            {
                "number": one.number,
                "at": one.audit.at if one.audit else None,
                "by": (one.audit.by if one.audit else "") or _("somebody"),
                "what": _("number %(n)s undone") % {"n": undone} if isinstance(act, Revert) else describe(act),
                "stands": one.number in stands,
                "may_undo": one.number in stands and one.number > 1,
            }
        )
    return rows
