"""How many entries of a category would be drawn now, why others would not, and what to do about it."""

from collections import Counter
from typing import Any

from django.urls import reverse
from django.utils.translation import ngettext

from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import Category, Entry


def entry_counts(category: Category) -> dict[str, Any]:
    """Give certain, the number of entries that would be drawn; others, sentences about those that would not; desk."""
    entries = Entry.objects.filter(category=category)
    counts = Counter(EntryStatus(one) for one in entries.values_list("standing", flat=True))
    held = []
    if counts[EntryStatus.HELD]:
        held = list(entries.filter(standing=EntryStatus.HELD).select_related("form__event", "category"))
    silent = sum(not selectors.has_agreed(one) for one in held)
    unpaid = len(held) - silent
    counted = [
        (
            unpaid,
            ngettext(
                "%(n)s entry has not been paid: record the payment at the desk.",
                "%(n)s entries have not been paid: record the payments at the desk.",
                unpaid,
            ),
        ),
        (
            silent,
            ngettext(
                "%(n)s entry is waiting for a partner or players to confirm: they have a link by email.",
                "%(n)s entries are waiting for partners or players to confirm: they have links by email.",
                silent,
            ),
        ),
        (
            counts[EntryStatus.WAITING],
            ngettext(
                "%(n)s entry is on the waiting list: it moves up when a place becomes free.",
                "%(n)s entries are on the waiting list: they move up when places become free.",
                counts[EntryStatus.WAITING],
            ),
        ),
        (
            counts[EntryStatus.EXPIRED],
            ngettext(
                "%(n)s entry expired when registration closed because it was unpaid or unconfirmed: "
                "enter it again at the desk.",
                "%(n)s entries expired when registration closed because they were unpaid or unconfirmed: "
                "enter them again at the desk.",
                counts[EntryStatus.EXPIRED],
            ),
        ),
        (
            counts[EntryStatus.WITHDRAWN],
            ngettext(
                "%(n)s entry was withdrawn: the desk can restore it.",
                "%(n)s entries were withdrawn: the desk can restore them.",
                counts[EntryStatus.WITHDRAWN],
            ),
        ),
    ]
    return {
        "certain": counts[EntryStatus.CONFIRMED],
        "others": [sentence % {"n": number} for number, sentence in counted if number],
        "desk": reverse("event-desk", args=[category.event.slug]),
    }
