"""The changes of a registration as the desk reads them: what stood before, what stands after."""

from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.models import Registration
from carrom_web.competitions.events.services.registration_changes import Details, fields_changed
from carrom_web.core import serialization


def change_rows(form: Registration, terms: EventTerms) -> list[dict[str, Any]]:
    """The changes of a form, the newest first: {id, when, by, rows, undone, may_undo}; rows: what, before, after."""
    changes = list(form.changes.all())
    open_ones = [one for one in changes if one.undone_at is None and one.undoes_id is None]
    found = []
    for one in reversed(changes):
        before, after = serialization.read_plain(Details, one.before), serialization.read_plain(Details, one.after)
        found.append(
            {
                "id": one.pk,
                "when": labels.moment_label(one.at, terms),
                "by": one.by,
                "rows": [
                    (labels.detail_label(name), _told(before, name, terms), _told(after, name, terms))
                    for name in fields_changed(before, after)
                ],
                "undone": one.undone_at is not None,
                "may_undo": bool(open_ones) and one == open_ones[-1] and not form.withdrawn_at,
            }
        )
    return found


def _told(details: Details, name: str, terms: EventTerms) -> str:
    value = getattr(details, name)
    if name == "born":
        return formats.date_format(value, "DATE_FORMAT") if value else "–"
    if name == "shows_name":
        return _("yes") if value else _("no")
    if name == "method":
        return labels.method_label(value)
    if name == "categories":
        return ", ".join(terms.category(key).title for key in value)
    if name == "partners":
        mates = [f"{mate.name} <{mate.email}>" if mate.email else mate.name for _key, mate in value if mate is not None]
        return ", ".join(mates) or "–"
    return str(value) or "–"
