"""The emails of an event, in the language of the form: to its owner, and to those who play with them.

Each greets by name, ends with the event, its days and its place, and says which clock its times are by.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from carrom.tournament.event import last_day_of_entry
from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import labels, link_tokens, repository, selectors
from carrom_web.competitions.events.email_parts import (
    address_of,
    amount_due,
    category_title,
    entry_of,
    footer_of,
    form_of,
    money,
    own_link,
    send,
    send_with_payment,
    tell_mates,
)
from carrom_web.competitions.events.models import (
    Event,
    LedgerEntry,
    Member,
)
from carrom_web.core import mail

ADDRESS_SALT = "carrom.event.address"
ADDRESS_DAYS = 14  # how long the link to a new address holds


def registered(form_id: UUID) -> None:
    """Say what was registered, what is to be paid, and where it can be changed."""
    form, terms = form_of(form_id)
    with translation.override(form.language):
        lines = [_("You are registered. Your number is %(number)s:") % {"number": form.number}]
        for key, standing in form.entries.order_by("id").values_list("category__key", "standing"):
            title, waits = terms.category(key).title, standing == EntryStatus.WAITING
            lines.append(f"- {title}" + (f" ({_('full; you are on the waiting list')})" if waits else ""))
        send_with_payment(form, terms, _("Registered"), lines)


def link_again(form_id: UUID) -> None:
    """Send the link of a registration once more, to the address in it."""
    form, _terms = form_of(form_id)
    with translation.override(form.language):
        lines = [_("Somebody has just tried to register you again. You are already registered.")]
        send(form, _("Your registration"), [*lines, *own_link(form)])


def partner_asked(member_id: int) -> None:
    """Ask a partner to confirm."""
    member = Member.objects.select_related("entry__form__event", "entry__category").get(pk=member_id)
    form = member.entry.form
    terms = repository.terms_of(form.event)
    with translation.override(form.language):
        names = {"name": form.name, "category": terms.category(member.entry.category.key).title}
        asks = _("%(name)s has entered you as a partner: %(category)s.")
        if member.entry.team:
            names["team"] = member.entry.team
            asks = _("%(name)s has entered you in the team %(team)s: %(category)s.")
        lines = [
            asks % names,
            _("Please say yes or no here:"),
            address_of(form, reverse("event-partner", args=[link_tokens.partner_token(member)])),
        ]
        send(form, _("Will you play?"), lines, to=member)


def partner_declined(entry_id: int) -> None:
    """Tell that a partner does not play."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [_("Your partner is not playing: %(category)s. The entry is withdrawn.") % category_title(entry, terms)]
        send(entry.form, _("Your partner is not playing"), [*lines, *own_link(entry.form)])


def partner_wanted(entry_id: int) -> None:
    """Tell that a partner does not play, and that somebody else can be named."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        last = formats.date_format(last_day_of_entry(terms), "DATE_FORMAT")
        lines = [
            _("Your partner is not playing: %(category)s. We are holding your place.") % category_title(entry, terms),
            _("Name another partner by the end of %(last)s (%(zone)s), or the entry expires.")
            % {"last": last, "zone": terms.time_zone},
        ]
        send(entry.form, _("Your partner is not playing"), [*lines, *own_link(entry.form)])


def partner_replaced(member_id: int) -> None:
    """Tell somebody who was named as a partner that somebody else plays now."""
    member = Member.objects.select_related("entry__form__event", "entry__category").get(pk=member_id)
    form = member.entry.form
    with translation.override(form.language):
        values = {"name": form.name, **category_title(member.entry, repository.terms_of(form.event))}
        lines = [_("%(name)s has named another partner: %(category)s. You are no longer in this entry.") % values]
        send(form, _("A different partner"), lines, to=member)


def changed(form_id: UUID, fields: Sequence[str]) -> None:
    """Tell what of a registration was changed, and what is to be paid now."""
    form, terms = form_of(form_id)
    with translation.override(form.language):
        lines = [_("Your registration was changed:"), *(f"- {labels.detail_label(name)}" for name in fields)]
        lines.append(_("You are now entered in:"))
        standing = [
            one for one in selectors.entries_in(form) if one.takes_a_place or one.standing == EntryStatus.WAITING
        ]
        for entry in standing:
            lines.append(f"- {terms.category(entry.category.key).title}")
        due = -selectors.account_of(form).balance
        if due > 0:
            lines.append(_("Your refund: %(due)s.") % {"due": money(due, terms.currency)})
        lines.append(_("Did you not agree to this? Contact the organiser."))
        send_with_payment(form, terms, _("Registration changed"), lines)


def confirm_address(form_id: UUID) -> None:
    """Ask whether a new address is right, by a letter that goes there."""
    form, _terms = form_of(form_id)
    with translation.override(form.language):
        token = signing.dumps([form.pk.hex, form.new_email], salt=ADDRESS_SALT)
        lines = [
            _("From now on, emails about registration %(number)s will go to this address. Please confirm it here:")
            % {"number": form.number},
            address_of(form, reverse("event-address", args=[token])),
            _("Until you confirm, they go to the old address. If this was not you, ignore this email."),
        ]
        send(form, _("Confirm your address"), lines, address=form.new_email)


def address_changed(form_id: UUID, was: str) -> None:
    """Tell at the old address that letters go elsewhere, and send the link to the new one."""
    form, _terms = form_of(form_id)
    with translation.override(form.language):
        said = _("From now on, emails about your registration go to another address.")
        send(form, _("Address changed"), [said, _("If this was not you, contact the organiser.")], address=was)
        send(form, _("Address changed"), [_("Emails about your registration now come here."), *own_link(form)])


def member_declined(entry_id: int, name: str) -> None:
    """Notify a captain that somebody does not play in their team."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        values = {"name": name, "team": entry.team, **category_title(entry, terms)}
        lines = [_("%(name)s is not playing for %(team)s: %(category)s. You can name another player.") % values]
        send(entry.form, _("A player is not playing"), [*lines, *own_link(entry.form)])


