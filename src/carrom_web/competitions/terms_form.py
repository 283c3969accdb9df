"""The terms of a competition as a form, made of the settings that a dataclass declares."""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from carrom.settings import Settings, with_values
from carrom_web.accounts.services import tidy_name
from carrom_web.core.form_errors import error_list
from carrom_web.core.setting_fields import SettingsForm

T = TypeVar("T")


class TermsForm(SettingsForm):
    """What a competition announces.

    `groups` are the parts of the form in their order, each with its title (of `gettext_lazy`); `by_hand` are the fields
    that are more than a setting, by their part.
    """

    groups: ClassVar[Mapping[str, object]]
    by_hand: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def titled_sections(self) -> list[dict[str, Any]]:
        """The parts of the form as its template shows them: {name, title, fields}."""
        sections = self.sections()
        return [
            {
                "name": name,
                "title": title,
                "fields": sections[name] + [self[field] for field in self.by_hand.get(name, ())],
            }
            for name, title in self.groups.items()
        ]

    def clean_tie_order(self) -> str:
        """The matches of a tie of teams, where it is asked for: their letters, large and without space."""
        return str(self.cleaned_data["tie_order"]).replace(" ", "").upper()

    def put(self, before: T, settings: Settings | None = None, **others: Any) -> T:
        """The terms with what was typed, and `others` of their fields, instead of what they had."""
        settings = self.settings if settings is None else settings
        return with_values(before, _tidy(self.values(settings), settings), **others)


class OneForm:
    """Terms that one form holds, which has them as `made` once it is valid (`kinds.EditedTerms`)."""

    rows = ()

    def __init__(self, form: Any) -> None:
        self.form = form

    def terms(self) -> Any | None:
        """The terms; None if something is wrong, which then stands at its field."""
        return self.form.made if self.form.is_valid() else None

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        return error_list(self.form)


def _tidy(values: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Texts without what cannot be shown; those of several lines keep their lines."""

    def tidy(name: str, value: Any) -> Any:
        if type(value) is not str:
            return value
        return value.strip() if settings[name].input == "lines" else tidy_name(value, len(value))

    return {name: tidy(name, value) for name, value in values.items()}
