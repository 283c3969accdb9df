"""Entries as a spreadsheet (CSV or XLSX): written for the desk, read when a club brings its list along.

One line for each person of an entry; lines with the same number in `registration` are one form. All is checked before
anything is stored, and every fault names its line.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from carrom.errors import CarromError, UnreadableError
from carrom.tournament.category import Gender
from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom.tournament.questions import read_questions
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import EMAIL_LENGTH, NAME_LENGTH, Event, Member, Registration
from carrom_web.competitions.events.services import consents
from carrom_web.competitions.events.services.applications import Application, Partner
from carrom_web.competitions.events.services.registration import check_application, hand_in

COLUMNS = (
    "registration", "category", "standing", "name", "partner", "email", "born", "gender", "club", "names_shown", "here",
    "team", "only_leads",
)  # fmt: skip
NEEDED = ("category", "name", "email")
MOST_LINES = 5000
MOST_FAULTS = 10  # that one message names
MOST_BYTES = 4_000_000
MOST_UNPACKED = 40_000_000  # of a spreadsheet, which is a zip
YES = ("yes", "y", "1", "true", "x")


class EntryFileError(UnreadableError):
    """A list of entries that cannot be read, or not as a whole."""

    code = "entry-file"


class EntryLineError(UnreadableError):
    """One line of a list that cannot be taken."""

    code = "entry-line"


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a file: its number, and its cells by column."""

    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def is_partner(self) -> bool:
        """Whether this person was entered by another."""
        return self["partner"].casefold() in YES


def rows_of(event: Event, terms: EventTerms) -> Iterator[Sequence[object]]:
    """The entries as rows, the heads first; after the columns that can be read again the event's own questions."""
    asked = [one.label for one in read_questions(terms.questions)]
    version = consents.version_of(event, terms)
    yield (*COLUMNS, *asked, *(("accepted", "guardian") if version else ()))
    for form in selectors.forms_of(event):
        for entry in form.entries.all():
            for member in entry.members.all():
                yield (
                    form.number,
                    terms.category(entry.category.key).title,
                    entry.standing,
                    member.name,
                    "yes" if member.position else "",
                    member.email,
                    member.born or "",
                    member.gender,
                    form.club_name,
                    "yes" if member.shows_name else "",
                    "yes" if form.came_at else "",
                    entry.team,
                    "" if member.plays else "yes",
                    *(("" if member.position else form.answers.get(label, "")) for label in asked),
                    *(_consent(member if member.position else form, version) if version else ()),
                )


def _consent(row: Registration | Member, version: int) -> tuple[str, str]:
    """When somebody accepted the present terms, and the guardian who did so for them."""
    said = consents.accepted(row, version)
    return ("", "") if said is None else (f"version {version}, {said['at']}", said["guardian"])


