"""Payments of a bank statement, recorded for those whom the registrar confirmed: all of them, or none."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.tournament.event import Method
from carrom.tournament.statements import BankLine
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import repository
from carrom_web.competitions.events.link_tokens import UnknownFormError
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services.organising import check_may
from carrom_web.competitions.events.services.payments import NothingToPayError, record_payment
from carrom_web.competitions.events.statement_matches import reference_of_line


def record_lines(
    event: Event, guest_id: UUID | None, lines: Sequence[BankLine], whose: Mapping[int, int], *, now: datetime
) -> int:
    """Record lines, given by their places, as payments of registrations, given by their numbers; return how many.

    Raises:
        NotOfficialError, MethodNotAcceptedError: they may not take payments, or the event takes no transfers.
        NothingToPayError, UnknownFormError: a line does not fit. Nothing was recorded.
    """
    check_may(event, guest_id, Action.TAKE_PAYMENTS)
    terms = repository.terms_of(event)
    with transaction.atomic():
        for place, number in sorted(whose.items()):
            line = lines[place]
            form = event.forms.select_related("event").filter(number=number).first()
            if form is None:
                raise UnknownFormError("number")
            if line.currency and line.currency != terms.currency:
                raise NothingToPayError("currency", currency=line.currency, expected=terms.currency)
            try:
                with transaction.atomic():
                    record_payment(
                        form,
                        guest_id,
                        method=Method.TRANSFER,
                        cents=line.cents,
                        now=now,
                        note=line.payer[:80],
                        reference=reference_of_line(line),
                    )
            except IntegrityError:
                raise NothingToPayError("known-line", payer=line.payer or line.text) from None
    return len(whose)
