"""Queries about events. Reads, never writes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, Prefetch, Q, QuerySet, Sum, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.tournament.category import CategoryTerms, Gender, Kind
from carrom.tournament.event import ONLINE, EventTerms, is_open
from carrom.tournament.registration import TAKES_A_PLACE, Cancellable, EntryStatus, Person, cancellable
from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import repository
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import (
    BoardCall,
    Category,
    Entry,
    Event,
    Group,
    LedgerEntry,
    Member,
    Notice,
    Order,
    Registration,
)
from carrom_web.core.hooks import ParentPage
from carrom_web.core.rows import only_row

CAME = (LedgerEntry.Kind.PAYMENT, LedgerEntry.Kind.REFUND)  # kinds of lines of money that came or went back
VOID = "{} taken back"
OFFICIALS = (
    Action.ORGANISE,
    Action.DRAW,
    Action.REGISTER,
    Action.SEE_PERSONS,
    Action.TAKE_PAYMENTS,
    Action.OFFICIATE,
    Action.UMPIRE,
)


@dataclass(frozen=True, slots=True)
class CategoryShown:
    """A category as everybody sees it."""

    row: Category
    terms: CategoryTerms
    taken: int
    waiting: int

    @property
    def free(self) -> int | None:
        """How many places are left; None: as many as one likes."""
        return None if self.row.most is None else max(0, self.row.most - self.taken)

    @property
    def is_open(self) -> bool:
        """Whether it takes place."""
        return self.row.state == Category.State.OPEN


@dataclass(frozen=True, slots=True)
class Account:
    """Charges and payments of somebody, in cents."""

    charged: int
    paid: int

    @property
    def balance(self) -> int:
        """Above zero: to pay; below zero: to be paid back."""
        return self.charged - self.paid


def may(event: Event, guest_id: UUID | None, action: Action) -> bool:
    """Whether somebody may do something at an event, by their roles in its club."""
    return clubs.may(event.club_id, guest_id, action)


def organisers_addresses(event: Event) -> list[str]:
    """Return the email addresses of those organisers of an event's club who have an account."""
    rows = Guest.objects.filter(memberships__club=event.club_id, account__is_active=True).distinct()
    found = rows.values_list("pk", "account__email")
    return sorted(email for guest_id, email in found if may(event, guest_id, Action.ORGANISE))


def may_any(event: Event, guest_id: UUID | None, actions: Sequence[Action]) -> bool:
    """Whether somebody may do at least one of these."""
    return any(may(event, guest_id, action) for action in actions)


def is_official(event: Event, guest_id: UUID | None) -> bool:
    """Whether somebody works at an event, and so sees whole names: at the desk, at the draws, at the boards."""
    return may_any(event, guest_id, OFFICIALS)


def club_of_match(match_id: UUID) -> int | None:
    """Return the club whose event a match belongs to; None: it is of no event."""
    return only_row(BoardCall.objects.filter(match_id=match_id).values_list("category__event__club_id", flat=True))


def event_of_match(match_id: UUID) -> ParentPage | None:
    """Return the event that a match was called for; None: for none."""
    row = only_row(BoardCall.objects.select_related("category__event").filter(match_id=match_id))
    if row is None:
        return None
    event = row.category.event
    url = reverse("event", args=[event.slug])
    title = repository.terms_of(event).title
    return ParentPage(title=title, url=url, is_online=event.is_online, counts=not row.is_overruled)


def categories_of(event: Event, terms: EventTerms) -> list[CategoryShown]:
    """Return the categories in the order of the announcement, with their counts."""
    waiting = Count("entries", filter=Q(entries__standing=EntryStatus.WAITING))
    rows = {row.key: row for row in event.categories.select_related("merged_into").annotate(waiting=waiting)}
    return [
        CategoryShown(row, category, row.taken, row.waiting)
        for category in terms.categories
        if (row := rows.get(category.key)) is not None
    ]


def notices_of(event: Event) -> list[Notice]:
    """Return what was said in public, the newest first."""
    return list(event.notices.select_related("category", "audit").order_by("-at", "-pk"))


