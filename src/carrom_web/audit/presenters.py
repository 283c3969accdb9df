"""The entries of a log as rows of a page."""

from collections.abc import Callable
from datetime import UTC
from typing import Any

from django.db.models import TextChoices
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom.log import Entry, Log, Revert, standing
from carrom_web.audit.log_view import Description, LogView
from carrom_web.audit.models import AuditEntry, LoggedModel

MOST_ROWS = 200


def number_of(text: str) -> int:
    """The number of an entry as a form sends it; 0, which no entry has, for anything else."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def audit_of_acts(
    row: LoggedModel,
    log: Log[Any, Any],
    kinds: type[TextChoices],
    describe: Callable[[Any], str],
    organise_url: str = "",
) -> LogView:
    """The audit log of what is folded from acts: each entry with what its acts did; the newest of them is undone."""
    undoable = {entry.number for entry in standing(log.entries) if entry.number > 1 and _may_be_reverted(log, entry)}

    def said(act: Any) -> str:
        if isinstance(act, Revert):
            return _("number %(n)s undone") % {"n": ", ".join(map(str, act.entries))}
        return describe(act)

    def described(entry: AuditEntry) -> Description:
        numbers = sorted(one.number for one in entry.log_entries.all())
        acts = [log.entries[number - 1].act for number in numbers]
        newest = max(undoable & set(numbers), default=0)
        return Description(
            about=", ".join(map(said, acts)),
            url=organise_url if newest else "",
            undo=newest,
            undo_about=said(log.entries[newest - 1].act) if newest else "",
        )

    return LogView(
        subject=row,
        kinds={kind: str(label) for kind, label in kinds.choices},
        describe=described,
        moment=lambda at: f"{date_format(at.astimezone(UTC), 'DATETIME_FORMAT')} UTC",
        zone=UTC,
        otherwise=_("undone or changed since"),
        with_acts=True,
    )


def _may_be_reverted(log: Log[Any, Any], entry: Entry[Any]) -> bool:
    """Whether the fold lets an entry be undone at all; what depends on it is looked at when somebody asks."""
    if isinstance(entry.act, Revert):
        return True
    try:
        log.fold.check_revert(log.effective, entry.number)
    except CarromError:
        return False
    return True


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
        numbers = ", ".join(map(str, act.entries)) if isinstance(act, Revert) else ""
        rows.append(
            {
                "number": one.number,
                "at": one.audit.at if one.audit else None,
                "by": (one.audit.by if one.audit else "") or _("somebody"),
                "what": _("number %(n)s undone") % {"n": numbers} if isinstance(act, Revert) else describe(act),
                "stands": one.number in stands,
                "may_undo": one.number in stands and one.number > 1,
            }
        )
    return rows
