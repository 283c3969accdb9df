"""The e-mails of an event, in the language of the form: to whom it belongs, and to those who play with him.

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

from carrom.tournament.event import EventTerms, Method, is_due_on_day, last_day_of_entry
from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import contests, labels, repository, selectors
from carrom_web.competitions.events.bank_transfers import how_to_transfer
from carrom_web.competitions.events.models import (
    Category,
    Challenge,
    Entry,
    Event,
    LedgerEntry,
    Member,
    Registration,
)
from carrom_web.core import mail

ADDRESS_SALT = "carrom.event.address"
ADDRESS_DAYS = 14  # how long the link to a new address holds


def registered(form_id: UUID) -> None:
    """Say what was registered, what is to be paid, and where it can be changed."""
    form, terms = _form(form_id)
    with translation.override(form.language):
        lines = [_("You are registered, as number %(number)s:") % {"number": form.number}]
        for entry in selectors.entries_in(form):
            title = terms.category(entry.category.key).title
            waits = entry.standing == EntryStatus.WAITING
            lines.append(f"- {title}" + (f" ({_('full; you are on the waiting list')})" if waits else ""))
        _send_with_payment(form, terms, _("Registered"), lines)


def link_again(form_id: UUID) -> None:
    """Send the link of a registration once more, to the address in it."""
    form, _terms = _form(form_id)
    with translation.override(form.language):
        lines = [_("Somebody has just tried to register you again. You are registered already.")]
        _send(form, _("Your registration"), [*lines, *_own_link(form)])


def partner_asked(member_id: int) -> None:
    """Ask a partner for his word."""
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
            _("Say yes or no here:"),
            _address(form, reverse("event-partner", args=[selectors.partner_token(member)])),
        ]
        _send(form, _("Do you play?"), lines, to=member)


def partner_declined(entry_id: int) -> None:
    """Tell that a partner does not play."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("Your partner does not play: %(category)s. That entry is withdrawn.") % _category(entry, terms)]
        _send(entry.form, _("Your partner does not play"), [*lines, *_own_link(entry.form)])


def partner_wanted(entry_id: int) -> None:
    """Tell that a partner does not play, and that somebody else can be named."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        last = formats.date_format(last_day_of_entry(terms), "DATE_FORMAT")
        lines = [
            _("Your partner does not play: %(category)s. Your place is held.") % _category(entry, terms),
            _("Name somebody else by the end of %(last)s (%(zone)s), or the entry expires.")
            % {"last": last, "zone": terms.time_zone},
        ]
        _send(entry.form, _("Your partner does not play"), [*lines, *_own_link(entry.form)])


def partner_replaced(member_id: int) -> None:
    """Tell somebody who was named as a partner that somebody else plays now."""
    member = Member.objects.select_related("entry__form__event", "entry__category").get(pk=member_id)
    form = member.entry.form
    with translation.override(form.language):
        told = {"name": form.name, **_category(member.entry, repository.terms_of(form.event))}
        lines = [_("%(name)s has named another partner: %(category)s. You are not in this entry any more.") % told]
        _send(form, _("Another partner"), lines, to=member)


def changed(form_id: UUID, fields: Sequence[str]) -> None:
    """Tell what of a registration was changed, and what is to be paid now."""
    form, terms = _form(form_id)
    with translation.override(form.language):
        lines = [_("Your registration was changed:"), *(f"- {labels.detail_label(name)}" for name in fields)]
        lines.append(_("You are entered now:"))
        standing = [
            one for one in selectors.entries_in(form) if one.takes_a_place or one.standing == EntryStatus.WAITING
        ]
        for entry in standing:
            lines.append(f"- {terms.category(entry.category.key).title}")
        due = -selectors.account_of(form).balance
        if due > 0:
            lines.append(_("You get back: %(due)s.") % {"due": money(due, terms.currency)})
        lines.append(_("Was this not agreed? Tell the organiser."))
        _send_with_payment(form, terms, _("Registration changed"), lines)


def confirm_address(form_id: UUID) -> None:
    """Ask whether a new address is right, by a letter that goes there."""
    form, _terms = _form(form_id)
    with translation.override(form.language):
        token = signing.dumps([form.pk.hex, form.new_email], salt=ADDRESS_SALT)
        lines = [
            _("Letters about registration %(number)s are to go to this address. Confirm it here:")
            % {"number": form.number},
            _address(form, reverse("event-address", args=[token])),
            _("Until then they go where they went before. Was it not you? Then do nothing."),
        ]
        _send(form, _("Confirm your address"), lines, address=form.new_email)


def address_changed(form_id: UUID, was: str) -> None:
    """Tell at the old address that letters go elsewhere, and send the link to the new one."""
    form, _terms = _form(form_id)
    with translation.override(form.language):
        said = _("Letters about your registration go to another address from now on.")
        _send(form, _("Address changed"), [said, _("Was it not you? Tell the organiser.")], address=was)
        _send(form, _("Address changed"), [_("Letters about your registration come here now."), *_own_link(form)])


def member_declined(entry_id: int, name: str) -> None:
    """Tell a captain that somebody does not play in his team."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        told = {"name": name, "team": entry.team, **_category(entry, terms)}
        lines = [_("%(name)s does not play for %(team)s: %(category)s. You can name somebody else.") % told]
        _send(entry.form, _("Somebody does not play"), [*lines, *_own_link(entry.form)])