def as_xlsx(rows: Iterable[Sequence[object]], title: str) -> bytes:
    """Rows as a spreadsheet; texts stay texts, whatever they begin with."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    sheet = book.create_sheet("".join(sign for sign in title if sign not in r"[]:*?/\\")[:31] or "Entries")
    for number, row in enumerate(rows):
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, value if isinstance(value, int | float | date) else str(value))
            if isinstance(value, str):
                cell.data_type = "s"
            if number == 0:
                cell.font = Font(bold=True)
            cells.append(cell)
        sheet.append(cells)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def lines_of(data: bytes) -> list[EntryLine]:
    """The lines of a CSV or XLSX file.

    Raises:
        EntryFileError: it is neither, too large, or lacks a column.
    """
    if len(data) > MOST_BYTES:
        raise EntryFileError("too-large", most=MOST_BYTES // 1_000_000)
    rows = _xlsx_rows(data) if data[:2] == b"PK" else _csv_rows(data)
    heads: list[str] = []
    found: list[EntryLine] = []
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if not heads:
            heads = [cell.casefold().replace(" ", "_") for cell in cells]
            missing = [name for name in NEEDED if name not in heads]
            if missing:
                raise EntryFileError("missing-columns", missing=missing, columns=COLUMNS)
            continue
        if len(found) == MOST_LINES:
            raise EntryFileError("too-many-lines", most=MOST_LINES)
        found.append(EntryLine(number, {head: _bare(cell) for head, cell in zip(heads, cells, strict=False)}))
    if not found:
        raise EntryFileError("empty")
    return found


def _bare(cell: str) -> str:
    """A cell without the apostrophe that `core.files` put before it."""
    return cell[1:] if len(cell) > 1 and cell[0] == "'" and cell[1] in "=+-@" else cell


def _csv_rows(data: bytes) -> Iterator[list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EntryFileError("other-format") from None
    sample = text[:2000]
    separator = ";" if sample.count(";") > sample.count(",") else ","
    try:
        yield from csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    except csv.Error as error:
        raise EntryFileError("not-csv", cause=str(error)) from None


def _xlsx_rows(data: bytes) -> Iterator[list[str]]:
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise EntryFileError("spreadsheet-too-large")
        sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
        for row in sheet.iter_rows(values_only=True):
            yield [_text(cell) for cell in row]
    except EntryFileError:
        raise
    except Exception as error:  # openpyxl has no family of errors of its own
        raise EntryFileError("spreadsheet", cause=type(error).__name__) from None


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def applications(lines: Sequence[EntryLine], terms: EventTerms) -> list[tuple[int, Application]]:
    """The forms that the lines make, each with the number of its first line.

    Raises:
        EntryFileError: every line that cannot be read.
    """
    faults: list[EntryLineError] = []
    keys = {category.title.casefold(): category.key for category in terms.categories}
    keys |= {category.key.casefold(): category.key for category in terms.categories}
    forms: dict[str, tuple[int, Application]] = {}
    for line in lines:
        try:
            name = tidy_name(line["name"], NAME_LENGTH)
            key = keys.get(line["category"].casefold())
            if key is None:
                raise EntryFileError("unknown-category", name=line["category"])
            if not name or "@" not in line["email"] or len(line["email"]) > EMAIL_LENGTH:
                raise EntryFileError("missing-person")
            born, gender = _born(line["born"]), _gender(line["gender"])
            number = line["registration"] or f"line {line.number}"
            if line.is_partner:
                if number not in forms:
                    raise EntryFileError("partner-first")
                first, form = forms[number]
                shows_name = line["names_shown"].casefold() in YES
                mate = Partner(name=name, email=line["email"], born=born, gender=gender, shows_name=shows_name)
                forms[number] = (first, replace(form, partners=(*form.partners, (key, mate))))
                continue
            first, form = forms.get(number) or (
                line.number,
                Application(
                    name=name,
                    email=line["email"],
                    born=born,
                    gender=gender,
                    club_name=tidy_name(line["club"], NAME_LENGTH),
                    shows_name=line["names_shown"].casefold() in YES,
                    method=next((one for one in terms.pays if one not in ONLINE), (terms.pays or (Method.CASH,))[0]),
                    by_registrar=True,
                    partners_agreed=True,  # the organiser of the list has asked them
                ),
            )
            team = tidy_name(line["team"], NAME_LENGTH)
            teams = (*form.teams, (key, team)) if team else form.teams
            leads = (*form.leads, key) if team and line["only_leads"].casefold() in YES else form.leads
            forms[number] = (first, replace(form, categories=(*form.categories, key), teams=teams, leads=leads))
        except CarromError as error:
            faults.append(EntryLineError(line=line.number, cause=error))
    _refuse(faults)
    return list(forms.values())


def _refuse(faults: Sequence[EntryLineError]) -> None:
    """Refuse a list with faults. Raises EntryFileError, with the first of them."""
    more = len(faults) - MOST_FAULTS
    if more > 0:
        raise EntryFileError("many-lines", faults=faults[:MOST_FAULTS], more=more)
    if faults:
        raise EntryFileError("lines", faults=faults)


def _born(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        raise EntryFileError("date", text=text) from None


def _gender(text: str) -> Gender | None:
    known = {"women": Gender.WOMEN, "w": Gender.WOMEN, "f": Gender.WOMEN, "men": Gender.MEN, "m": Gender.MEN}
    if text and text.casefold() not in known:
        raise EntryFileError("gender", text=text)
    return known.get(text.casefold())


def take(event: Event, terms: EventTerms, data: bytes, *, now: datetime, site: str) -> int:
    """Hand in every form of a file, or none; return how many. Within a transaction of the caller.

    Raises:
        EntryFileError: every line that is refused, and why.
    """
    faults: list[EntryLineError] = []
    forms = [(line, replace(form, site=site)) for line, form in applications(lines_of(data), terms)]
    for line, form in forms:
        try:
            check_application(event, terms, form, now)
        except CarromError as error:
            faults.append(EntryLineError(line=line, cause=error))
    for line, form in forms if not faults else ():
        try:
            hand_in(event, form, now=now)
        except CarromError as error:
            faults.append(EntryLineError(line=line, cause=error))
    _refuse(faults)
    return len(forms)
