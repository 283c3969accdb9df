"""The audit log in words: what was done, to what, and where it can be undone or corrected."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from carrom.tournament.event import EventTerms
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.models import AuditEntry, Event

COLUMNS = ("at", "by", "what", "category", "about")

# what is stored -> how it is told, and the page on which it can be undone or corrected
WORDS: dict[str, tuple[str, str]] = {
    "begun": (gettext_noop("Event begun"), "event-edit"),
    "changed": (gettext_noop("Announcement changed"), "event-edit"),
    "published": (gettext_noop("Published"), "event-organise"),
    "unpublished": (gettext_noop("Made a draft again"), "event-organise"),
    "extended": (gettext_noop("Deadline moved"), "event-organise"),
    "announced": (gettext_noop("Notice posted"), "event-organise"),
    "notice corrected": (gettext_noop("Notice put right"), "event-organise"),
    "notice withdrawn": (gettext_noop("Notice withdrawn"), "event-organise"),
    "notice put back": (gettext_noop("Change of a notice taken back"), "event-organise"),
    "category cancelled": (gettext_noop("Category cancelled"), "event-organise"),
    "category merged": (gettext_noop("Category merged into another"), "event-organise"),
    "event cancelled": (gettext_noop("Event cancelled"), "event-organise"),
    "event cancelled: undone": (gettext_noop("Event held after all"), "event-organise"),
    "drawn": (gettext_noop("Drawn"), "event-draw"),
    "drawn anew": (gettext_noop("Drawn anew"), "event-draw"),
    "undone": (gettext_noop("Undone"), "event-draw"),
    "brought back": (gettext_noop("Brought back"), "event-draw"),
    "result": (gettext_noop("Result told"), "event-draw"),
    "result taken back": (gettext_noop("Result taken back"), "event-draw"),
    "result of the sheet": (gettext_noop("Result taken from the sheet"), "event-draw"),
    "edited by hand": (gettext_noop("Draw edited by hand"), "event-draw"),
    "taken out": (gettext_noop("Taken out of the draw"), "event-draw"),
    "late entries": (gettext_noop("Late entries taken into the draw"), "event-draw"),
    "called": (gettext_noop("Called to a board"), "event-draw"),
    "call taken back": (gettext_noop("Call taken back"), "event-draw"),
    "payment": (gettext_noop("Payment recorded"), "event-desk"),
    "payment taken back": (gettext_noop("Payment taken back"), "event-desk"),
    "refund taken back": (gettext_noop("Refund taken back"), "event-desk"),
    "checked in": (gettext_noop("Checked in"), "event-desk"),
    "check-in taken back": (gettext_noop("Check-in taken back"), "event-desk"),
    "withdrawn at the desk": (gettext_noop("Withdrawn at the desk"), "event-desk"),
    "registration changed": (gettext_noop("Registration changed"), "event-desk"),
    "walk-in admitted": (gettext_noop("Walk-in admitted"), "event-desk"),
    "let back in": (gettext_noop("Let back in"), "event-desk"),
    "refund": (gettext_noop("Money given back"), "event-desk"),
    "list taken": (gettext_noop("List of entries taken"), "event-desk"),
    "read from a file": (gettext_noop("Taken over from a file"), ""),
    "read from SoL": (gettext_noop("Taken over from SoL"), ""),
}
NAMES = {
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
    "fields": gettext_noop("what"),
    "method": gettext_noop("by"),
    "registrations": gettext_noop("registrations"),
    "into": gettext_noop("into"),
}
UNTOLD = ("category", "table", "title", "cents")


def deed_row(event: Event, terms: EventTerms, deed: AuditEntry) -> dict[str, Any]:
    """A line of the log: {when, by, what, category, about, url}; `url` is where it can be undone or corrected."""
    titles = {one.key: one.title for one in terms.categories}
    key = str(deed.detail.get("category", ""))
    of_a_draw = "event-draw" if key in titles else ""
    told, page = WORDS.get(deed.what, (deed.what[:1].upper() + deed.what[1:], of_a_draw))
    return {
        "when": labels.moment_label(deed.at, terms),
        "by": deed.by,
        "what": _(told),
        "category": titles.get(key, key),
        "about": _about(terms, deed),
        "url": _url(event, page, key if key in titles else "", deed),
    }


def _about(terms: EventTerms, deed: AuditEntry) -> str:
    parts = [
        f"{_(NAMES.get(name, name))} {value}"
        for name, value in sorted(deed.detail.items())
        if not name.startswith("_") and name not in UNTOLD and value not in ("", None)
    ]
    if "cents" in deed.detail:
        parts.insert(0, labels.money(int(deed.detail["cents"]), terms.currency))
    if deed.what in ("announced", "notice withdrawn", "notice put back"):
        return str(deed.detail.get("text", ""))
    return ", ".join(parts)


def _url(event: Event, page: str, key: str, deed: AuditEntry) -> str:
    if page == "event-draw":
        if not key:
            return reverse("event-draws", args=[event.slug])
        fixture = deed.detail.get("fixture", "")
        return reverse(page, args=[event.slug, key]) + (f"#fixture-{fixture}" if fixture else "#deeds")
    if page == "event-desk" and "form" in deed.detail:
        return f"{reverse(page, args=[event.slug])}?find={deed.detail['form']}"
    return reverse(page, args=[event.slug]) if page else ""


def rows_of(event: Event, terms: EventTerms) -> Iterator[Sequence[object]]:
    """The whole log as rows of CSV, oldest first, the heads before them."""
    yield COLUMNS
    for deed in event.deeds.order_by("pk"):
        at = deed.at.astimezone(terms.zone).isoformat(timespec="seconds")
        yield at, deed.by, deed.what, deed.detail.get("category", ""), _about(terms, deed)