def confirmed(entry_id: int) -> None:
    """Tell that an entry is certain."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("Your entry is certain: %(category)s.") % _category(entry, terms)]
        owed = selectors.account_of(entry.form).balance
        to_pay = [_to_pay(entry.form, owed, terms)] if owed > 0 else []
        _send(entry.form, _("You are in"), [*lines, *to_pay, *_own_link(entry.form)])
        _tell_mates(entry, _("You are in"), lines)


def moved_up(entry_id: int) -> None:
    """Tell that somebody who waited has a place."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("A place has become free: you have it. %(category)s.") % _category(entry, terms)]
        _send_with_payment(entry.form, terms, _("You have a place"), lines)
        _tell_mates(entry, _("You have a place"), lines[:1])


def withdrawn(form_id: UUID) -> None:
    """Tell that a withdrawal was taken."""
    form, terms = _form(form_id)
    with translation.override(form.language):
        lines = [_("Your withdrawal was taken.")]
        due = -selectors.account_of(form).balance
        if due > 0:
            lines.append(_("You get back: %(due)s.") % {"due": money(due, terms.currency)})
        _send(form, _("Withdrawn"), [*lines, *_own_link(form)])


def let_back(entry_id: int) -> None:
    """Tell that an entry which was withdrawn stands again, and what is to be paid."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("The withdrawal was taken back, your entry stands again: %(category)s.") % _category(entry, terms)]
        owed = selectors.account_of(entry.form).balance
        if owed > 0:
            lines.append(_("Still to be paid: %(owed)s.") % {"owed": money(owed, terms.currency)})
        lines.append(_("Was this not agreed? Withdraw again, or tell the organiser."))
        _send(entry.form, _("You are back in"), [*lines, *_own_link(entry.form)])


def withdrawn_by_other(entry_id: int) -> None:
    """Tell those who were to play with somebody that he has withdrawn their entry."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        told = _("Your entry was withdrawn by whoever handed it in: %(category)s.") % _category(entry, terms)
        _tell_mates(entry, _("Withdrawn"), [told])


