"""A form of an event with its categories as rows: shown, read, made into terms."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import slugify

from carrom.tournament.event import CategoryTerms, EventTerms
from carrom.tournament.format import slugs
from carrom_web.competitions.events.event_forms import CategoryForm, EventForm
from carrom_web.competitions.events.labels import format_label
from carrom_web.core.form_errors import error_list

MOST_CATEGORIES = 18  # with all their fields below DATA_UPLOAD_MAX_NUMBER_FIELDS
SPARE_ROWS = 1


class EditedForms:
    """What an organiser has typed, or what stands already."""

    def __init__(self, before: EventTerms, data: Mapping[str, Any] | None = None, *, is_new: bool = False) -> None:
        self.before, self.is_new = before, is_new
        rows: Any = forms.formset_factory(
            CategoryForm, extra=SPARE_ROWS, max_num=MOST_CATEGORIES, validate_max=True, absolute_max=MOST_CATEGORIES + 1
        )
        choices = [(slug, format_label(slug)) for slug in slugs()]
        kwargs = {"formats": choices}
        if data is None:
            self.form = EventForm(initial=EventForm.told_by(before))
            told = [CategoryForm.told_by(category) for category in before.categories]
            self.rows = rows(initial=told, form_kwargs=kwargs, prefix="c")
        else:
            self.form = EventForm(data)
            self.rows = rows(data, form_kwargs=kwargs, prefix="c")

    def terms(self) -> EventTerms | None:
        """The event as told; None if something is wrong, which then stands in the forms."""
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
        return next(key for key in (base, *(f"{base}-{n}" for n in range(2, 99))) if key not in taken)

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        found = []
        for form in (self.form, *self.rows):
            found += error_list(form)
        return found + [{"field": "", "id": "", "text": str(text)} for text in self.rows.non_form_errors()]