def confirmed(entry_id: int) -> None:
    """Tell that an entry is certain."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [_("Your entry is confirmed: %(category)s.") % category_title(entry, terms)]
        owed = selectors.account_of(entry.form).balance
        to_pay = [amount_due(entry.form, owed, terms)] if owed > 0 else []
        send(entry.form, _("You are in"), [*lines, *to_pay, *own_link(entry.form)])
        tell_mates(entry, _("You are in"), lines)


def moved_up(entry_id: int) -> None:
    """Tell that somebody who waited has a place."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [_("A place has become free and it is yours: %(category)s.") % category_title(entry, terms)]
        send_with_payment(entry.form, terms, _("You have a place"), lines)
        tell_mates(entry, _("You have a place"), lines[:1])


def withdrawn(form_id: UUID) -> None:
    """Tell that a withdrawal was taken."""
    form, terms = form_of(form_id)
    with translation.override(form.language):
        lines = [_("You have withdrawn.")]
        due = -selectors.account_of(form).balance
        if due > 0:
            lines.append(_("Your refund: %(due)s.") % {"due": money(due, terms.currency)})
        send(form, _("Withdrawn"), [*lines, *own_link(form)])


def let_back(entry_id: int) -> None:
    """Tell that an entry which was withdrawn stands again, and what is to be paid."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [
            _("Your withdrawal was cancelled, and your entry is valid again: %(category)s.")
            % category_title(entry, terms)
        ]
        owed = selectors.account_of(entry.form).balance
        if owed > 0:
            lines.append(_("Still to pay: %(owed)s.") % {"owed": money(owed, terms.currency)})
        lines.append(_("Did you not agree to this? Withdraw again, or contact the organiser."))
        send(entry.form, _("You are in again"), [*lines, *own_link(entry.form)])


def withdrawn_by_other(entry_id: int) -> None:
    """Notify the partners of somebody who has withdrawn their entry."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        text = _("The person who made your entry has withdrawn it: %(category)s.") % category_title(entry, terms)
        tell_mates(entry, _("Withdrawn"), [text])


def expired(entry_id: int, was: str) -> None:
    """Tell that an unpaid or unconfirmed entry was not accepted when entries closed, and why."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [
            _("Entries have closed, and this entry was not accepted: %(category)s.") % category_title(entry, terms)
        ]
        if was == EntryStatus.WAITING:
            lines.append(_("It was on the waiting list, and no place became free."))
        elif not selectors.has_agreed(entry):
            lines.append(_("Not everybody in it has confirmed."))
        else:
            lines.append(_("Its fee was not paid in time."))
        due = -selectors.account_of(entry.form).balance
        if due > 0:
            lines.append(_("Your refund: %(due)s.") % {"due": money(due, terms.currency)})
        send(entry.form, _("Entry not accepted"), [*lines, *own_link(entry.form)])
        tell_mates(entry, _("Entry not accepted"), lines[:2])


def cancelled(entry_id: int) -> None:
    """Tell that the organiser cancelled a category."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [_("The organiser has cancelled: %(category)s.") % category_title(entry, terms)]
        due = -selectors.account_of(entry.form).balance
        more = [_("Your refund: %(due)s.") % {"due": money(due, terms.currency)}] if due > 0 else []
        send(entry.form, _("Cancelled"), [*lines, *more, *own_link(entry.form)])
        tell_mates(entry, _("Cancelled"), lines)