def expired(entry_id: int, was: str) -> None:
    """Tell that an unpaid or unconfirmed entry was not accepted when entries closed, and why."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("Entries have closed, and this one was not accepted: %(category)s.") % _category(entry, terms)]
        if was == EntryStatus.WAITING:
            lines.append(_("It was on the waiting list, and no place has become free."))
        elif not selectors.has_agreed(entry):
            lines.append(_("Not everybody who is needed has confirmed."))
        else:
            lines.append(_("Its fee was not paid in time."))
        due = -selectors.account_of(entry.form).balance
        if due > 0:
            lines.append(_("You get back: %(due)s.") % {"due": money(due, terms.currency)})
        _send(entry.form, _("Entry not accepted"), [*lines, *_own_link(entry.form)])
        _tell_mates(entry, _("Entry not accepted"), lines[:2])


def cancelled(entry_id: int) -> None:
    """Tell that the organiser cancelled a category."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("The organiser has cancelled: %(category)s.") % _category(entry, terms)]
        due = -selectors.account_of(entry.form).balance
        more = [_("You get back: %(due)s.") % {"due": money(due, terms.currency)}] if due > 0 else []
        _send(entry.form, _("Cancelled"), [*lines, *more, *_own_link(entry.form)])
        _tell_mates(entry, _("Cancelled"), lines)


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
    lines = [_("Entries have closed. Too few have entered:")]
    lines += [f"- {terms.category(key).title}" for key in offered.categories]
    if offered.event:
        lines.append(_("There are fewer entries in all than the event needs."))
    lines.append(_("Cancel, play together with another category, or leave it as it is:"))
    site = settings.SITE_URL or event.forms.exclude(site="").values_list("site", flat=True).first() or ""
    lines.append(site.rstrip("/") + reverse("event-short", args=[event.slug]))
    for email in selectors.organisers_addresses(event):
        subject = f"{terms.title}: {_('Too few entries')}"
        mail.send(subject=subject, paragraphs=lines, footer=_footer(terms), to=email)


