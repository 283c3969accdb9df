"""How a registration's fee is transferred: account, reference and code, for its page, its letters and the desk."""

import io
from dataclasses import dataclass

from django.utils.translation import gettext as _

from carrom.tournament import transfers
from carrom.tournament.event import EventTerms, Method
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.models import Registration
from carrom_web.core.links import qr_of

PNG_SCALE = 6  # pixels of a module: read from a screen at arm's length


@dataclass(frozen=True, slots=True)
class HowToTransfer:
    """Everything for a bank transfer of a fee."""

    account: transfers.Transfer
    amount: str
    reference: str
    code: transfers.PaymentCode | None

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Return the values for a bank's form, a label and a value each."""
        rows = (
            (_("Account holder"), self.account.holder),
            (_("IBAN"), self.account.printed_iban),
            (_("BIC"), self.account.bic),
            (_("UPI id"), self.account.upi),
            (_("Account"), self.account.account),
            ("Zelle", self.account.zelle),
            ("Venmo", self.account.venmo),
            (_("Amount"), self.amount),
            (_("Reference"), transfers.spaced(self.reference)),
            (_("Note for Zelle and Venmo"), self.reference if self.account.zelle or self.account.venmo else ""),
        )
        return [(label, value) for label, value in rows if value]

    @property
    def qr(self) -> dict[str, object] | None:
        """The code as a template draws it; None where the currency or the account has none."""
        return qr_of(self.code.qr) if self.code else None

    @property
    def link(self) -> str:
        """Return a link that opens a payment app on the phone; "" where there is none."""
        return self.code.link if self.code else ""

    @property
    def png(self) -> bytes | None:
        """The code as a picture, for a letter."""
        if self.code is None:
            return None
        out = io.BytesIO()
        self.code.qr.save(out, kind="png", scale=PNG_SCALE, border=4)
        return out.getvalue()


def reference_of(form: Registration) -> str:
    """The reference that a registration's transfer carries."""
    return transfers.reference(form.event_id, form.number)


def how_to_transfer(form: Registration, terms: EventTerms, owed: int) -> HowToTransfer | None:
    """Return everything for the transfer of a registration's fee; None: nothing is owed, or there is no account."""
    account = terms.transfer.ways_in(terms.currency)
    if owed <= 0 or Method.TRANSFER not in terms.pays or not account.is_given:
        return None
    reference = reference_of(form)
    note = f"{terms.title}, {form.number}"
    code = transfers.payment_code(account, cents=owed, currency=terms.currency, reference=reference, note=note)
    return HowToTransfer(account, labels.money(owed, terms.currency), reference, code)
