"""A form of an event with its categories as rows: shown, read, made into terms."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.formsets import TOTAL_FORM_COUNT
from django.utils.text import slugify

from carrom.tournament.event import CategoryTerms, EventTerms
from carrom_web.competitions.events.event_forms import CategoryForm, EventForm
from carrom_web.core.form_errors import error_list

FORM_BUTTONS = {"show-options": 0, "add-category": 1}  # what a button of the form adds in rows; nothing is stored
PREFIX = "c"
SPARE_ROWS = 1


class EditedForms:
    """What an organiser has typed, or what stands already.

    `again`: the form is shown again as it was typed, with the options of the formats chosen by now, and nothing is
    checked; `more_rows` are added to it.
    """

    def __init__(
        self,
        before: EventTerms,
        data: Mapping[str, Any] | None = None,
        *,
        is_new: bool = False,
        again: bool = False,
        more_rows: int = 0,
    ) -> None:
        self.before, self.is_new = before, is_new
        most = max(len(before.categories), _rows_sent(data or {})) + SPARE_ROWS + more_rows
        rows: Any = forms.formset_factory(CategoryForm, extra=SPARE_ROWS, max_num=most, absolute_max=most)
        kwargs = {"checks": not again}
        if data is None:
            self.form = EventForm(initial=EventForm.initial_of(before))
            initial = [CategoryForm.initial_of(category) for category in before.categories]
            self.rows = rows(initial=initial, form_kwargs=kwargs, prefix=PREFIX)
        else:
            self.form = EventForm(data, **kwargs)
            self.rows = rows(_with_rows(data, more_rows), form_kwargs=kwargs, prefix=PREFIX)

    def terms(self) -> EventTerms | None:
        """The event as entered; None if something is wrong, which the forms then show."""
        if not (self.form.is_valid() & self.rows.is_valid()):
            return None
        known = {category.key: category for category in self.before.categories}
        categories: list[CategoryTerms] = []
        for row in self.rows:
            if row.cleaned_data.get("title"):
                key = row.cleaned_data["key"]
                if key not in known or (self.is_new and row.cleaned_data["title"] != known[key].title):
                    key = self._new_key(row, categories)  # what a preset called otherwise has an address of its own
                categories.append(row.category(key, known.get(key)))
        terms = self.form.terms(categories, self.before)
        return terms if self.form.show_faults(terms) else None

    def _new_key(self, row: CategoryForm, categories: list[CategoryTerms]) -> str:
        base = slugify(row.cleaned_data["title"])[:36] or "category"
        taken = {category.key for category in (*self.before.categories, *categories)}
        return next(key for key in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if key not in taken)

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        found = []
        for form in (self.form, *self.rows):
            found += error_list(form)
        return found + [{"field": "", "id": "", "text": str(text)} for text in self.rows.non_form_errors()]


def _rows_sent(data: Mapping[str, Any]) -> int:
    """How many rows were sent: as many are read, whatever number the form claims to have."""
    parts = (name.split("-") for name in data if name.startswith(f"{PREFIX}-"))
    return len({number for _prefix, number, *_rest in parts if number.isdecimal()})


def _with_rows(data: Mapping[str, Any], more: int) -> Mapping[str, Any]:
    """The form as it was sent, with so many more rows."""
    name = f"{PREFIX}-{TOTAL_FORM_COUNT}"
    count = str(data.get(name, ""))
    if not more or not count.isdecimal():
        return data
    found: Any = data.copy()  # type: ignore[attr-defined]
    found[name] = str(int(count) + more)
    return found
