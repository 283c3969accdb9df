"""The log of a rating list in words: the kinds of entries of its audit log, and what an act did."""

from collections.abc import Callable, Mapping

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom_web.competitions.ratings import rating_sources
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.presenters import group_label
from carrom_web.competitions.ratings.repository import STORE
from carrom_web.competitions.ratings.state import Act, Announce, Bring, Hide, LeaveOut, Mark, Unmark
from carrom_web.competitions.repository import Close


class AuditKind(models.TextChoices):
    """The kinds of entries: those of the acts (`state`), and undoing."""

    ANNOUNCE = "announce", gettext_lazy("Title and terms")
    MARK = "mark", gettext_lazy("Rated")
    UNMARK = "unmark", gettext_lazy("No longer rated")
    BRING = "bring", gettext_lazy("Ratings imported")
    HIDE = "hide", gettext_lazy("Hidden")
    LEAVE_OUT = "leave-out", gettext_lazy("Result excluded")
    CLOSE = "close", gettext_lazy("Closed")
    REVERT = "revert", gettext_lazy("Undone")


def labels(rating_list: RatingList, names: Mapping[str, str]) -> Callable[[Act], str]:
    """Return the function that describes an act."""
    acts = [entry.act for entry in STORE.log(rating_list).entries if isinstance(entry.act, Mark | Unmark)]
    from_files = {act.source: act.title for act in acts if isinstance(act, Mark) and act.title}
    titles = rating_sources.titles_of(rating_list.club, list(dict.fromkeys(act.source for act in acts)), from_files)
    return lambda act: act_label(act, titles, names)


def act_label(act: Act, titles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Describe an act."""
    match act:
        case Announce():
            return _("title and terms")
        case Mark():
            return _("rated: %(title)s") % {"title": titles[act.source]}
        case Unmark():
            return _("no longer rated: %(title)s") % {"title": titles[act.source]}
        case Bring():
            values = {"title": act.title, "n": len(act.starts), "group": group_label(act.group)}
            return _("ratings imported (%(n)s): %(title)s, %(group)s") % values
        case Hide():
            return _("%(name)s hidden") % {"name": names.get(act.person) or _("somebody")}
        case LeaveOut():
            return _("a result excluded: %(why)s") % {"why": act.why}
        case Close():
            return _("closed")
