"""Settings as fields of forms and as rows of pages: made from what is declared (`carrom.settings`), and read by it."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, replace
from datetime import date, time
from decimal import Decimal
from enum import Enum
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.settings import Setting, Settings, choice_of, plain, settings_of
from carrom_web.core.fast_widgets import PlainSelect, PlainText
from carrom_web.core.order_field import OrderField
from carrom_web.core.translation import filled, localized

YES_OR_NO = (("yes", gettext_lazy("yes")), ("no", gettext_lazy("no")))


class NumberInput(PlainText):
    """The browser's own field for a number."""

    input_type = "number"


class DateInput(forms.DateInput):
    """The browser's own field for a date."""

    input_type = "date"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(attributes, format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    """The browser's own field for a time of the day."""

    input_type = "time"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(attributes, format="%H:%M")


def field_of(one: Setting) -> forms.Field:
    """The field of a setting. Left empty it means the default, which stands in it as a placeholder."""
    general: dict[str, Any] = {
        "label": _(one.label),
        "help_text": help_of(one),
        "required": one.required or (one.default is MISSING and not one.takes_none),
        "initial": None if one.default is MISSING else initial_of(one, one.default),
    }
    if one.type is bool:
        return forms.ChoiceField(choices=YES_OR_NO, widget=PlainSelect, **general)
    if one.ordered:
        return OrderField(one, **general)
    if one.choices or issubclass(one.type, Enum):
        choices = [(value, _(label)) for value, label in one.choices.items()]
        if one.several:
            return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **general)
        return forms.ChoiceField(choices=choices, widget=PlainSelect, **general)
    return _open_field(one, general)


def _open_field(one: Setting, general: dict[str, Any]) -> forms.Field:
    if one.several:
        return _text_field(replace(one, input=""), general)
    if one.type is date or one.input == "day":
        return forms.DateField(widget=DateInput(), **general)
    if one.type is time or one.input == "clock":
        return forms.TimeField(widget=TimeInput(), **general)
    if one.input == "money":
        return forms.DecimalField(max_digits=9, decimal_places=2, widget=NumberInput(_bounds(one)), **general)
    if one.type is int:
        return forms.IntegerField(widget=NumberInput(_bounds(one)), **general)
    if one.type is float:
        return forms.FloatField(widget=NumberInput({**_bounds(one), "step": "any"}), **general)
    return _text_field(one, general)


def _text_field(one: Setting, general: dict[str, Any]) -> forms.Field:
    hint = {"placeholder": one.example} if one.example else {}
    if one.input == "lines":
        return forms.CharField(max_length=one.longest, widget=forms.Textarea({"rows": 3, **hint}), **general)
    if one.input == "email":
        return forms.EmailField(max_length=one.longest, widget=forms.EmailInput(hint), **general)
    kind = {"type": one.input} if one.input else {}
    return forms.CharField(max_length=one.longest, widget=forms.TextInput({**kind, **hint}), **general)


def _bounds(one: Setting) -> dict[str, Any]:
    hint = {} if one.default in (MISSING, None) else {"placeholder": initial_of(one, one.default)}
    if one.input == "money":
        return {"min": 0, "step": "0.01", **hint}
    return {"min": one.least, "max": one.most, **hint}


def initial_of(one: Setting, value: Any) -> Any:
    """A value as the field shows it."""
    if value is None:
        return None
    if one.several:
        return [plain(member) for member in value] if one.choices else " ".join(map(str, value))
    if one.type is bool:
        return "yes" if value else "no"
    return f"{value / 100:.2f}" if one.input == "money" else plain(value)


def value_of(one: Setting, given: Any) -> Any:
    """The value that the field was given; raises ValidationError."""
    if given in (None, "", ()) and one.default is not MISSING:
        return one.default
    if given in (None, "") and one.takes_none:
        return None
    if one.several:
        members = given if one.choices else given.replace(",", " ").split()
        value: Any = tuple(one.type(member) for member in members)
    elif one.input == "day":
        value = given.isoformat()
    elif one.input == "clock":
        value = given.isoformat("minutes")
    elif one.type is bool:
        value = given == "yes"
    elif one.input == "money":
        value = int(Decimal(given) * 100)
    else:
        value = one.type(given) if one.choices else given
    refusal = one.refusal(_(one.label), value)
    if refusal is not None:
        raise ValidationError(localized(refusal))
    return value


def help_of(one: Setting) -> str:
    """The help of a setting, as a sentence."""
    return sentence_of(one.says) if one.says else ""


def sentence_of(text: str) -> str:
    """A text that is marked for translators as a sentence, with its capital and full stop."""
    translated = _(text)
    return f"{translated[:1].upper()}{translated[1:]}."


def value_label(one: Setting, value: Any) -> str:
    """A value as pages and printouts show it; empty: there is nothing to show."""
    name = one.value_names.get(choice_of(value))
    if name is None and value in (None, "", ()):
        return ""
    text = (
        _(name)
        if name is not None
        else ", ".join(_value_label(one, member) for member in (value if one.several else (value,)))
    )
    return filled(one.shown_as, {"value": text}) if one.shown_as else text


def _value_label(one: Setting, value: Any) -> str:
    if one.type is bool:
        return _("yes") if value else _("no")
    if choice_of(value) in one.choices:
        return _(one.choices[choice_of(value)])
    if one.type is date or one.input == "day":
        return formats.date_format(date.fromisoformat(str(value)), "DATE_FORMAT")
    return formats.time_format(value, "H:i") if one.type is time else str(value)


def shown_rows(owner: Any, *, changed_only: bool = False, group: str = "") -> list[tuple[str, str]]:
    """Label and value of each setting that pages and printouts show; where asked, those of a group, or not as usual."""
    return [
        (_(one.label), text)
        for one in settings_of(type(owner)).values()
        if one.shown_as
        and one.matters(owner)
        and group in ("", one.group)
        and not (changed_only and one.of(owner) == one.default)
        and (text := value_label(one, one.of(owner)))
    ]


class SettingsForm(forms.Form):
    """A form whose fields are settings; `checks` off: what was typed is shown again without saying what is wrong."""

    settings: ClassVar[Settings]

    def __init__(self, *args: Any, checks: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.checks = checks
        self.asked: dict[str, Setting] = {}
        self.add_settings(self.settings)

    def add_settings(self, settings: Settings) -> None:
        """Ask for these too."""
        self.asked |= settings
        self.fields.update({name: field_of(one) for name, one in settings.items()})

    @property
    def errors(self) -> Any:
        """Return the errors as Django's."""
        return super().errors if self.checks else forms.utils.ErrorDict()

    def clean(self) -> dict[str, Any]:
        """Each value as its setting takes it; what it does not take stands at its field."""
        given = super().clean() or self.cleaned_data
        for name, one in self.asked.items():
            if name in given:
                try:
                    given[name] = value_of(one, given[name])
                except ValidationError as refused:
                    self.add_error(name, refused)
        return given

    def values(self, names: Iterable[str]) -> dict[str, Any]:
        """The values of these settings; those that the form does not ask are left out."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields}

    def sections(self) -> Mapping[str, list[forms.BoundField]]:
        """The fields of settings by the part of the form in which they are asked."""
        found: dict[str, list[forms.BoundField]] = {}
        for name, one in self.asked.items():
            if name in self.fields:
                found.setdefault(one.group, []).append(self[name])
        return found


def initial_values(owner: Any) -> dict[str, Any]:
    """The fields of the settings of a dataclass as they stand."""
    return {name: initial_of(one, one.of(owner)) for name, one in settings_of(type(owner)).items()}
