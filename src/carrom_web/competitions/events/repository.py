"""The terms of an event as text and back, a counter of places that never passes its limit, consecutive numbers.

Counters are raised by the database itself, under a condition: `select_for_update` does nothing on SQLite.
"""

from datetime import datetime

from django.db.models import F, Q

from carrom import serialization
from carrom.tournament.event import EventTerms, closes_at
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.events.models import Category, Event, LedgerEntry
from carrom_web.competitions.repository import CompetitionRows

STORE = CompetitionRows(Event, logs="categories__contest", order=("-first_day", "-pk"))


def terms_of(event: Event) -> EventTerms:
    """Return what an event announces."""
    return serialization.read(EventTerms, event.terms)


def columns(terms: EventTerms) -> dict[str, object]:
    """Return the columns of an event's terms."""
    days = {"first_day": terms.days[0].date, "closes_at": closes_at(terms)}
    return {"terms": serialization.write(terms), "title": terms.title, "is_online": terms.is_online, **days}


def save_terms(event: Event, terms: EventTerms, **more: object) -> None:
    """Store new terms of an event that nobody has changed since it was read.

    Raises:
        StaleCompetitionError: somebody has; nothing was stored.
    """
    rows = Event.objects.filter(pk=event.pk, version=event.version)
    if not rows.update(version=event.version + 1, **columns(terms), **more):
        raise StaleCompetitionError()
    event.refresh_from_db()


def take_place(category: Category) -> bool:
    """Take one place of a category; False if there is none. Two askers never get the last one."""
    free = Q(most=None) | Q(taken__lt=F("most"))
    return bool(Category.objects.filter(free, pk=category.pk, state=Category.State.OPEN).update(taken=F("taken") + 1))


def give_place_back(category: Category) -> None:
    """Free one place of a category."""
    Category.objects.filter(pk=category.pk, taken__gt=0).update(taken=F("taken") - 1)


def next_form_number(event: Event) -> int:
    """Return the next number of a form of an event. Within a transaction: concurrent requests wait."""
    Event.objects.filter(pk=event.pk).update(forms_made=F("forms_made") + 1)
    return Event.objects.values_list("forms_made", flat=True).get(pk=event.pk)


def next_receipt(event: Event) -> int:
    """Return the next number of a receipt of an event. Within a transaction."""
    Event.objects.filter(pk=event.pk).update(receipts_made=F("receipts_made") + 1)
    return Event.objects.values_list("receipts_made", flat=True).get(pk=event.pk)


def move(
    event: Event, form_id: object, kind: LedgerEntry.Kind, cents: int, *, at: datetime, **more: object
) -> LedgerEntry:
    """Add a line to the ledger: `cents` above zero, whichever way they go."""
    sign = -1 if kind in (LedgerEntry.Kind.RELIEF, LedgerEntry.Kind.PAYMENT) else 1
    receipt = next_receipt(event) if kind in (LedgerEntry.Kind.PAYMENT, LedgerEntry.Kind.PRIZE) else None
    fields = {"event": event, "form_id": form_id, "kind": kind, "amount": sign * cents, "at": at, "receipt": receipt}
    return LedgerEntry.objects.create(**fields, **more)
