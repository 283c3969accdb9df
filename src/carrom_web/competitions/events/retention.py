"""Retention of personal data in events: until when they serve, and their deletion by the club's periods."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet

from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.age_classes import class_of
from carrom_web.competitions.events.models import (
    Entry,
    Event,
    Group,
    Handover,
    LedgerEntry,
    Member,
    Order,
    Registration,
    WinnerPhoto,
)
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.link_expiry import ended_on
from carrom_web.core.hooks import PlayerUse
from carrom_web.outbox.erasure import delete_emails_to


def _ends(events: "Iterable[int] | QuerySet[Any]") -> dict[int, date]:
    """Return the days on which events end, or were last changed."""
    found = {}
    for event in Event.objects.filter(pk__in=events).annotate(drawn=Max("categories__contest__changed_at")):
        ended = ended_on(event, terms_of(event).days[-1].date) or date.max  # an event has a last day
        found[event.pk] = max(ended, event.drawn.date() if event.drawn else date.min)
    return found


def _unsettled(event_id: int) -> set[UUID]:
    """Return the registrations of an event that owe something, or get something back."""
    accounts = selectors.accounts_of(Event(pk=event_id))
    return {form_id for form_id, account in accounts.items() if account.balance}


def player_uses(player_ids: Sequence[UUID]) -> list[PlayerUse]:
    """Return the events for which players are stored: an unpaid fee, as long as it is, has no end."""
    wanted = {"person__in": player_ids}
    rows = [
        *Registration.objects.filter(**wanted).values_list("person_id", "event_id", "pk"),
        *Member.objects.filter(**wanted).values_list("person_id", "category__event_id", "entry__form_id"),
    ]
    events = {event_id for _person, event_id, _form in rows}
    ends, unsettled = _ends(events), {event_id: _unsettled(event_id) for event_id in events}
    return [
        PlayerUse(player_id=person, until=None if form in unsettled[event_id] else ends[event_id], asks_birth=True)
        for person, event_id, form in rows
    ]


def store_age_classes(player_ids: Sequence[UUID]) -> None:
    """Store age classes in place of dates of birth.

    A new identity, too: with the name at hand, its digest would lead to the day in a moment.
    """
    for form in Registration.objects.filter(person__in=player_ids).select_related("event", "person__root"):
        if form.born is not None:
            age_class = class_of(form.born, terms_of(form.event).days[0].date)
            Registration.objects.filter(pk=form.pk).update(age_class=age_class, identity=f"aged {form.pk.hex}")
    theirs = Entry.objects.filter(members__person__in=player_ids).values("form")
    Registration.objects.filter(pk__in=theirs).exclude(history={}).update(history={})  # has former days of birth
    for row in Member.objects.filter(person__in=player_ids).select_related("category__event", "person__root"):
        if row.born is not None:
            age_class = class_of(row.born, terms_of(row.category.event).days[0].date)
            Member.objects.filter(pk=row.pk).update(age_class=age_class, identity=f"aged {row.pk}")


def end_storage(club_id: int, day: date, periods: Mapping[str, int]) -> Mapping[str, int]:
    """Delete what a club's events have stored long enough on a day; what is not settled stays as a whole."""
    gone: Counter[str] = Counter()
    for event_id, end in _ends(Event.objects.filter(club=club_id).values("pk")).items():
        over = {name for name, days in periods.items() if day > end + timedelta(days=days)}
        if not over:
            continue
        with transaction.atomic():
            unsettled = _unsettled(event_id)
            forms = Registration.objects.filter(event=event_id).exclude(pk__in=unsettled)
            forms = forms.select_for_update(of=("self",))
            if "address_days" in over:
                gone["address_days"] += _end_addresses(event_id, forms, unsettled)
            if "answer_days" in over:
                gone["answer_days"] += forms.exclude(answers={}).update(answers={})
            if "consent_days" in over:
                gone["consent_days"] += _end_guardians(event_id, unsettled)
            if "payment_days" in over:
                gone["payment_days"] += _end_payments(event_id, unsettled)
    return gone


def _end_addresses(event_id: int, forms: Iterable[Registration], unsettled: set[UUID]) -> int:
    """Delete addresses beside those of players: of who registered a club, of handovers, of letters never answered."""
    pks = [form.pk for form in forms]
    Registration.objects.filter(pk__in=pks).exclude(history={}).update(history={})  # has former addresses
    changed = Registration.objects.filter(pk__in=pks).exclude(new_email="")
    groups = Group.objects.filter(event=event_id).exclude(email="").exclude(forms__in=unsettled)
    handovers = Handover.objects.filter(form__in=pks)
    addresses = {
        *changed.values_list("new_email", flat=True),
        *groups.values_list("email", flat=True),
        *handovers.values_list("email", flat=True),
    }
    delete_emails_to(addresses)
    group_ids = list(groups.values_list("pk", flat=True))
    handovers.delete()
    changed.update(new_email="")
    Group.objects.filter(pk__in=group_ids).update(name="", email="")
    return len(addresses)


def _end_guardians(event_id: int, unsettled: set[UUID]) -> int:
    """Delete the names of guardians: of consents to terms, and to photos where no photo is left."""
    gone = 0
    shown = WinnerPhoto.objects.filter(category__event=event_id).values("people__member")
    on_photos = set(shown.exclude(people__member=None).values_list("people__member", flat=True))
    for form in Registration.objects.filter(event=event_id).exclude(consents=[]).exclude(pk__in=unsettled):
        if any(word.get("guardian") for word in form.consents):
            Registration.objects.filter(pk=form.pk).update(consents=_without_guardians(form.consents))
            gone += 1
    for row in Member.objects.filter(category__event=event_id).exclude(entry__form__in=unsettled):
        words = row.consents if row.pk in on_photos else [*row.consents, *row.photo_consents]
        if any(word.get("guardian") for word in words):
            photo_words = row.photo_consents if row.pk in on_photos else _without_guardians(row.photo_consents)
            Member.objects.filter(pk=row.pk).update(
                consents=_without_guardians(row.consents), photo_consents=photo_words
            )
            gone += 1
    return gone


def _without_guardians(words: list[dict[str, object]]) -> list[dict[str, object]]:
    return [word | {"guardian": ""} for word in words]


def _end_payments(event_id: int, unsettled: set[UUID]) -> int:
    """Delete who paid, as a bank or the desk wrote it, and links to payment services. Sums, days, receipts stay."""
    lines = LedgerEntry.objects.filter(event=event_id, kind=LedgerEntry.Kind.PAYMENT, receipt__isnull=False)
    orders = Order.objects.filter(form__event=event_id) | Order.objects.filter(group__event=event_id)
    orders.exclude(form__in=unsettled).exclude(group__forms__in=unsettled).exclude(approve_url="").update(
        approve_url=""
    )
    return lines.exclude(note="").exclude(form__in=unsettled).update(note="")
