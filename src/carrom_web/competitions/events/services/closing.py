"""Closing entries: those not confirmed by then expire (K-002), and the organiser is asked to decide.

A task closes what is due; it does the same once however often it is run.
"""

from datetime import datetime

from django.db import transaction

from carrom.tournament import registration as desk
from carrom.tournament.event import is_open
from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import emails, repository
from carrom_web.competitions.events.models import Entry, Event
from carrom_web.competitions.events.services.registration import end_entry, settle
from carrom_web.outbox.backend import queue


def close(event: Event, *, now: datetime) -> int:
    """Strike out what was not confirmed when entries closed (K-002); return how many. A second time changes nothing."""
    terms = repository.terms_of(event)
    if is_open(terms, now):
        return 0
    ended = 0
    with transaction.atomic():
        if not Event.objects.filter(pk=event.pk, closed_at=None, closes_at__lte=now).update(closed_at=now):
            return 0
        for form in event.forms.filter(withdrawn_at=None).select_related("event").order_by("number"):
            settle(form, now=now)  # what is due on the day is certain now
        rows = Entry.objects.filter(category__event=event).select_related("form__event", "category").order_by("id")
        for entry in rows:
            if desk.after_closing(EntryStatus(entry.standing)) is EntryStatus.EXPIRED:
                ended += end_entry(entry, EntryStatus.EXPIRED, now=now, gives_back=True, moves_up=False)
                queue(emails.expired, entry.pk, entry.standing)
        queue(emails.asked_to_decide, event.pk, now.isoformat())
    return ended


def close_all_due(now: datetime) -> int:
    """Close every event whose last moment has passed; return how many entries ended."""
    due = Event.objects.filter(closed_at=None, closes_at__lte=now, state=Event.State.OPEN)
    return sum(close(event, now=now) for event in due)
