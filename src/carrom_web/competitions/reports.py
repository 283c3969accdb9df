"""The report of a week or match day, written by the figures: one value for its page, email, picture, text and JSON."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from carrom.svg.report_card import ReportRow, report_card
from carrom_web.competitions.models import Competition

M = TypeVar("M", bound=Competition)
V = TypeVar("V")
ON_A_PICTURE = 8  # rows of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A line of a table after the week: place, public name, page, figure, and how far up or (below 0) down."""

    place: int
    name: str
    url: str
    figure: str
    moved: int = 0

    @property
    def moved_label(self) -> str:
        """How it moved, in words; empty where it did not."""
        if not self.moved:
            return ""
        return (_("up %(n)s") if self.moved > 0 else _("down %(n)s")) % {"n": abs(self.moved)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAfter:
    """A table after the week; `figure` is what its column is called."""

    title: str
    figure: str
    rows: Sequence[Placed]


@dataclass(frozen=True, slots=True)
class Line:
    """A label and what it is about: one text, or several, such as results, that are shown one below the other."""

    label: str
    texts: Sequence[str]

    @property
    def is_list(self) -> bool:
        """Whether there are several texts."""
        return len(self.texts) > 1

    @property
    def text(self) -> str:
        """All texts in one."""
        return ", ".join(self.texts)

    @property
    def sentence(self) -> str:
        """Label and texts in one line."""
        return f"{self.label}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """News of a week or a match day.

    Args:
        number: its own, as in its address.
        of: what the competition is called; `title` the week, `when` its days.
        summary: a sentence: how much was played.
        lines: what is worth a line.
        open: what is still open of it, by name.
        next: a sentence about what comes next; empty at the end. It stands above `coming`, where there are several.
        url: its address on this site, without the site.
    """

    number: int
    of: str
    title: str
    when: str
    summary: str
    lines: Sequence[Line]
    tables: Sequence[TableAfter]
    open: Sequence[Line] = ()
    next: str = ""
    coming: Sequence[str] = ()
    url: str = ""

    @property
    def text(self) -> str:
        """All but the tables as a text to paste into a chat."""
        found = [f"{self.of}, {self.title}: {self.summary}"]
        for one in (*self.lines, *self.open):
            found += [f"{one.label}:", *(f"- {text}" for text in one.texts)] if one.is_list else [one.sentence]
        return "\n".join([*found, *([self.next] if self.next else []), *(f"- {text}" for text in self.coming)])

    @property
    def paragraphs(self) -> list[str]:
        """The same as paragraphs of an email."""
        found = [f"{self.title}: {self.summary}"]
        for one in (*self.lines, *self.open):
            found.append("\n".join([f"{one.label}:", *one.texts]) if one.is_list else f"- {one.sentence}")
        return [*found, *(["\n".join([self.next, *self.coming])] if self.next else [])]

    @property
    def next_sentence(self) -> str:
        """The next matches in one line."""
        return f"{self.next} {', '.join(self.coming)}".strip()

    def picture(self) -> str:
        """It as an SVG to pass on."""
        table = self.tables[0] if self.tables else None
        rows = [
            ReportRow(str(one.place), one.name, one.figure, one.moved)
            for one in (table.rows[:ON_A_PICTURE] if table else ())
        ]
        heading = f"{table.title}, {table.figure}" if table and table.title else table.figure if table else ""
        return report_card(
            self.of,
            f"{self.title}, {self.when}",
            [self.summary],
            [(one.label, one.texts) for one in self.lines],
            heading,
            rows,
            foot=self.next_sentence,
        )

    @property
    def plain(self) -> dict[str, Any]:
        """It as plain values, for programs."""
        return {
            "number": self.number,
            "competition": self.of,
            "title": self.title,
            "when": self.when,
            "summary": self.summary,
            "lines": [
                {"label": one.label, "text": one.text, "texts": list(one.texts)} for one in (*self.lines, *self.open)
            ],
            "tables": [
                {
                    "title": table.title,
                    "figure": table.figure,
                    "rows": [
                        {"place": one.place, "name": one.name, "figure": one.figure, "moved": one.moved}
                        for one in table.rows
                    ],
                }
                for table in self.tables
            ],
            "next": self.next_sentence,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports(Generic[M, V]):
    """The reports of a kind.

    Args:
        title: what all of them are called (of `gettext_lazy`).
        numbers: of those that there are, the newest first; one without anything to report is none.
        made: one of them.

    Both get the row of the competition and its view, which the page has anyway.
    """

    title: object
    numbers: Callable[[M, V, datetime], Sequence[int]]
    made: Callable[[M, V, int, datetime], Report]