def merged(entry_id: int, was: str) -> None:
    """Tell that the organiser plays a category together with another, and what is paid more or given back."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        told = {"was": was, **_category(entry, terms)}
        lines = [
            _("Too few have entered %(was)s. The organiser plays it together with %(category)s; you are in it.") % told
        ]
        owed = selectors.account_of(entry.form).balance
        if owed > 0:
            lines.append(_("Still to be paid: %(owed)s.") % {"owed": money(owed, terms.currency)})
        elif owed < 0:
            lines.append(_("You get back: %(due)s.") % {"due": money(-owed, terms.currency)})
        lines.append(_("You do not want that? Withdraw, or write to the organiser."))
        _send(entry.form, _("Played together"), [*lines, *_own_link(entry.form)])
        _tell_mates(entry, _("Played together"), lines[:1])


def held_after_all(entry_id: int) -> None:
    """Tell that a category that was cancelled or merged is held by itself after all."""
    entry, terms = _entry(entry_id)
    with translation.override(entry.form.language):
        lines = [_("Held after all: %(category)s. Your entry stands as before.") % _category(entry, terms)]
        owed = selectors.account_of(entry.form).balance
        if owed > 0:
            lines.append(_("Still to be paid: %(owed)s.") % {"owed": money(owed, terms.currency)})
        _send(entry.form, _("Held after all"), [*lines, *_own_link(entry.form)])
        _tell_mates(entry, _("Held after all"), lines[:1])


def ties_drawn(category_id: int, fixtures: Sequence[str]) -> None:
    """Send every captain of a team the links by which he hands in his line-ups for these ties."""
    category = Category.objects.get(pk=category_id)
    found = contests.shown(category)
    if found is None:
        return
    entries = {entry.key: entry for entry in category.entries.select_related("form__event")}
    met = [one for one in found.meetings if one.fixture.id in fixtures and one.a and one.b and not one.is_settled]
    for key, entry in entries.items():
        own = [one for one in met if key in one.keys]
        if not own:
            continue
        with translation.override(entry.form.language):
            lines = [_("Your team %(team)s is drawn. Hand in its line-ups here:") % {"team": entry.team}]
            for one in own:
                against = found.name(one.b if one.a == key else one.a)
                link = _address(
                    entry.form, reverse("event-line-up", args=[selectors.line_up_token(entry, one.fixture.id)])
                )
                lines.append(
                    _("%(fixture)s, against %(team)s:") % {"fixture": one.fixture.id, "team": against} + "\n" + link
                )
            lines.append(_("Nobody sees a line-up until both are in. These links are yours alone."))
            _send(entry.form, _("Your line-up"), lines)


def line_up_taken(category_id: int, fixture: str, team: str) -> None:
    """Tell a captain that a line-up of his team was taken, without what it says."""
    entry = Entry.objects.select_related("form__event").get(category_id=category_id, key=team)
    with translation.override(entry.form.language):
        lines = [
            _("A line-up of %(team)s for %(fixture)s was taken.") % {"team": entry.team, "fixture": fixture},
            _("It stays closed until both are in; until then you can hand in another."),
            _("Was it not you? Tell the organiser."),
        ]
        _send(entry.form, _("Line-up taken"), [*lines, *_own_link(entry.form)])


def challenged(challenge_id: int) -> None:
    """Tell that somebody challenges, and until when to answer."""
    made, by, to, terms = _challenge(challenge_id)
    with translation.override(to.form.language):
        told = {"name": _entry_name(by), **_category(to, terms)}
        lines = [_("%(name)s challenges you: %(category)s.") % told]
        if made.until is not None:
            lines.append(_("Answer by %(until)s.") % {"until": labels.moment_label(made.until, terms)})
        _send(to.form, _("A challenge"), [*lines, *_ladder_link(to)])


def challenge_answered(challenge_id: int) -> None:
    """Tell the challenger what came of his challenge."""
    made, by, to, _terms = _challenge(challenge_id)
    with translation.override(by.form.language):
        name = {"name": _entry_name(to)}
        says = {
            "accepted": _("%(name)s takes your challenge up. Agree when you play."),
            "declined": _("%(name)s does not take your challenge up."),
            "lapsed": _("%(name)s did not answer your challenge in time."),
        }
        if made.state in says:
            lines = [says[made.state] % name]
            if made.fixture and made.state != "accepted":
                lines.append(_("It counts as won."))
            _send(by.form, _("Your challenge"), [*lines, *_ladder_link(by)])


def challenge_reported(challenge_id: int) -> None:
    """Ask the other of the two to confirm the boards that one has told."""
    made, by, to, _terms = _challenge(challenge_id)
    asked, hook = (to, by) if made.reported_by == made.by else (by, to)
    with translation.override(asked.form.language):
        told = {"name": _entry_name(hook), "boards": made.boards}
        lines = [_("%(name)s has told the boards of your match: %(boards)s. Is that right?") % told]
        _send(asked.form, _("Confirm the result"), [*lines, *_ladder_link(asked)])


def _challenge(challenge_id: int) -> tuple[Challenge, Entry, Entry, EventTerms]:
    made = Challenge.objects.select_related("category__event").get(pk=challenge_id)
    rows = Entry.objects.filter(category=made.category, key__in=(made.by, made.to))
    entries = {one.key: one for one in rows.select_related("form__event", "category").prefetch_related("members")}
    return made, entries[made.by], entries[made.to], repository.terms_of(made.category.event)


def _entry_name(entry: Entry) -> str:
    members = sorted(entry.members.all(), key=lambda one: one.position)
    return entry.team or " & ".join(selectors.shown_name(one) for one in members)


def _ladder_link(entry: Entry) -> list[str]:
    address = _address(entry.form, reverse("event-challenges", args=[selectors.challenger_token(entry)]))
    return [_("Your challenges; the link is yours alone:"), address]


def receipt(movement_id: int) -> None:
    """Give the receipt of a payment."""
    movement = LedgerEntry.objects.select_related("form__event").get(pk=movement_id)
    form = movement.form
    terms = repository.terms_of(form.event)
    with translation.override(form.language):
        told = {"number": movement.receipt, "amount": money(-movement.amount, terms.currency)}
        lines = [_("Receipt %(number)s: %(amount)s received, with thanks.") % told]
        _send(form, _("Receipt"), [*lines, *_own_link(form)])


def receipt_void(movement_id: int, number: int) -> None:
    """Tell that a payment was recorded by mistake, and its receipt does not hold."""
    movement = LedgerEntry.objects.select_related("form__event").get(pk=movement_id)
    form = movement.form
    terms = repository.terms_of(form.event)
    with translation.override(form.language):
        told = {"number": number, "amount": money(movement.amount, terms.currency)}
        lines = [_("Receipt %(number)s over %(amount)s was recorded by mistake, and does not hold.") % told]
        owed = selectors.account_of(form).balance
        if owed > 0:
            lines.append(_to_pay(form, owed, terms))
        lines.append(_("Have you paid? Show the receipt at the desk."))
        _send(form, _("A receipt does not hold"), [*lines, *_own_link(form)])


def money(cents: int, currency: str) -> str:
    """An amount as it stands in a letter: "17.50 USD"."""
    return f"{cents / 100:.2f} {currency}"


def _category(entry: Entry, terms: EventTerms) -> dict[str, str]:
    return {"category": terms.category(entry.category.key).title}


def _form(form_id: UUID) -> tuple[Registration, EventTerms]:
    form = Registration.objects.select_related("event").get(pk=form_id)
    return form, repository.terms_of(form.event)


def _entry(entry_id: int) -> tuple[Entry, EventTerms]:
    entry = Entry.objects.select_related("form__event", "category").get(pk=entry_id)
    return entry, repository.terms_of(entry.form.event)


def _own_link(form: Registration) -> list[str]:
    own = _address(form, reverse("event-registration", args=[selectors.token_of(form)]))
    return [_("See, pay, change or withdraw it here; the link is yours alone:"), own]


def _address(form: Registration, path: str) -> str:
    return (settings.SITE_URL or form.site).rstrip("/") + path


def _send_with_payment(form: Registration, terms: EventTerms, subject: str, lines: Sequence[str]) -> None:
    """Send a letter that ends with what is owed, if anything, and how it is transferred by whoever chose to."""
    owed = selectors.account_of(form).balance
    told = [*lines, _to_pay(form, owed, terms)] if owed > 0 else list(lines)
    how = how_to_transfer(form, terms, owed) if form.method == Method.TRANSFER else None
    pictures = []
    if how is not None:
        told += [f"- {label}: {value}" for label, value in how.lines]
        if how.png:
            told.append(_("The code in the attached picture fills all this in: your bank's app scans it."))
            pictures.append(("payment-code.png", how.png))
    _send(form, subject, [*told, *_own_link(form)], pictures=pictures)


def _to_pay(form: Registration, owed: int, terms: EventTerms) -> str:
    if is_due_on_day(terms, Method(form.method)):
        return _("To be paid on the first day: %(owed)s.") % {"owed": money(owed, terms.currency)}
    last = formats.date_format(last_day_of_entry(terms), "DATE_FORMAT")
    told = {"owed": money(owed, terms.currency), "last": last, "zone": terms.time_zone}
    return _("To be paid by the end of %(last)s (%(zone)s): %(owed)s. What is unpaid then expires.") % told


def _send(
    form: Registration,
    subject: str,
    lines: Sequence[str],
    *,
    to: Member | None = None,
    address: str = "",
    pictures: Sequence[tuple[str, bytes]] = (),
) -> None:
    """Send a letter to whom a registration belongs, or to somebody who plays with him."""
    address, name = (to.email, to.name) if to else (address or form.email, form.name)
    if not address:
        return  # he has had his data deleted
    terms = repository.terms_of(form.event)
    mail.send(
        subject=f"{terms.title}: {subject}",
        paragraphs=[_("Hello %(name)s,") % {"name": name}, *lines],
        footer=_footer(terms),
        to=address,
        pictures=pictures,
    )


def _tell_mates(entry: Entry, subject: str, lines: Sequence[str]) -> None:
    """Tell the others of a pair or a team who have said that they play; the registration is not theirs to change."""
    page = _address(entry.form, reverse("event", args=[entry.form.event.slug]))
    for mate in entry.members.filter(position__gt=0).exclude(agreed_at=None).order_by("position"):
        _send(entry.form, subject, [*lines, _("The event:"), page], to=mate)


def _footer(terms: EventTerms) -> str:
    """Which event it is, when and where, and whom to ask."""
    asked = [_("Questions: %(contact)s") % {"contact": ", ".join(terms.contact.parts)}] if terms.contact.parts else []
    return "\n".join([terms.title, f"{labels.days_label(terms.days)} ({terms.time_zone})", terms.venue.name, *asked])
