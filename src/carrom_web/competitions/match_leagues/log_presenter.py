"""The log of a league for its organisers: who did what, when, and what can be undone."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from carrom.league.match_commands import Join, Within
from carrom.tournament.commands import NameLineUp
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.repository import LeagueView

MOST_ROWS = 200
IN_ORDER = (
    "was", "title", "seeds", "team", "fixture", "day", "time", "venue", "until", "pool", "how", "points",
)  # fmt: skip


def audit_rows(seen: LeagueView, *, sees_persons: bool) -> list[dict[str, Any]]:
    """The newest entries: {at, by, what, detail, line}; `line` is the number of what may be undone, or None.

    Args:
        sees_persons: whether the reader may read full names.
    """
    undoable = {entry.number for entry in seen.log.effective if not _has_own_undo(entry.act)}
    rows = seen.row.audit_entries.order_by("-pk").prefetch_related("log_entries")[:MOST_ROWS]
    return [
        {
            "at": one.at.astimezone(seen.terms.zone).replace(tzinfo=None),
            "by": one.by,
            "what": kind_label(one.kind),
            "detail": detail_label(seen, one, sees_persons=sees_persons),
            # what several entries did together hangs on the first of them: the days of the fixtures on the fixtures
            "line": min((entry.number for entry in one.log_entries.all() if entry.number in undoable), default=None),
        }
        for one in rows
    ]


def kind_label(kind: str) -> str:
    """What a kind of entry is called."""
    return str(AuditKind(kind).label) if kind in AuditKind.values else kind


def detail_label(seen: LeagueView, entry: AuditEntry, *, sees_persons: bool) -> str:
    """What an entry was about: its fixture, team, day, reason and the like."""
    detail: Mapping[str, Any] = entry.detail
    parts = [_part(seen, name, detail[name], sees_persons=sees_persons) for name in IN_ORDER if name in detail]
    return ", ".join(part for part in (*parts, entry.reason) if part)


def _part(seen: LeagueView, name: str, value: Any, *, sees_persons: bool) -> str:
    if value in ("", None):
        return ""
    if name == "team":
        team = seen.teams.get(value)
        return (team.name or _("(deleted)")) if team is not None and sees_persons else seen.name(value)
    return kind_label(value) if name == "was" else str(value)


def _has_own_undo(act: object) -> bool:
    """Whether an act is undone on a page of its own: an entry by taking it out, line-ups both at once at their tie."""
    return isinstance(act, Join) or (isinstance(act, Within) and isinstance(act.act, NameLineUp))
