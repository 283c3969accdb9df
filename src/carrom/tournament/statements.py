"""Bank statements: the payments that came in, from CAMT.053, MT940 or a bank's CSV, and the references in them.

Only what is booked and came in is read; what cannot be read is reported by its line and a reason, and the rest counts.
CAMT.053 is ISO 20022's BkToCstmrStmt of any version, MT940 SWIFT's customer statement with the structured or the free
:86:. A CSV has a heading for the amount and one for the text, in the words that banks use.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from hashlib import blake2b
from typing import Literal
from xml.etree import ElementTree

from carrom.errors import UnreadableError
from carrom.tournament.transfers import read_reference

MOST_BYTES = 4_000_000
MOST_LINES = 5_000
MOST_TEXT = 400  # letters of a purpose
REFERENCE = re.compile(r"RF[0-9]{2}[0-9]{1,9}N[0-9]{3,9}")


class StatementError(UnreadableError):
    """A file that is no bank statement."""

    code = "bad-statement"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankLine:
    """Money that came in. `key` is the same whenever the same statement is read; `day` is as the bank writes it."""

    key: str
    day: str
    cents: int
    currency: str  # empty: the statement does not say
    payer: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line that is not a payment in: where it is, and why it is left out."""

    line: int
    reason: Literal["amount", "out", "pending"]


@dataclass(frozen=True, slots=True)
class Statement:
    """All that a file says."""

    kind: Literal["camt", "mt940", "csv"]
    lines: tuple[BankLine, ...]
    unread: tuple[UnreadLine, ...] = ()


Raw = tuple[str, str, int, str, str, str]  # the bank's own id, then day, cents, currency, payer, text