def notice_changes(event: Event) -> dict[int, list[AuditEntry]]:
    """Return the corrections and withdrawals of an event's notices, in their order, by primary keys."""
    rows = event.audit_entries.filter(kind__in=(AuditKind.NOTICE_CORRECTED, AuditKind.NOTICE_WITHDRAWN))
    found: dict[int, list[AuditEntry]] = {}
    for row in rows.select_related("reverted_by").order_by("pk"):
        found.setdefault(row.detail["_notice"], []).append(row)
    return found


def was_reverted(entry: AuditEntry) -> bool:
    """Whether a later entry undid this one."""
    return hasattr(entry, "reverted_by")


def may_be_cancelled(event: Event, terms: EventTerms, now: datetime) -> Cancellable:
    """Return what the organiser may cancel for want of entries, once registration has closed (K-014, K-015)."""
    if is_open(terms, now):
        return Cancellable(event=False, categories=())
    counted = Entry.objects.filter(category__event=event, standing=EntryStatus.CONFIRMED).values_list("category__key")
    found = cancellable(terms, dict(counted.annotate(Count("id"))))
    open_keys = set(event.categories.filter(state=Category.State.OPEN).values_list("key", flat=True))
    return Cancellable(
        event=found.event and event.state == Event.State.OPEN,
        categories=tuple(key for key in found.categories if key in open_keys),
    )


def at_boards(event: Event, terms: EventTerms) -> dict[tuple[str, str], str]:
    """Return the entries, as (category, key), with a player at a board now in any category; with their name.

    Ties of teams are left out: which of a team is at the board is said by its line-up.
    """
    teams = {one.key for one in terms.categories if one.kind is Kind.TEAM}
    open_tables = BoardCall.objects.filter(category__event=event, ended_at=None).exclude(category__key__in=teams)
    called = {(key, side) for key, *sides in open_tables.values_list("category__key", "a", "b") for side in sides}
    if not called:
        return {}
    rows = list(
        Member.objects.filter(category__event=event)
        .exclude(category__key__in=teams)
        .values_list("category__key", "entry__key", "identity", "name")
    )
    playing = {identity for key, entry, identity, _name in rows if (key, entry) in called}
    return {(key, entry): name for key, entry, identity, name in rows if identity in playing}


def called_to(club_id: int, board: str) -> BoardCall | None:
    """Return the match of an event of a club that was called to its board of this name ("3", "Board 3"); None: none."""
    number = re.search(r"\d+", board)
    if number is None or len(number[0]) > 4:
        return None
    rows = BoardCall.objects.filter(category__event__club_id=club_id, board=int(number[0]), ended_at=None)
    return rows.select_related("category__event").order_by("-called_at").first()


def called_to_keep(guest_id: UUID | None) -> list[BoardCall]:
    """Return the matches at boards that nobody keeps yet, of the clubs where somebody may keep sheets."""
    own = [club.pk for club in clubs.clubs_of(guest_id) if clubs.may(club.pk, guest_id, Action.UMPIRE)]
    rows = BoardCall.objects.filter(category__event__club_id__in=own, ended_at=None, match=None)
    return list(rows.select_related("category__event").order_by("category__event_id", "board"))


def entries_of(event: Event) -> list[Entry]:
    """Return the entries that stand, category by category, as they came."""
    rows = _standing_entries(event).select_related("form", "category")
    return list(rows.prefetch_related(_members()))


def people_listed(event: Event) -> list[tuple[Any, ...]]:
    """Return the people of the entries that stand, entry by entry as they came, as a list in public shows them.

    Each as entry, category, team, standing, then name, identity, whether they play, whether they show their name;
    plain values, since there are hundreds. An entry without people has one row without an identity.
    """
    agreed = Case(When(members__agreed_at=None, then=Value(False)), default=F("members__person__root__shows_name"))
    rows = _standing_entries(event).order_by("category_id", "id", "members__position")
    columns = ("pk", "category__key", "team", "standing", "members__name", "members__identity", "members__plays")
    return list(rows.values_list(*columns, agreed))


