"""A form of a season with its divisions as rows: shown, read, made into terms."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import slugify

from carrom.league.solo_terms import Division, SeasonTerms
from carrom_web.competitions.solo_leagues.forms import DivisionForm, SeasonForm
from carrom_web.core.form_errors import error_list

MOST_DIVISIONS = 12
SPARE_ROWS = 1


class EditedForms:
    """What an organiser has typed, or what stands already."""

    def __init__(self, before: SeasonTerms, data: Mapping[str, Any] | None = None) -> None:
        self.before = before
        rows: Any = forms.formset_factory(
            DivisionForm, extra=SPARE_ROWS, max_num=MOST_DIVISIONS, validate_max=True, absolute_max=MOST_DIVISIONS + 1
        )
        if data is None:
            self.form = SeasonForm(initial=SeasonForm.initial_of(before))
            initial = [
                DivisionForm.initial_of(one) for one in before.divisions if one.title or len(before.divisions) > 1
            ]
            self.rows = rows(initial=initial, prefix="d")
        else:
            self.form = SeasonForm(data)
            self.rows = rows(data, prefix="d")

    def terms(self) -> SeasonTerms | None:
        """The season as entered; None if something is wrong, which the forms then show."""
        if not (self.form.is_valid() & self.rows.is_valid()):
            return None
        known = {one.key for one in self.before.divisions}
        divisions: list[Division] = []
        for row in self.rows:
            if row.cleaned_data.get("title"):
                key = row.cleaned_data["key"] if row.cleaned_data["key"] in known else self._new_key(row, divisions)
                divisions.append(row.division(key))
        return self.form.terms(divisions or [Division(key=self.before.divisions[0].key, title="")], self.before)

    def _new_key(self, row: DivisionForm, divisions: list[Division]) -> str:
        base = slugify(row.cleaned_data["title"])[:36] or "division"
        taken = {one.key for one in (*self.before.divisions, *divisions)}
        return next(key for key in (base, *(f"{base}-{n}" for n in range(2, 99))) if key not in taken)

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        found = error_list(self.form, *self.rows)
        return found + [{"field": "", "id": "", "text": str(text)} for text in self.rows.non_form_errors()]
