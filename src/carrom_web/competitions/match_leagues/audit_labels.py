"""The log of a league for its organisers: who did what, when, and what can be undone."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom.league.match_commands import Join, Within
from carrom.tournament.commands import NameLineUp
from carrom_web.audit.log_view import Description, LogView
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.repository import LeagueView

MOST_ROWS = 40  # where the page of the log has them all
IN_ORDER = (
    "was", "title", "seeds", "team", "fixture", "day", "time", "venue", "until", "pool", "how", "points",
)  # fmt: skip

CORRECTED_ON = {
    AuditKind.TERMS_CHANGED: "match-league-edit",
    AuditKind.LINE_UP_SUBMITTED: "match-fixture",
    AuditKind.LINE_UP_SUBMITTED_FOR: "match-fixture",
    AuditKind.LINE_UPS_REVERTED: "match-fixture",
    **dict.fromkeys(
        (AuditKind.ANNOUNCED, AuditKind.ARCHIVED, AuditKind.CANCELLED, AuditKind.ENTERED, AuditKind.ROSTER_CHANGED),
        "match-league-organise",
    ),
}  # the pages where entries are corrected that are not undone in the log


def audit_rows(seen: LeagueView, *, sees_persons: bool) -> list[dict[str, Any]]:
    """The newest entries: {at, by, what, detail, line}; `line` is the number of what may be undone, or None.

    Args:
        sees_persons: whether the reader may read full names.
    """
    may_undo = undoable(seen)
    return [
        {
            "at": _local(seen, one.at),
            "by": one.by,
            "what": kind_label(one.kind),
            "detail": ", ".join(filter(None, (detail_label(seen, one, sees_persons=sees_persons), one.reason))),
            "line": may_undo.get(one.pk),
        }
        for one in seen.row.audit_entries.order_by("-pk")[:MOST_ROWS]
    ]


def log_view(seen: LeagueView, *, sees_persons: bool) -> LogView:
    """How the page of the log shows it."""
    may_undo = undoable(seen)

    def describe(entry: AuditEntry) -> Description:
        about = detail_label(seen, entry, sees_persons=sees_persons, names_team=False)
        undo = may_undo.get(entry.pk, 0)
        return Description(about=about, undo=undo, url="" if undo else _corrected_on(seen, entry))

    return LogView(
        subject=seen.row,
        kinds={kind: str(label) for kind, label in AuditKind.choices},
        describe=describe,
        moment=lambda at: formats.date_format(_local(seen, at), "DATETIME_FORMAT"),
        zone=seen.terms.zone,
        parts={key: _team_label(seen, key, sees_persons=sees_persons) for key in seen.teams},
        part_label=_("Team"),
        part_key="team",
        otherwise=_("undone or changed since"),
    )


def _corrected_on(seen: LeagueView, entry: AuditEntry) -> str:
    """The page on which an entry is corrected that is not undone in the log; "" without one."""
    page = CORRECTED_ON.get(AuditKind(entry.kind), "") if entry.kind in AuditKind.values else ""
    fixture = entry.detail.get("fixture", "")
    if page == "match-fixture":
        return reverse(page, args=[seen.row.slug, fixture]) if fixture else ""
    return reverse(page, args=[seen.row.slug]) if page else ""


def undoable(seen: LeagueView) -> dict[int, int]:
    """By entries of the audit log, the number in the league's log of what may be undone.

    What several entries of the log did together hangs on the first of them: the days of fixtures on the fixtures.
    """
    numbers = {entry.number for entry in seen.log.effective if not _has_own_undo(entry.act)}
    found = seen.row.log_entries.exclude(audit=None).order_by("-number").values_list("audit_id", "number")
    return {audit: number for audit, number in found if number in numbers}


def kind_label(kind: str) -> str:
    """Return the label of a kind of entry."""
    return str(AuditKind(kind).label) if kind in AuditKind.values else kind


def detail_label(seen: LeagueView, entry: AuditEntry, *, sees_persons: bool, names_team: bool = True) -> str:
    """Return the subject of an entry: its team, fixture, day and the like."""
    detail: Mapping[str, Any] = entry.detail
    names = [name for name in IN_ORDER if name in detail and (names_team or name != "team")]
    parts = [_part(seen, name, detail[name], sees_persons=sees_persons) for name in names]
    return ", ".join(filter(None, parts))


def _part(seen: LeagueView, name: str, value: Any, *, sees_persons: bool) -> str:
    if name == "team":
        return _team_label(seen, value, sees_persons=sees_persons)
    return kind_label(value) if name == "was" else str(value)


def _team_label(seen: LeagueView, key: str, *, sees_persons: bool) -> str:
    team = seen.teams.get(key)
    return (team.name or _("(deleted)")) if team is not None and sees_persons else seen.name(key)


def _local(seen: LeagueView, at: datetime) -> datetime:
    """By the clocks of the league; without a zone, or Django would turn it into the site's own."""
    return at.astimezone(seen.terms.zone).replace(tzinfo=None)


def _has_own_undo(act: object) -> bool:
    """Whether an act is undone on a page of its own: an entry by taking it out, line-ups both at once at their tie."""
    return isinstance(act, Join) or (isinstance(act, Within) and isinstance(act.act, NameLineUp))
