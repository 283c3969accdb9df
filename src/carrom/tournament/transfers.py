"""Bank transfers of fees: the account, the reference, and a QR code that fills in the transfer on a phone.

Euros have the EPC's QR code (EPC069-12, version 002), rupees a UPI address (`upi://pay`, NPCI's linking specification).
US dollars may go by Zelle or Venmo, which have instructions: whom to pay, and the reference as the note. Other
currencies have an account and the reference alone: they share no code. A reference is a creditor reference of
ISO 11649, whose check digits tell a slip of the pen.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urlencode

from carrom.errors import ImpossibleError
from carrom.messages import gettext_noop as _
from carrom.parts import need
from carrom.settings import setting

if TYPE_CHECKING:
    import segno

UPI_ID = r"[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}"
ZELLE = r"[^@\s]{1,64}@[^@\s]{1,190}\.[^@\s.]{2,}|\+?[0-9][0-9 ().-]{8,18}[0-9]"
VENMO = r"@[A-Za-z0-9_-]{5,30}"
LONGEST_HOLDER = 70  # what the EPC's code has room for
LONGEST_ACCOUNT = 160
Field = Literal["holder", "iban", "bic", "upi", "account", "zelle", "venmo"]


class TransferError(ImpossibleError):
    """An account that cannot take fees; `field` is the member of `Transfer` that is wrong."""

    code = "bad-transfer"

    def __init__(self, reason: str, /, *, field: Field, **parameters: object) -> None:
        """Say what is wrong, and where."""
        super().__init__(reason, **parameters)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """An account that takes fees; empty is what is not given. `account` is for countries without an IBAN."""

    holder: str = setting("", label=_("Account holder"), longest=120, group="transfer")
    iban: str = setting("", label=_("IBAN"), longest=50, group="transfer")  # without spaces
    bic: str = setting("", label=_("BIC (optional)"), longest=20, group="transfer")
    upi: str = setting("", label=_("UPI id (rupees)"), longest=330, example="carromclub@okbank", group="transfer")
    account: str = setting("", label=_("Account and bank, where there is no IBAN"), longest=200, group="transfer")
    zelle: str = setting(
        "",
        label=_("Zelle: email address or phone (US dollars)"),
        longest=254,
        example="club@example.org",
        group="transfer",
    )
    venmo: str = setting("", label=_("Venmo (US dollars)"), longest=40, example="@carrom-club", group="transfer")

    @property
    def is_given(self) -> bool:
        """Whether somebody could transfer money with this."""
        return bool(self.holder and self.ways)

    @property
    def ways(self) -> tuple[str, ...]:
        """The accounts that are given."""
        return tuple(filter(None, (self.iban, self.upi, self.account, self.zelle, self.venmo)))

    def ways_in(self, currency: str) -> "Transfer":
        """Return the same account without what takes another currency: Zelle and Venmo take US dollars alone."""
        return self if currency == "USD" else replace(self, zelle="", venmo="")

    @property
    def printed_iban(self) -> str:
        """The IBAN in groups of four."""
        if not self.iban:
            return ""
        from carrom.tournament.check_digits import iban

        return str(iban.format(self.iban))


NO_ACCOUNT = Transfer()


@dataclass(frozen=True, slots=True)
class PaymentCode:
    """A code that fills a transfer in: what it holds, and the link that does the same on the phone itself, or ""."""

    kind: Literal["epc", "upi"]
    qr: "segno.QRCode"
    link: str


def tidy(transfer: Transfer) -> Transfer:
    """The same account as it is stored: no spaces in IBAN, BIC and UPI id, capitals where they are written so."""
    from carrom.tournament.check_digits import bic, iban

    return Transfer(
        holder=" ".join(transfer.holder.split()),
        iban=iban.compact(transfer.iban).upper(),
        bic=bic.compact(transfer.bic).upper(),
        upi="".join(transfer.upi.split()),
        account=" ".join(transfer.account.split()),
        zelle=" ".join(transfer.zelle.split()),
        venmo=f"@{handle}" if (handle := "".join(transfer.venmo.split()).lstrip("@")) else "",
    )


def faults_of(transfer: Transfer) -> list[TransferError]:
    """Return the faults of an account. An empty one is in order."""
    found: list[TransferError] = []
    if transfer.iban or transfer.bic:
        from carrom.tournament.check_digits import bic, iban

        if transfer.iban and not iban.is_valid(transfer.iban):
            found.append(TransferError("iban", field="iban"))
        if transfer.bic and not bic.is_valid(transfer.bic):
            found.append(TransferError("bic", field="bic"))
    if transfer.upi and not re.fullmatch(UPI_ID, transfer.upi):
        found.append(TransferError("upi", field="upi"))
    if transfer.zelle and not re.fullmatch(ZELLE, transfer.zelle):
        found.append(TransferError("zelle", field="zelle"))
    if transfer.venmo and not re.fullmatch(VENMO, transfer.venmo):
        found.append(TransferError("venmo", field="venmo"))
    if len(transfer.holder) > LONGEST_HOLDER:
        found.append(TransferError("long-holder", field="holder", most=LONGEST_HOLDER))
    if len(transfer.account) > LONGEST_ACCOUNT:
        found.append(TransferError("long-account", field="account", most=LONGEST_ACCOUNT))
    if not transfer.holder and transfer.ways:
        found.append(TransferError("no-holder", field="holder"))
    return found


def reference(event: int, number: int) -> str:
    """The creditor reference of a registration: RF, two check digits, the event's and the registration's number."""
    from carrom.tournament.check_digits import mod_97_10

    body = f"{event}N{number:03d}"
    return f"RF{mod_97_10.calc_check_digits(body + 'RF')}{body}"


def read_reference(text: str) -> tuple[int, int] | None:
    """The numbers of event and registration in a reference, however it is spaced; None: it is none, or mistyped."""
    from carrom.tournament.check_digits import ValidationError, iso11649

    try:
        body = iso11649.validate(text.upper())[4:]
    except ValidationError:
        return None
    parts = re.fullmatch(r"([0-9]{1,9})N([0-9]{3,9})", body)
    return (int(parts[1]), int(parts[2])) if parts else None


def looks_like_a_reference(text: str) -> bool:
    """Whether somebody means a reference, right or mistyped."""
    return bool(re.fullmatch(r"\s*RF\s*[0-9]{2}[0-9A-Z\s]*", text, re.IGNORECASE))


def spaced(text: str) -> str:
    """A reference as it is printed, in groups of four."""
    from carrom.tournament.check_digits import iso11649

    return str(iso11649.format(text))


def payment_code(transfer: Transfer, *, cents: int, currency: str, reference: str, note: str) -> PaymentCode | None:
    """The code of a transfer of an amount above zero; None where the currency, or the account, has none."""
    if cents <= 0 or not transfer.is_given:
        return None
    need("events")
    import segno
    from segno import helpers

    amount = Decimal(cents) / 100
    if currency == "EUR" and transfer.iban:
        code = helpers.make_epc_qr(
            name=transfer.holder, iban=transfer.iban, bic=transfer.bic or None, amount=amount, reference=reference
        )
        return PaymentCode("epc", code, "")
    if currency == "INR" and transfer.upi:
        asked = {"pa": transfer.upi, "pn": transfer.holder, "am": f"{amount:.2f}", "cu": currency}
        asked |= {"tr": reference, "tn": note[:50]}
        link = f"upi://pay?{urlencode(asked, quote_via=quote, safe='@')}"
        return PaymentCode("upi", segno.make(link, micro=False, error="m"), link)
    return None
