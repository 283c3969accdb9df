"""Registrations that one person makes for a club, and pays for together.

Each is a registration like any other, with its own page; the group has a page and a link for who made it. One payment
is recorded for all, a line of the ledger and a receipt for each registration.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import CarromError, NotAllowedError, UnreadableError
from carrom.tournament.event import Method
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import entry_emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Event, Group, LedgerEntry, Registration
from carrom_web.competitions.events.services import payments, registration
from carrom_web.competitions.events.services.applications import Application
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.outbox.backend import queue

MOST_FAULTS = 10  # that one message names


class GroupError(UnreadableError):
    """A list of a club of which not every line can be registered."""

    code = "group"


class GroupLineError(UnreadableError):
    """One line of a club's list that cannot be registered."""

    code = "group-line"


class GroupPaidError(NotAllowedError):
    """A group that owes nothing."""

    code = "group-paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """The person who registers others for a club, and how they pay."""

    name: str
    email: str
    club_name: str
    method: Method
    language: str
    site: str
    guest_id: UUID | None = None


def register(
    event: Event, contact: Contact, applications: Sequence[tuple[str, Application]], *, now: datetime
) -> Group:
    """Store all registrations of a club, or none; each comes with the line that named it. Its contact gets one email.

    Raises:
        GroupError: each line that is refused, and why.
    """
    with transaction.atomic():
        group = Group.objects.create(
            event=event,
            name=contact.name,
            email=contact.email,
            club_name=contact.club_name,
            language=contact.language,
            site=contact.site,
            method=contact.method.value,
            guest_id=contact.guest_id,
            made_at=now,
        )
        _add(group, applications, now)
        queue(entry_emails.group_registered, group.pk)
    return group


def add(group: Group, applications: Sequence[tuple[str, Application]], *, now: datetime) -> None:
    """Add registrations to a group, all or none. Raises GroupError."""
    with transaction.atomic():
        _add(group, applications, now)


def _add(group: Group, applications: Sequence[tuple[str, Application]], now: datetime) -> None:
    faults: list[GroupLineError] = []
    for line, application in applications:
        own = replace(
            application,
            method=Method(group.method),
            club_name=group.club_name,
            language=group.language,
            site=group.site,
            partners_agreed=True,
            group=group,
        )
        try:
            registration.hand_in(group.event, own, now=now)
        except CarromError as error:
            faults.append(GroupLineError(line=line, cause=error))
    if faults:
        more = len(faults) - MOST_FAULTS
        raise GroupError("more", faults=faults[:MOST_FAULTS], more=more) if more > 0 else GroupError(faults=faults)


def forms_of(group: Group) -> list[Registration]:
    """Return the registrations of a group, as they were made."""
    return list(group.forms.select_related("event").order_by("number"))


def record_payment(group: Group, guest_id: UUID | None, *, method: Method, now: datetime) -> list[LedgerEntry]:
    """Record that a club has paid all that its registrations owe: a line and a receipt for each, at once.

    Raises:
        NotOfficialError: they may not take payments. MethodNotAcceptedError.
        GroupPaidError: nothing is owed.
    """
    check_may(group.event, guest_id, Action.TAKE_PAYMENTS)
    with transaction.atomic():
        accounts = selectors.accounts_of_group(group)
        owed = [(form, accounts[form.pk].balance) for form in forms_of(group) if form.pk in accounts]
        lines = [
            payments.record_payment(form, guest_id, method=method, cents=cents, now=now, note=group.club_name)
            for form, cents in owed
            if cents > 0
        ]
        if not lines:
            raise GroupPaidError(club=group.club_name)
        total = -sum(line.amount for line in lines)
        record_audit(group.event, guest_id, AuditKind.GROUP_PAID, now, club=group.club_name, cents=total)
    return lines


def owed_by(group: Group) -> int:
    """Return what a group owes together, in cents; what somebody gets back is theirs and is left out."""
    return sum(max(account.balance, 0) for account in selectors.accounts_of_group(group).values())


def currency_of(group: Group) -> str:
    """Return the currency in which a group pays."""
    return repository.terms_of(group.event).currency
