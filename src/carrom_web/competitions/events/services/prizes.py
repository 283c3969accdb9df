"""Prize money paid out at the desk, each payout a line of the ledger with a receipt, and taken back."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.tournament.event import Method
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import prize_money, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Entry, Event, LedgerEntry
from carrom_web.competitions.events.services.organising import check_may, record_audit

METHODS = (Method.CASH, Method.TRANSFER)


class PayoutError(NotAllowedError):
    """Prize money that cannot be paid out, or a payout that cannot be taken back."""

    code = "payout"


def pay_out(
    event: Event, guest_id: UUID | None, category: str, entry: str, *, method: Method, now: datetime
) -> LedgerEntry:
    """Record that an entry got all of its prize money that is still open, under the next receipt number.

    Raises:
        NotOfficialError: they may not take payments.
        PayoutError: nothing is open: the category is not over, the place gets nothing, or somebody has just paid it.
    """
    check_may(event, guest_id, Action.TAKE_PAYMENTS)
    if method not in METHODS:
        raise PayoutError("method")
    terms = repository.terms_of(event)
    found = prize_money.prizes_of(event, terms, with_winners=True)
    winners = [one for part in found if part.terms.key == category for one in part.winners]
    winner = next((one for one in winners if one.key == entry), None)
    if winner is None or winner.open <= 0:
        raise PayoutError("nothing")
    row = Entry.objects.select_related("form").get(category__event=event, category__key=category, key=entry)
    before = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.PRIZE, entry=row).count()
    try:
        with transaction.atomic():
            line = repository.move(
                event,
                row.form_id,
                LedgerEntry.Kind.PRIZE,
                winner.open,
                at=now,
                entry=row,
                method=method.value,
                reference=f"prize {row.pk} {before}",  # once, even with concurrent requests
                note=str(winner.place),
            )
            record_audit(
                event,
                guest_id,
                AuditKind.PRIZE_PAID,
                now,
                category=category,
                form=row.form.number,
                cents=winner.open,
                method=method.value,
            )
    except IntegrityError:
        raise PayoutError("nothing") from None
    return line


def take_back(event: Event, guest_id: UUID | None, line_id: int, *, now: datetime) -> LedgerEntry:
    """Take a payout back that was recorded by mistake: one more line undoes it, and its receipt is void.

    Raises:
        NotOfficialError. PayoutError: no such payout, or taken back already.
    """
    check_may(event, guest_id, Action.TAKE_PAYMENTS)
    lines = [one for known in prize_money.payouts_of(event).values() for one in known]
    line = next((one for one in lines if one.pk == line_id), None)
    if line is None:
        raise PayoutError("no-line")
    try:
        with transaction.atomic():
            taken_back = LedgerEntry.objects.create(
                event=event,
                form=line.form,
                entry=line.entry,
                kind=LedgerEntry.Kind.PRIZE,
                amount=-line.amount,
                at=now,
                method=line.method,
                reference=f"line {line.pk} taken back",
                note=selectors.note_of_void(line),
            )
            record_audit(event, guest_id, AuditKind.PRIZE_CLEARED, now, form=line.form.number, cents=line.amount)
    except IntegrityError:
        raise PayoutError("no-line") from None
    return taken_back