def read_statement(content: bytes) -> Statement:
    """Read a bank statement of any of the three kinds.

    Raises:
        StatementError: it is none of them, or too large.
    """
    if len(content) > MOST_BYTES:
        raise StatementError("too-large", megabytes=MOST_BYTES // 1_000_000)
    text = _decoded(content)
    start = text.lstrip()
    if start.startswith("<"):
        return _statement("camt", *_camt(start))
    if re.search(r"^:61:", text, re.MULTILINE):
        return _statement("mt940", *_mt940(text))
    return _statement("csv", *_csv(text))


def references_in(text: str) -> list[tuple[int, int]]:
    """Return the numbers of event and registration of every reference in a purpose, however it is broken up."""
    found = (read_reference(one) for one in REFERENCE.findall(re.sub(r"[\s./-]+", "", text.upper())))
    return list(dict.fromkeys(one for one in found if one is not None))


def _decoded(content: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def _statement(kind: Literal["camt", "mt940", "csv"], rows: Sequence[Raw], unread: Sequence[UnreadLine]) -> Statement:
    if not rows and not unread:
        raise StatementError("empty")
    if len(rows) > MOST_LINES:
        raise StatementError("too-long", most=MOST_LINES)
    times: Counter[Raw] = Counter()
    lines = []
    for row in rows:
        times[row] += 1
        own, day, cents, currency, payer, text = row
        same = [own, str(cents)] if own else [day, str(cents), currency, payer, text]
        key = blake2b("\0".join([*same, str(times[row])]).encode(), digest_size=10).hexdigest()
        lines.append(BankLine(key=key, day=day, cents=cents, currency=currency, payer=payer, text=text))
    return Statement(kind, tuple(lines), tuple(unread))


def _tidy(text: str) -> str:
    return " ".join(text.split())[:MOST_TEXT]


def _cents(text: str) -> int | None:
    """The cents of an amount, with point or comma, and thousands grouped by the other one; None: it is no amount."""
    plain = re.sub(r"[\s'\u00a0]|[A-Z]{3}|[€$£₹]", "", text.strip())
    if not re.fullmatch(r"[+-]?[0-9.,]*[0-9][0-9.,]*-?", plain):
        return None
    sign = -1 if plain.startswith("-") or plain.endswith("-") else 1
    plain = plain.strip("+-")
    last = max(plain.rfind(","), plain.rfind("."))
    whole, part = (plain[:last], plain[last + 1 :]) if last >= 0 else (plain, "")
    if len(part) == 3 and plain.count(plain[last]) >= 1 and last >= 0 and not re.search(r"[.,]", whole):
        whole, part = whole + part, ""  # 1.250 is a thousand and more
    if len(part) > 2:
        return None
    try:
        return sign * int(Decimal(f"{re.sub('[.,]', '', whole) or 0}.{part or 0}") * 100)
    except InvalidOperation:
        return None


# CAMT.053


def _camt(text: str) -> tuple[list[Raw], list[UnreadLine]]:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise StatementError("not-xml")
    try:
        root = ElementTree.fromstring(text)  # noqa: S314  # no document type, so no entities
    except ElementTree.ParseError as error:
        raise StatementError("not-xml") from error
    rows: list[Raw] = []
    unread: list[UnreadLine] = []
    entries = [one for one in root.iter() if _tag(one) == "Ntry"]
    if not any(_tag(one) == "BkToCstmrStmt" for one in root.iter()):
        raise StatementError("not-camt")
    for number, entry in enumerate(entries, 1):
        if _text(entry, "CdtDbtInd") != "CRDT" or _text(entry, "RvslInd") == "true":
            unread.append(UnreadLine(number, "out"))
        elif (_text(entry, "Sts", "Cd") or _text(entry, "Sts") or "BOOK") != "BOOK":
            unread.append(UnreadLine(number, "pending"))
        else:
            found = list(_camt_payments(entry))
            rows += [one for one in found if one is not None]
            unread += [UnreadLine(number, "amount") for one in found if one is None]
    return rows, unread


def _camt_payments(entry: ElementTree.Element) -> Iterator[Raw | None]:
    day = _text(entry, "BookgDt", "Dt") or _text(entry, "BookgDt", "DtTm")[:10]
    own = _text(entry, "AcctSvcrRef") or _text(entry, "NtryRef")
    details = [one for part in _all(entry, "NtryDtls") for one in _all(part, "TxDtls")]
    for number, one in enumerate(details or [entry], 1):
        amount = _amount(one) if len(details) > 1 else _amount(entry)
        cents = _cents(amount[0])
        if cents is None:
            yield None
            continue
        payer = _text(one, "RltdPties", "Dbtr", "Nm") or _text(one, "RltdPties", "Dbtr", "Pty", "Nm")
        remittance = [part for found in _all(one, "RmtInf") for part in found.iter() if _tag(part) in ("Ustrd", "Ref")]
        text = " ".join([*(part.text or "" for part in remittance), _text(one, "Refs", "EndToEndId")])
        if not remittance:
            text = f"{text} {_text(entry, 'AddtlNtryInf')}"
        yield (f"{own} {number}" if own else "", day, cents, amount[1], _tidy(payer), _tidy(text))


def _amount(element: ElementTree.Element) -> tuple[str, str]:
    """Amount and currency of an entry or a part of it."""
    for found in (*_all(element, "Amt"), *(one for part in _all(element, "AmtDtls") for one in part.iter())):
        if _tag(found) == "Amt" and found.text:
            return found.text, found.get("Ccy", "")
    return "", ""


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rsplit("}", 1)[-1]


def _all(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in element if _tag(one) == name]


def _text(element: ElementTree.Element, *names: str) -> str:
    """The text at a way of tags; empty without one."""
    for name in names:
        found = _all(element, name)
        if not found:
            return ""
        element = found[0]
    return (element.text or "").strip()


# MT940

LINE_61 = re.compile(r"(\d{6})(\d{4})?(R?[CD])([A-Z])?([0-9]+,[0-9]{0,2})([A-Z][A-Z0-9]{3})(.*)", re.DOTALL)


def _mt940(text: str) -> tuple[list[Raw], list[UnreadLine]]:
    fields = re.split(r"^:(\d{2}[A-Z]?):", text.replace("\r\n", "\n").replace("\r", "\n"), flags=re.MULTILINE)
    rows: list[Raw] = []
    unread: list[UnreadLine] = []
    currency, number = "", 0
    open_line: Raw | None = None
    for tag, value in zip(fields[1::2], fields[2::2], strict=True):
        if tag in ("60F", "60M"):
            currency = value.strip()[7:10]
        if tag == "61":
            number += 1
            open_line = _line_61(value, currency)
            if open_line is None:
                unread.append(UnreadLine(number, "amount"))
            elif open_line[2] <= 0:
                unread.append(UnreadLine(number, "out"))
                open_line = None
            else:
                rows.append(open_line)
        elif tag == "86" and open_line is not None:
            payer, purpose = _purpose(value)
            rows[-1] = (*open_line[:4], payer, purpose)
            open_line = None
    return rows, unread


def _line_61(value: str, currency: str) -> Raw | None:
    found = LINE_61.match(value.strip())
    cents = _cents(found[5]) if found else None
    if found is None or cents is None:
        return None
    sign = 1 if found[3] == "C" else -1  # a credit that is taken back is no payment
    day = f"20{found[1][:2]}-{found[1][2:4]}-{found[1][4:]}"
    return ("", day, sign * cents, currency, "", _tidy(found[7]))


def _purpose(value: str) -> tuple[str, str]:
    """Payer and purpose of a :86:, structured as ?20 to ?29 and ?60 to ?63 with the name in ?32 and ?33, or free."""
    body = re.split(r"\n-\}?|\n:", value)[0].replace("\n", "")
    parts = re.findall(r"\?(\d{2})([^?]*)", body)
    if not parts:
        return "", _tidy(re.split(r"\n-", value)[0].replace("\n", " "))
    purpose = "".join(text for key, text in parts if key[0] in "2" or key in ("60", "61", "62", "63"))
    payer = "".join(text for key, text in parts if key in ("32", "33"))
    return _tidy(payer), _tidy(purpose)


# CSV

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "day": (
        "date",
        "booking date",
        "buchungstag",
        "buchungsdatum",
        "datum",
        "valuta",
        "data",
        "fecha",
        "date opération",
    ),
    "amount": ("amount", "betrag", "betrag (eur)", "umsatz", "montant", "importo", "importe", "credit", "paid in"),
    "currency": ("currency", "währung", "waehrung", "devise", "valuta/währung", "divisa", "moneda"),
    "payer": (
        *("payer", "name", "from", "beguenstigter/zahlungspflichtiger", "auftraggeber", "auftraggeber/empfänger"),
        *("name zahlungsbeteiligter", "counterparty", "débiteur", "ordinante", "zahlungspflichtige*r"),
    ),
    "text": (
        *("description", "purpose", "reference", "details", "memo", "note", "narrative", "verwendungszweck"),
        *("buchungstext", "libellé", "causale", "concepto", "message", "remarks", "communication"),
    ),
}


def _csv(text: str) -> tuple[list[Raw], list[UnreadLine]]:
    lines = text.splitlines()
    for start, line in enumerate(lines[:30]):
        separator = max(";,\t", key=line.count)
        columns = _columns(next(csv.reader([line], delimiter=separator), []))
        if "amount" in columns and "text" in columns:
            return _rows(io.StringIO("\n".join(lines[start + 1 :])), separator, columns, start + 2)
    raise StatementError("no-heading")


def _columns(heading: Sequence[str]) -> dict[str, list[int]]:
    """The columns of each kind by the words of a heading."""
    found: dict[str, list[int]] = {}
    for number, name in enumerate(heading):
        plain = " ".join(name.casefold().split())
        for kind, words in HEADINGS.items():
            if plain in words:
                found.setdefault(kind, []).append(number)
    return found


def _rows(
    lines: io.StringIO, separator: str, columns: Mapping[str, list[int]], first: int
) -> tuple[list[Raw], list[UnreadLine]]:
    rows: list[Raw] = []
    unread: list[UnreadLine] = []
    reader = csv.reader(lines, delimiter=separator)
    try:
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            cells = {kind: " ".join(row[at] for at in places if at < len(row)) for kind, places in columns.items()}
            cents = _cents(cells["amount"])
            if cents is None or cents <= 0:
                unread.append(UnreadLine(first + reader.line_num - 1, "amount" if cents is None else "out"))
                continue
            currency = cells.get("currency", "").strip().upper()[:3]
            day, payer, purpose = (_tidy(cells.get(kind, "")) for kind in ("day", "payer", "text"))
            rows.append(("", day, cents, currency, payer, purpose))
    except csv.Error as error:
        raise StatementError("not-csv") from error
    return rows, unread