def _standing_entries(event: Event) -> QuerySet[Entry]:
    standing = [*TAKES_A_PLACE, EntryStatus.WAITING]
    return Entry.objects.filter(category__event=event, standing__in=standing).order_by("category_id", "id")


def waiting_of(category: Category, terms: EventTerms) -> list[Entry]:
    """Return who waits in a category, who gets the next free place first, by the rule that the event announces."""
    waiting = Entry.objects.filter(category=category, standing=EntryStatus.WAITING).select_related("form")
    rows = list(waiting.order_by("id"))
    if terms.waiting == "unplaced":
        placed = Entry.objects.filter(category__event=category.event_id, standing__in=TAKES_A_PLACE)
        has_place = set(placed.values_list("form_id", flat=True))
        rows.sort(key=lambda entry: entry.form_id in has_place)  # stable: then who came first
    return rows


def forms_of(event: Event) -> list[Registration]:
    """Return all forms of an event with their entries, members and lines of the ledger."""
    entries = Prefetch("entries", Entry.objects.select_related("category").order_by("id"))
    rows = event.forms.select_related("person__root", "group").prefetch_related(
        entries,
        Prefetch("entries__members", Member.objects.order_by("position")),
    )
    return list(rows.order_by("number"))


def changes_of(event: Event) -> dict[int, list[AuditEntry]]:
    """Return how registrations were changed, by their numbers: those whose values they still hold, in their order."""
    found: dict[int, list[AuditEntry]] = {}
    entries = event.audit_entries.filter(kind=AuditKind.REGISTRATION_CHANGED).select_related("reverted_by")
    for one in entries.order_by("pk"):
        found.setdefault(one.detail["form"], []).append(one)
    return found


def accounts_of(event: Event) -> dict[UUID, Account]:
    """Return what every form owes and has paid."""
    return _accounts(LedgerEntry.objects.filter(event=event))


def account_of(form: Registration) -> Account:
    """Return what one form owes and has paid."""
    rows = LedgerEntry.objects.filter(form=form).exclude(kind=LedgerEntry.Kind.PRIZE).order_by()
    lines = list(rows.values_list("kind", "amount"))  # a few: the database would take longer to be asked for their sums
    paid = sum(amount for kind, amount in lines if kind in CAME)
    return Account(sum(amount for _kind, amount in lines) - paid, -paid)


def fee_to_charge(entry: Entry) -> int:
    """Return what an entry that is let back in would be charged: its fee, unless it was retained at the end."""
    kinds = (LedgerEntry.Kind.CHARGE, LedgerEntry.Kind.RELIEF)
    retained = LedgerEntry.objects.filter(entry=entry, kind__in=kinds).aggregate(sum=Sum("amount"))["sum"] or 0
    return max(entry.fee - retained, 0)


def _accounts(movements: QuerySet[LedgerEntry]) -> dict[UUID, Account]:
    came = Q(kind__in=CAME)
    sums = movements.exclude(kind=LedgerEntry.Kind.PRIZE).order_by().values("form_id")
    found = sums.annotate(charged=Sum("amount", filter=~came), paid=Sum("amount", filter=came))
    return {row["form_id"]: Account(row["charged"] or 0, -(row["paid"] or 0)) for row in found}


def note_of_void(line: LedgerEntry) -> str:
    """The note of the line that takes a payment or a refund back; it tells which, also after the event has moved."""
    if line.receipt is not None:
        return VOID.format(f"receipt {line.receipt}")
    return VOID.format(f"refund of {line.at.isoformat(timespec='seconds')}")


def void_receipts(form: Registration) -> set[int]:
    """The receipts of a registration that were taken back."""
    payments = list(form.movements.filter(kind=LedgerEntry.Kind.PAYMENT))
    notes = {one.note for one in payments if one.receipt is None}
    return {one.receipt for one in payments if one.receipt is not None and note_of_void(one) in notes}


