"""The audit log of a subject as a page with filters and as CSV: the same for every competition and club."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cached_property
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from carrom_web.audit.models import AuditedModel, AuditEntry

ENTRIES_PER_PAGE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """An entry's details beyond its kind: its subject, and the page that undoes or corrects it.

    That is an address, or the page of the log itself, which asks about `undo`, the number of an entry of the log; where
    several were written together, `undo_about` says what this one did. `correct_url` is where it is corrected instead.
    """

    about: str = ""
    url: str = ""
    undo: int = 0
    undo_about: str = ""
    correct_url: str = ""
    why_not: str = ""  # where it can neither be undone nor corrected: the reason, if it is not one of the usual ones


@dataclass(frozen=True, kw_only=True)
class LogView:
    """How the audit log of a subject is shown.

    `kinds` are the labels of the kinds that the app declares; `parts` the titles of what the subject consists of
    (categories, divisions) by their keys, which stand in `detail[part_key]`.
    """

    subject: AuditedModel
    kinds: Mapping[str, str]
    describe: Callable[[AuditEntry], Description]
    moment: Callable[[datetime], str]  # as the page writes it
    zone: tzinfo  # of the times in the CSV
    parts: Mapping[str, str] = field(default_factory=dict)
    part_label: str = ""
    part_key: str = "category"
    only_kinds: bool = False  # entries of other kinds are not for this reader
    undoes_entries: bool = False  # `Description.undo` is the key of an audit entry, whose acts are undone together
    otherwise: str = ""  # why an entry cannot be undone that is not the first, not undone and not of the site itself
    with_acts: bool = False  # `describe` looks at the entries of the log: they are read for all rows at once

    def entries(self) -> "QuerySet[AuditEntry]":
        """All entries, the newest first."""
        entries = self.subject.audit_entries.select_related("reverted_by").order_by("-pk")
        if self.only_kinds:
            entries = entries.filter(kind__in=self.kinds)
        return entries.prefetch_related("log_entries") if self.with_acts else entries

    def label(self, kind: str) -> str:
        """The label of a kind."""
        return str(self.kinds.get(kind, kind))

    def row(self, entry: AuditEntry) -> dict[str, Any]:
        """An entry as the page shows it: {when, by, what, part, about, reason, url, why_not}."""
        found, what = self.describe(entry), self.label(entry.kind)
        url = found.url or (f"?undo={found.undo}" if found.undo else "")
        return {
            "when": self.moment(entry.at),
            "by": entry.by,
            "what": what,
            "part": self._part(entry),
            "about": _beyond(what, found.about),
            "reason": entry.reason,
            "url": url,
            "why_not": "" if url else found.why_not or self._why_not(entry),
        }

    def _why_not(self, entry: AuditEntry) -> str:
        """Why an entry can be neither undone nor corrected; "" where the page need not say so."""
        if hasattr(entry, "reverted_by"):
            return _("undone")
        if self.otherwise and entry.pk == self._first:
            return _("everything else depends on it")
        return _("by the site") if entry.role == AuditEntry.Role.SITE else self.otherwise

    @cached_property
    def _first(self) -> int | None:
        return self.subject.audit_entries.order_by("pk").values_list("pk", flat=True).first()

    def question(self, number: int) -> dict[str, Any] | None:
        """Return the entry to be undone, as `row` has it, with number and correct_url; None: it cannot be undone."""
        asked = {"pk": number} if self.undoes_entries else {"log_entries__number": number}
        one = self.subject.audit_entries.filter(**asked).first() if number else None
        if one is None or (found := self.describe(one)).undo != number:
            return None
        about = found.undo_about or found.about
        return self.row(one) | {"number": number, "about": about, "correct_url": found.correct_url}

    def context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the context of `audit/log.html`, filtered and cut into pages as the address asks."""
        asked = {name: request.GET.get(name, "") for name in ("by", "what", "part")}
        entries = self.entries()
        kinds = set(entries.order_by().values_list("kind", flat=True).distinct())
        people = set(entries.order_by().exclude(by="").values_list("by", flat=True).distinct())
        if asked["by"]:
            entries = entries.filter(by=asked["by"])
        if asked["what"]:
            entries = entries.filter(kind=asked["what"])
        if asked["part"]:
            entries = entries.filter(**{f"detail__{self.part_key}": asked["part"]})
        page = Paginator(entries, ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
        query = {name: value for name, value in asked.items() if value}

        def at(number: int) -> str:
            return f"?{urlencode(query | {'page': str(number)})}"

        return asked | {
            "entries": [self.row(entry) for entry in page],
            "kinds": sorted(((kind, self.label(kind)) for kind in kinds), key=lambda one: one[1].casefold()),
            "parts": list(self.parts.items()),
            "part_label": self.part_label,
            "people": sorted(people, key=str.casefold),
            "page": page.number,
            "pages": page.paginator.num_pages,
            "newer": at(page.number - 1) if page.has_previous() else "",
            "older": at(page.number + 1) if page.has_next() else "",
        }

    def csv_rows(self) -> Iterator[Sequence[object]]:
        """The whole log, the oldest entry first, the heads before it."""
        yield ("at", "by", "what", self.part_key, "about", "reason")
        for entry in self.entries().reverse().iterator(chunk_size=500):
            at = entry.at.astimezone(self.zone).isoformat(timespec="seconds")
            yield (at, entry.by, entry.kind, self._part(entry), self.describe(entry).about, entry.reason)

    def _part(self, entry: AuditEntry) -> str:
        key = str(entry.detail.get(self.part_key, ""))
        return self.parts.get(key, key)


def _beyond(what: str, about: str) -> str:
    """Return an entry's own words, without those of its kind."""
    if about.casefold() == what.casefold():
        return ""
    return about[len(what) + 2 :] if about.casefold().startswith(f"{what.casefold()}: ") else about


def details(
    entry: AuditEntry,
    labels: Mapping[str, str],
    *,
    values: Mapping[str, Callable[[str], str]] = MappingProxyType({}),
    hidden: Sequence[str] = (),
) -> str:
    """The details of an entry in words: each with its label, without private ones (`_...`) and empty ones.

    Args:
        values: by the name of a detail, what says in the language of the reader what is stored.
    """
    shown = (
        f"{_(labels.get(name, name))} {values[name](str(value)) if name in values else value}"
        for name, value in sorted(entry.detail.items())
        if not name.startswith("_") and name not in hidden and value not in ("", None)
    )
    return ", ".join(shown)
