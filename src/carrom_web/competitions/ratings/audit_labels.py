"""The log of a rating list in words: what was done, by whom, and what can be undone."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.audit.log_view import LogView
from carrom_web.audit.presenters import audit_of_acts, log_rows
from carrom_web.clubs.commands import Close, Join
from carrom_web.competitions.ratings import rating_sources, repository
from carrom_web.competitions.ratings.audit import AuditKind
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.presenters import group_label
from carrom_web.competitions.ratings.state import Act, Announce, Bring, Hide, LeaveOut, Mark, Unmark


def log_rows_of(rating_list: RatingList, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The newest acts, with what can be undone."""
    titles = _titles(rating_list)
    return log_rows(rating_list, repository.log_of(rating_list), lambda act: act_label(act, titles, names))


def log_view(rating_list: RatingList, names: Mapping[str, str]) -> LogView:
    """How the audit log is shown."""
    titles = _titles(rating_list)
    return audit_of_acts(
        rating_list,
        repository.log_of(rating_list),
        AuditKind,
        lambda act: act_label(act, titles, names),
        reverse("rating-organise", args=[rating_list.slug]) + "#log",
    )


def _titles(rating_list: RatingList) -> dict[str, str]:
    acts = (entry.act for entry in repository.log_of(rating_list).entries)
    named = [act.source for act in acts if isinstance(act, Mark | Unmark)]
    return rating_sources.titles_of(rating_list.club, list(dict.fromkeys(named)))


def act_label(act: Act, titles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """What an act did."""
    match act:
        case Announce():
            return _("title and terms")
        case Mark():
            return _("rated: %(title)s") % {"title": titles[act.source]}
        case Unmark():
            return _("rated no more: %(title)s") % {"title": titles[act.source]}
        case Bring():
            told = {"title": act.title, "n": len(act.begun), "group": group_label(act.group)}
            return _("%(n)s ratings brought along: %(title)s, %(group)s") % told
        case Join():
            return _("%(a)s is %(b)s") % {
                "a": names.get(act.person) or _("somebody"),
                "b": names.get(act.into) or _("somebody"),
            }
        case Hide():
            return _("%(name)s hidden") % {"name": names.get(act.person) or _("somebody")}
        case LeaveOut():
            return _("a result left out: %(why)s") % {"why": act.why}
        case Close():
            return _("closed")
