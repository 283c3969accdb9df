"""The changes of a registration for the desk: the values before and after."""

from collections.abc import Sequence
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from carrom import serialization
from carrom.tournament.event import EventTerms
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.models import Registration
from carrom_web.competitions.events.services.registration_changes import Change, Details, fields_changed, last_change


def change_rows(form: Registration, changes: Sequence[AuditEntry], terms: EventTerms) -> list[dict[str, Any]]:
    """The changes of a form, the newest first: {id, when, by, rows, undone, may_undo}; rows: what, before, after."""
    last, found = last_change(changes), []
    for one in reversed(changes):
        if str(one.pk) not in form.history:
            continue  # it came with the file of an event, or its person was erased
        change = serialization.from_plain(Change, form.history[str(one.pk)])
        before, after = change.before, change.after
        found.append(
            {
                "id": one.pk,
                "when": labels.moment_label(one.at, terms),
                "by": one.by,
                "rows": [
                    (labels.detail_label(name), _detail_text(before, name, terms), _detail_text(after, name, terms))
                    for name in fields_changed(before, after)
                ],
                "undone": hasattr(one, "reverted_by"),
                "may_undo": one == last and not form.withdrawn_at,
            }
        )
    return found


def _detail_text(details: Details, name: str, terms: EventTerms) -> str:
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
