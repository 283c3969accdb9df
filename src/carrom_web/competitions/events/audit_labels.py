"""The audit log of an event in words: what was done, to what, and where it can be undone or corrected."""

from collections.abc import Callable, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from carrom.tournament.event import EventTerms, Method
from carrom_web.audit.log_view import Description, LogView, details
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.audit import PAGE_OF, AuditKind
from carrom_web.competitions.events.draw_labels import HOW_LABELS
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services.undoing import StandingSteps

LABELS = {
    "fixture": gettext_noop("match"),
    "board": gettext_noop("board"),
    "entrant": gettext_noop("who"),
    "line": gettext_noop("line"),
    "entries": gettext_noop("entries"),
    "was": gettext_noop("was"),
    "to": gettext_noop("now"),
    "how": gettext_noop("how"),
    "other": gettext_noop("with"),
    "form": gettext_noop("registration"),
    "club": gettext_noop("club"),
    "fields": gettext_noop("what"),
    "method": gettext_noop("by"),
    "registrations": gettext_noop("registrations"),
    "sponsor": gettext_noop("sponsor"),
    "into": gettext_noop("into"),
}
HOW: Mapping[str, str] = {
    "played": gettext_noop("played"),
    **HOW_LABELS,
    "accepted": gettext_noop("accepted"),
    "declined": gettext_noop("declined"),
    "expired": gettext_noop("not answered in time"),
}
VALUES: Mapping[str, Callable[[str], str]] = {
    "how": lambda value: _(HOW[value]) if value in HOW else value,
    "method": lambda value: labels.method_label(Method(value)) if value in set(Method) else value,
    "fields": lambda value: ", ".join(_field_label(name) for name in value.split(", ")),
}
HIDDEN = ("category", "table", "title", "cents")
NOTICES = (AuditKind.ANNOUNCED, AuditKind.NOTICE_WITHDRAWN, AuditKind.NOTICE_RESTORED)


def _field_label(name: str) -> str:
    return _("to be confirmed") if name == "to be confirmed" else labels.detail_label(name)


def log_view(event: Event, terms: EventTerms, *, may_undo: bool) -> LogView:
    """How the log of an event is shown; steps of draws are undone there by those who may."""
    standing = StandingSteps(event)

    def describe(entry: AuditEntry) -> Description:
        about, url = _about(terms, entry), _url(event, terms, entry)
        if may_undo and standing.lines(entry):
            return Description(about=about, undo=entry.pk, correct_url=url)
        return Description(about=about, url=url)

    return LogView(
        subject=event,
        kinds={kind: str(label) for kind, label in AuditKind.choices},
        describe=describe,
        moment=lambda at: labels.moment_label(at, terms),
        zone=terms.zone,
        parts={one.key: one.title for one in terms.categories},
        part_label=_("Category"),
        undoes_entries=True,
        otherwise=_("nothing on this site can undo it"),
        with_acts=True,
    )


def _about(terms: EventTerms, entry: AuditEntry) -> str:
    if entry.kind in NOTICES:
        return str(entry.detail.get("text", ""))
    about = details(entry, LABELS, values=VALUES, hidden=HIDDEN)
    if "cents" not in entry.detail:
        return about
    return ", ".join(filter(None, (labels.money(int(entry.detail["cents"]), terms.currency), about)))


def _url(event: Event, terms: EventTerms, entry: AuditEntry) -> str:
    page, key = PAGE_OF.get(entry.kind, ""), str(entry.detail.get("category", ""))  # type: ignore[call-overload]
    if page == "event-draw":
        if all(one.key != key for one in terms.categories):
            return reverse("event-draws", args=[event.slug])
        fixture = entry.detail.get("fixture", "")
        return reverse(page, args=[event.slug, key]) + (f"#fixture-{fixture}" if fixture else "#log")
    if page == "event-desk" and "form" in entry.detail:
        return f"{reverse(page, args=[event.slug])}?find={entry.detail['form']}"
    return reverse(page, args=[event.slug]) if page else ""
