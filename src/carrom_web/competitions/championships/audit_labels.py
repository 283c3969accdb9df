"""The log of a championship in words: the kinds of entries of its audit log, and what an act did."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom_web.competitions.championships.state import Act, Announce, DropLeg, Give, Join, PutLeg
from carrom_web.competitions.repository import Close


class AuditKind(models.TextChoices):
    """The kinds of entries: those of the acts (`state`), and undoing."""

    ANNOUNCE = "announce", gettext_lazy("Title and terms")
    LEG = "leg", gettext_lazy("Event")
    DROP_LEG = "drop-leg", gettext_lazy("Event removed")
    GIVE = "give", gettext_lazy("Points added by hand")
    JOIN = "join", gettext_lazy("Two names of one team")
    CLOSE = "close", gettext_lazy("Closed")
    REVERT = "revert", gettext_lazy("Undone")


def act_label(act: Act, names: Mapping[str, str]) -> str:
    """Describe an act."""
    match act:
        case Announce():
            return _("title and terms")
        case PutLeg():
            return _("event %(title)s") % {"title": act.title}
        case DropLeg():
            return _("an event removed")
        case Give():
            values = {"points": act.points, "name": names.get(act.person, ""), "why": act.why}
            return _("points for %(name)s: %(points)s (%(why)s)") % values
        case Join():
            return _("%(a)s is %(b)s") % {
                "a": names.get(act.team) or _("somebody"),
                "b": names.get(act.into) or _("somebody"),
            }
        case Close():
            return _("closed")