def asked_to_decide(event_id: int, now: str) -> None:
    """Tell the organisers who have an address that entries have closed with too few, and where to decide.

    Args:
        now: the moment of closing as ISO 8601 writes it.
    """
    event = Event.objects.get(pk=event_id)
    terms = repository.terms_of(event)
    offered = selectors.may_be_cancelled(event, terms, datetime.fromisoformat(now))
    if not offered.event and not offered.categories:
        return
    lines = [_("Entries have closed. These have too few entries:")]
    lines += [f"- {terms.category(key).title}" for key in offered.categories]
    if offered.event:
        lines.append(_("The event has fewer entries than it needs."))
    lines.append(_("You can cancel, merge the category with another one, or leave it as it is:"))
    site = settings.SITE_URL or event.forms.exclude(site="").values_list("site", flat=True).first() or ""
    lines.append(site.rstrip("/") + reverse("event-short", args=[event.slug]))
    for email in selectors.organisers_addresses(event):
        subject = f"{terms.title}: {_('Too few entries')}"
        mail.send(subject=subject, paragraphs=lines, footer=footer_of(terms), to=email)


def merged(entry_id: int, was: str) -> None:
    """Tell that the organiser plays a category together with another, and what is paid more or given back."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        values = {"was": was, **category_title(entry, terms)}
        lines = [
            _("Too few people entered %(was)s, so it is played together with %(category)s. You are now entered there.")
            % values
        ]
        owed = selectors.account_of(entry.form).balance
        if owed > 0:
            lines.append(_("Still to pay: %(owed)s.") % {"owed": money(owed, terms.currency)})
        elif owed < 0:
            lines.append(_("Your refund: %(due)s.") % {"due": money(-owed, terms.currency)})
        lines.append(_("If you do not want that, withdraw or contact the organiser."))
        send(entry.form, _("Played together"), [*lines, *own_link(entry.form)])
        tell_mates(entry, _("Played together"), lines[:1])


def held_after_all(entry_id: int) -> None:
    """Tell that a category that was cancelled or merged is held by itself after all."""
    entry, terms = entry_of(entry_id)
    with translation.override(entry.form.language):
        lines = [
            _("The organiser has reinstated %(category)s. Your entry is valid as before.")
            % category_title(entry, terms)
        ]
        owed = selectors.account_of(entry.form).balance
        if owed > 0:
            lines.append(_("Still to pay: %(owed)s.") % {"owed": money(owed, terms.currency)})
        send(entry.form, _("Reinstated"), [*lines, *own_link(entry.form)])
        tell_mates(entry, _("Reinstated"), lines[:1])


def fee_due(form_id: UUID) -> None:
    """Remind of what is still to be paid, and how."""
    form, terms = form_of(form_id)
    with translation.override(form.language):
        if selectors.account_of(form).balance > 0:  # it may have been paid since
            send_with_payment(form, terms, _("Your fee"), [_("Your fee is not paid yet.")])


def receipt(movement_id: int) -> None:
    """Return the receipt of a payment."""
    movement = LedgerEntry.objects.select_related("form__event").get(pk=movement_id)
    form = movement.form
    terms = repository.terms_of(form.event)
    with translation.override(form.language):
        values = {"number": movement.receipt, "amount": money(-movement.amount, terms.currency)}
        lines = [_("Receipt %(number)s: we received %(amount)s. Thank you.") % values]
        send(form, _("Receipt"), [*lines, *own_link(form)])


def receipt_void(movement_id: int, number: int) -> None:
    """Tell that a payment was recorded by mistake, and its receipt does not hold."""
    movement = LedgerEntry.objects.select_related("form__event").get(pk=movement_id)
    form = movement.form
    terms = repository.terms_of(form.event)
    with translation.override(form.language):
        values = {"number": number, "amount": money(movement.amount, terms.currency)}
        lines = [_("Receipt %(number)s for %(amount)s was recorded by mistake and is not valid.") % values]
        owed = selectors.account_of(form).balance
        if owed > 0:
            lines.append(amount_due(form, owed, terms))
        lines.append(_("Did you pay? Show the receipt at the desk."))
        send(form, _("A receipt is not valid"), [*lines, *own_link(form)])