def lines_by_hand(event: Event) -> dict[UUID, list[LedgerEntry]]:
    """The payments and refunds that the desk recorded and that still hold, by registration."""
    rows = event.movements.filter(kind__in=[LedgerEntry.Kind.PAYMENT, LedgerEntry.Kind.REFUND]).order_by("id")
    void = {(one.form_id, one.note) for one in rows if one.note.endswith(VOID.format(""))}
    found: dict[UUID, list[LedgerEntry]] = {}
    for one in rows:
        is_first = (one.amount < 0) is (one.kind == LedgerEntry.Kind.PAYMENT)
        is_payment = one.kind == LedgerEntry.Kind.PAYMENT
        is_online = one.method in ONLINE and bool(one.reference or is_payment)
        if is_first and not is_online and (one.form_id, note_of_void(one)) not in void:
            found.setdefault(one.form_id, []).append(one)
    return found


def services_by_form(event: Event) -> dict[int, list[str]]:
    """Return by which services each form was paid, by its number; their money can be returned that way."""
    captured = Order.objects.filter(Q(form__event=event) | Q(group__event=event), state=Order.State.CAPTURED)
    found: dict[int, list[str]] = {}
    for number, service, shares in captured.order_by("id").values_list("form__number", "service", "shares"):
        for one in [number] if number else map(int, shares):
            if service not in found.setdefault(one, []):
                found[one].append(service)
    return found


def orders_that_paid(form: Registration) -> list[Order]:
    """Return the payments at services by which a registration was paid, alone or with its group; the newest first."""
    captured = Order.objects.filter(state=Order.State.CAPTURED).select_related("form__event", "group__event")
    rows = captured.filter(Q(form=form) | Q(group__event=form.event_id)).order_by("-pk")
    return [one for one in rows if one.group_id is None or str(form.number) in one.shares]


def open_payment(payer: Registration | Group) -> Order | None:
    """Return a payment that is approved and whose money is on its way; None: there is none."""
    return payer.orders.filter(state=Order.State.PENDING).first()


def owed_shares(payer: Registration | Group) -> dict[str, int]:
    """Return what a registration, or each one of a group, still owes in cents, by its number; only those that owe."""
    if isinstance(payer, Registration):
        accounts = {payer.number: account_of(payer)}
    else:
        by_form = accounts_of_group(payer)
        rows = payer.forms.filter(pk__in=by_form).order_by("number").values_list("pk", "number")
        accounts = {number: by_form[pk] for pk, number in rows}
    return {str(number): account.balance for number, account in accounts.items() if account.balance > 0}


def accounts_of_group(group: Group) -> dict[UUID, Account]:
    """Return what every form of a group owes and has paid."""
    return _accounts(LedgerEntry.objects.filter(form__group=group))


def entries_in(form: Registration) -> list[Entry]:
    """Return the entries of one registration with their members."""
    return list(form.entries.select_related("category").prefetch_related(_members()).order_by("id"))


def has_agreed(entry: Entry) -> bool:
    """Whether both of a pair, or enough of a team, have confirmed."""
    said = [member.agreed_at is not None for member in entry.players]
    size = repository.terms_of(entry.form.event).category(entry.category.key).size
    return sum(said) >= size and (bool(entry.team) or all(said))


def person(row: Registration | Member) -> Person:
    """Return a row's details of somebody, as the registration desk asks it."""
    return Person(name=row.name, born=row.born, gender=Gender(row.gender) if row.gender else None)


def shown_name(member: Member) -> str:
    """A name in public: whole with consent, else its first letters."""
    return named(member.name, whole=member.shows_name)


def named(name: str, *, whole: bool) -> str:
    """A name as it is or by its first letters; "(deleted)" for a deleted person."""
    if not name:
        return _("(deleted)")
    return name if whole else " ".join(f"{word[0].upper()}." for word in name.split())


def ledger_of(event: Event) -> list[LedgerEntry]:
    """Return every line of an event's ledger, as they were made."""
    return list(event.movements.select_related("form", "entry__category").order_by("id"))


def _members() -> Any:
    return Prefetch("members", Member.objects.order_by("position"))
