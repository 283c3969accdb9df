"""The terms of a competition as a form, made of the settings that dataclasses declare; their parts as rows."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.forms.formsets import TOTAL_FORM_COUNT
from django.utils.text import slugify

from carrom.settings import Settings, with_values
from carrom_web.accounts.services import tidy_name
from carrom_web.core.form_errors import error_list
from carrom_web.core.setting_fields import SettingsForm

T = TypeVar("T")
SETTINGS = "..."  # in `TermsForm.by_hand`: the settings stand here


class TermsForm(SettingsForm):
    """The announcement of a competition.

    `groups` are the parts of the form in their order, each with its title (of `gettext_lazy`), `notes` what is said of
    some below it; `by_hand` are the fields that are more than a setting, by their part, with `SETTINGS` where the
    settings stand among them, else at the end.
    """

    groups: ClassVar[Mapping[str, object]]
    notes: ClassVar[Mapping[str, object]] = {}
    by_hand: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def titled_sections(self) -> list[dict[str, Any]]:
        """The parts of the form as its template shows them: {name, title, note, fields}."""
        return [
            {"name": name, "title": title, "note": self.notes.get(name, ""), "fields": self._fields_of(name)}
            for name, title in self.groups.items()
        ]

    def _fields_of(self, part: str) -> list[forms.BoundField]:
        names = self.by_hand.get(part, ())
        settings = self.sections().get(part, [])
        at = names.index(SETTINGS) if SETTINGS in names else 0
        own = [self[name] for name in names if name != SETTINGS]
        return own[:at] + settings + own[at:]

    def clean_tie_order(self) -> str:
        """The matches of a tie of teams, where it is asked for: their letters, large and without space."""
        return str(self.cleaned_data["tie_order"]).replace(" ", "").upper()

    def put(self, before: T, settings: Settings | None = None, **others: Any) -> T:
        """The terms with what was typed, and `others` of their fields, instead of what they had."""
        settings = self.settings if settings is None else settings
        return with_values(before, _tidy(self.values(settings), settings), **others)


class OneForm:
    """Terms that one form holds, which has them as `made` once it is valid (`page_values.EditedTerms`)."""

    rows = ()
    again = False

    def __init__(self, form: Any) -> None:
        self.form = form

    def terms(self) -> Any | None:
        """The terms; None if something is wrong, which then stands at its field."""
        return self.form.made if self.form.is_valid() else None

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        return error_list(self.form)


class TermsWithRows(Generic[T]):
    """Terms in a form whose parts, as categories, are rows of their own (`page_values.EditedTerms`).

    A kind says with which forms, what the parts of its terms are, and makes terms of what was typed.
    """

    form_class: ClassVar[Any]
    row_class: ClassVar[Any]
    prefix: ClassVar[str]
    part_name: ClassVar[str]  # the key of a part whose title has no letters
    most: ClassVar[int | None] = None  # parts that there may be; None: as many as are sent
    buttons: ClassVar[Mapping[str, int]] = {}  # those that show the form again, and how many rows each adds

    def __init__(self, before: T, data: Mapping[str, Any] | None = None, is_new: bool = False) -> None:
        self.before, self.is_new = before, is_new
        pressed = "" if data is None else str(data.get("do", ""))
        self.again, more = pressed in self.buttons, self.buttons.get(pressed, 0)
        sent = max(len(self.parts_of(before)), self._rows_sent(data or {})) + 1 + more
        rows: Any = forms.formset_factory(
            self.row_class,
            extra=1,
            max_num=self.most or sent,
            absolute_max=self.most + 1 if self.most else sent,
            validate_max=self.most is not None,
        )
        checks = {"checks": not self.again}
        if data is None:
            self.form = self.form_class(initial=self.form_class.initial_of(before))
            initial = [self.row_class.initial_of(part) for part in self.parts_shown()]
            self.rows = rows(initial=initial, prefix=self.prefix)
        else:
            self.form = self.form_class(data, **checks)
            self.rows = rows(self._with_rows(data, more), form_kwargs=checks, prefix=self.prefix)

    @staticmethod
    def parts_of(terms: T) -> Sequence[Any]:
        """The parts of terms, each with a key and a title."""
        raise NotImplementedError

    def parts_shown(self) -> Sequence[Any]:
        """The parts with which the form begins."""
        return self.parts_of(self.before)

    def part(self, row: Any, key: str, old: Any | None) -> Any:
        """A part as it was typed, instead of `old`."""
        raise NotImplementedError

    def made(self, parts: Sequence[Any]) -> T | None:
        """The terms as they were typed; None if something is wrong with the whole, which then stands in the form."""
        raise NotImplementedError

    def terms(self) -> T | None:
        """The terms; None if something is wrong, which then stands in the forms."""
        if not (self.form.is_valid() & self.rows.is_valid()):
            return None
        known = {part.key: part for part in self.parts_of(self.before)}
        parts: list[Any] = []
        for row in self.rows:
            if title := row.cleaned_data.get("title"):
                key = row.cleaned_data["key"]
                if key not in known or (self.is_new and title != known[key].title):
                    key = self._new_key(title, parts)  # what a preset called otherwise has an address of its own
                parts.append(self.part(row, key, known.get(key)))
        return self.made(parts)

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        found = error_list(self.form, *self.rows)
        return found + [{"field": "", "id": "", "text": str(text)} for text in self.rows.non_form_errors()]

    def _new_key(self, title: str, parts: Sequence[Any]) -> str:
        base = slugify(title)[:36] or self.part_name
        taken = {part.key for part in (*self.parts_of(self.before), *parts)}
        return next(key for key in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if key not in taken)

    def _rows_sent(self, data: Mapping[str, Any]) -> int:
        """How many rows were sent: as many are read, whatever number the form claims to have."""
        sent = (name.split("-") for name in data if name.startswith(f"{self.prefix}-"))
        return len({number for _prefix, number, *_rest in sent if number.isdecimal()})

    def _with_rows(self, data: Mapping[str, Any], more: int) -> Mapping[str, Any]:
        """The form as it was sent, with so many more rows."""
        name = f"{self.prefix}-{TOTAL_FORM_COUNT}"
        count = str(data.get(name, ""))
        if not more or not count.isdecimal():
            return data
        found: Any = data.copy()  # type: ignore[attr-defined]
        found[name] = str(int(count) + more)
        return found


def _tidy(values: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Texts without what cannot be shown; those of several lines keep their lines."""

    def tidy(name: str, value: Any) -> Any:
        if type(value) is not str:
            return value
        return value.strip() if settings[name].input == "lines" else tidy_name(value, len(value))

    return {name: tidy(name, value) for name, value in values.items()}
