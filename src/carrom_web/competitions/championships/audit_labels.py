"""The log of a championship in words: what was done, by whom, and what can be undone."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.audit.log_view import LogView
from carrom_web.audit.presenters import audit_of_acts, log_rows
from carrom_web.clubs.commands import Close, Join
from carrom_web.competitions.championships import repository
from carrom_web.competitions.championships.audit import AuditKind
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import Act, Announce, DropLeg, Give, PutLeg


def log_rows_of(championship: Championship, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The newest acts, with what can be undone."""
    return log_rows(championship, repository.log_of(championship), lambda act: act_label(act, names))


def log_view(championship: Championship, names: Mapping[str, str]) -> LogView:
    """How the audit log is shown."""
    return audit_of_acts(
        championship,
        repository.log_of(championship),
        AuditKind,
        lambda act: act_label(act, names),
        reverse("championship-organise", args=[championship.slug]) + "#log",
    )


def act_label(act: Act, names: Mapping[str, str]) -> str:
    """What an act did."""
    match act:
        case Announce():
            return _("title and terms")
        case PutLeg():
            return _("event %(title)s") % {"title": act.title}
        case DropLeg():
            return _("an event taken out")
        case Give():
            told = {"points": act.points, "name": names.get(act.person, ""), "why": act.why}
            return _("%(points)s points for %(name)s: %(why)s") % told
        case Join():
            return _("%(a)s is %(b)s") % {
                "a": names.get(act.person) or _("somebody"),
                "b": names.get(act.into) or _("somebody"),
            }
        case Close():
            return _("closed")
