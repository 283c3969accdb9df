"""The parts of an event's emails: recipients, links, open fees, closing lines."""

from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms, Method, is_due_on_day, last_day_of_entry
from carrom_web.competitions.events import labels, link_tokens, repository, selectors
from carrom_web.competitions.events.bank_transfers import how_to_transfer
from carrom_web.competitions.events.models import (
    Entry,
    Member,
    Registration,
)
from carrom_web.core import mail


def money(cents: int, currency: str) -> str:
    """An amount as it stands in a letter: "17.50 USD"."""
    return f"{cents / 100:.2f} {currency}"


def category_title(entry: Entry, terms: EventTerms) -> dict[str, str]:
    """Return a category's title for a sentence."""
    return {"category": terms.category(entry.category.key).title}


def form_of(form_id: UUID) -> tuple[Registration, EventTerms]:
    """A registration and what its event announces."""
    form = Registration.objects.select_related("event").get(pk=form_id)
    return form, repository.terms_of(form.event)


def entry_of(entry_id: int) -> tuple[Entry, EventTerms]:
    """An entry and what its event announces."""
    entry = Entry.objects.select_related("form__event", "category").get(pk=entry_id)
    return entry, repository.terms_of(entry.form.event)


def own_link(form: Registration) -> list[str]:
    """The lines by which somebody comes to their registration."""
    own = address_of(form, reverse("event-registration", args=[link_tokens.token_of(form)]))
    return [_("See, pay, change or withdraw your entry here; this link is only for you:"), own]


def address_of(form: Registration, path: str) -> str:
    """The address of a page, on the site that a registration was made on."""
    return (settings.SITE_URL or form.site).rstrip("/") + path


def send_with_payment(form: Registration, terms: EventTerms, subject: str, lines: Sequence[str]) -> None:
    """Send an email that ends with what is owed, if anything, and how to transfer it for those who chose to."""
    owed = selectors.account_of(form).balance
    paragraphs = [*lines, amount_due(form, owed, terms)] if owed > 0 else list(lines)
    how = how_to_transfer(form, terms, owed) if form.method == Method.TRANSFER else None
    pictures = []
    if how is not None:
        paragraphs += [f"- {label}: {value}" for label, value in how.lines]
        if how.png:
            paragraphs.append(_("Scan the code in the attached picture with your bank's app: it fills in all of this."))
            pictures.append(("payment-code.png", how.png))
    send(form, subject, [*paragraphs, *own_link(form)], pictures=pictures)


def amount_due(form: Registration, owed: int, terms: EventTerms) -> str:
    """Until when so much is to be paid."""
    if is_due_on_day(terms, Method(form.method)):
        return _("Payable on the first day: %(owed)s.") % {"owed": money(owed, terms.currency)}
    last = formats.date_format(last_day_of_entry(terms), "DATE_FORMAT")
    values = {"owed": money(owed, terms.currency), "last": last, "zone": terms.time_zone}
    return _("Please pay by the end of %(last)s (%(zone)s): %(owed)s. Unpaid entries then expire.") % values


def send(
    form: Registration,
    subject: str,
    lines: Sequence[str],
    *,
    to: Member | None = None,
    address: str = "",
    pictures: Sequence[tuple[str, bytes]] = (),
) -> None:
    """Send an email to the owner of a registration, or to somebody who plays with them."""
    address, name = (to.email, to.name) if to else (address or form.email, form.name)
    if not address:
        return  # their data has been deleted
    terms = repository.terms_of(form.event)
    mail.send(
        subject=f"{terms.title}: {subject}",
        paragraphs=[_("Hello %(name)s,") % {"name": name}, *lines],
        footer=footer_of(terms),
        to=address,
        pictures=pictures,
    )


def tell_mates(entry: Entry, subject: str, lines: Sequence[str]) -> None:
    """Tell the others of a pair or a team who have said that they play; the registration is not theirs to change."""
    page = address_of(entry.form, reverse("event", args=[entry.form.event.slug]))
    for mate in entry.members.filter(position__gt=0).exclude(agreed_at=None).order_by("position"):
        send(entry.form, subject, [*lines, _("The event:"), page], to=mate)


def footer_of(terms: EventTerms) -> str:
    """Return the footer: the event, time and place, and the contact."""
    asked = [_("Questions: %(contact)s") % {"contact": ", ".join(terms.contact.parts)}] if terms.contact.parts else []
    return "\n".join([terms.title, f"{labels.days_label(terms.days)} ({terms.time_zone})", terms.venue.name, *asked])
