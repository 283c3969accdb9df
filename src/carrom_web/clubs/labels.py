"""Labels of the roles of a club's members, and of their entries in the audit log."""

from collections.abc import Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import selectors
from carrom_web.clubs.models import AuditKind
from carrom_web.clubs.rights import Role


def role_labels() -> dict[Role, str]:
    """Labels of members' roles."""
    return {
        Role.OWNER: _("Owner"),
        Role.ORGANISER: _("Organiser"),
        Role.TECHNICAL_DIRECTOR: _("Technical director"),
        Role.CHIEF_REFEREE: _("Chief referee"),
        Role.ASSISTANT_CHIEF_REFEREE: _("Assistant chief referee"),
        Role.UMPIRE: _("Umpire"),
        Role.REGISTRAR: _("Registrar"),
        Role.PLAYER: _("Player"),
    }


def role_change_label(change: AuditEntry, names: Mapping[UUID, str]) -> str:
    """Return the audit log's words on a change of roles; `names` are those of `selectors.names_of`."""
    member, what = selectors.member_of(change), AuditKind
    values = {
        "name": (names.get(member) if member else "") or _("somebody"),
        "by": change.by or _("somebody"),
        "role": role_labels()[Role(change.detail["member_role"])],
    }
    says = {
        what.INVITED: _("%(by)s created a link: %(role)s"),
        what.UNINVITED: _("%(by)s cancelled a link: %(role)s"),
        what.JOINED: _("%(name)s joined with a link of %(by)s: %(role)s"),
        what.GIVEN: _("%(by)s gave %(name)s a role: %(role)s"),
        what.TAKEN: _("%(by)s ended %(name)s's role: %(role)s"),
        what.LEFT: _("%(name)s gave up a role: %(role)s"),
        what.OWNER: _("%(by)s handed the club over to %(name)s"),
        what.WAIVED: _("%(by)s: who sees addresses and payments needs no protected account on this network"),
        what.ASKED: _("%(by)s: who sees addresses and payments needs a protected account"),
    }
    text = says[what(change.kind)] % values
    return text + (f" ({_('undone')})" if hasattr(change, "reverted_by") else "")
