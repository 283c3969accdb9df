"""The audit log of a club for organisers: changes to its players, and, for its owner, to roles."""

from collections.abc import Sequence
from datetime import UTC

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from carrom.settings import settings_of
from carrom_web.audit.log_view import Description, LogView
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.labels import role_change_label
from carrom_web.clubs.models import AuditKind as RoleKind
from carrom_web.clubs.models import Club
from carrom_web.core.hooks import registry
from carrom_web.people import selectors
from carrom_web.people.models import AuditKind, Player, RetentionKind
from carrom_web.people.retention import RetentionTerms


def log_view(club: Club, *, sees_roles: bool) -> LogView:
    """The audit log of a club; what can be undone leads to the page that does."""
    roles = (
        list(club.audit_entries.filter(kind__in=RoleKind.values).select_related("reverted_by")) if sees_roles else []
    )
    merges = list(selectors.merges_of(club))
    names = clubs.names_of(roles)
    says = {one.pk: role_change_label(one, names) for one in roles} | merge_labels(merges)
    storage = club.audit_entries.filter(kind__in=RetentionKind.values)
    says |= {entry.pk: storage_label(entry) for entry in storage}
    address = dict.fromkeys(clubs.revertible(club, roles), reverse("club", args=[club.slug]))
    address |= dict.fromkeys(selectors.may_unmerge(club, merges), reverse("club-players", args=[club.slug]))

    def described(entry: AuditEntry) -> Description:
        url = address.get(entry.pk, "")
        return Description(about=says.get(entry.pk, ""), url=f"{url}#log" if url else "")

    others = [one for labels in registry.hook.club_audit_labels() for one in labels.items()]
    kinds = [*(RoleKind.choices if sees_roles else ()), *AuditKind.choices, *RetentionKind.choices, *others]
    return LogView(
        subject=club,
        kinds={kind: str(label) for kind, label in kinds},
        only_kinds=True,
        describe=described,
        moment=lambda at: f"{date_format(at.astimezone(UTC), 'DATETIME_FORMAT')} UTC",
        zone=UTC,
    )


def storage_label(entry: AuditEntry) -> str:
    """The text of an audit entry about storage: how much of what was deleted, or the periods in days."""
    known = settings_of(RetentionTerms)
    return ", ".join(f"{_(one.label)}: {entry.detail[name]}" for name, one in known.items() if name in entry.detail)


def merge_labels(entries: Sequence[AuditEntry]) -> dict[int, str]:
    """The texts of audit entries about players merged or declared different, by primary key."""
    keys = {entry.detail[key] for entry in entries for key in ("player", "into")}
    names = {str(pk): name for pk, name in Player.objects.filter(pk__in=keys).values_list("pk", "name")}
    says = {
        AuditKind.MERGED: _("%(player)s was merged into %(into)s"),
        AuditKind.UNMERGED: _("%(player)s was separated from %(into)s again"),
        AuditKind.DISTINCT: _("%(player)s and %(into)s are different people"),
    }
    found = {}
    for one in entries:
        called = {key: names.get(one.detail[key]) or _("somebody") for key in ("player", "into")}
        text = says[AuditKind(one.kind)] % called
        found[one.pk] = text + (f" ({_('undone')})" if hasattr(one, "reverted_by") else "")
    return found
