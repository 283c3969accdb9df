"""The options of formats as fields of a form: made from what each format says of itself, read by its own rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from carrom.match.rules import Values
from carrom.tournament.contest import Value
from carrom.tournament.format import find
from carrom.tournament.options import Option
from carrom_web.competitions.events.option_labels import choice_label, option_label, says_label
from carrom_web.core.translation import localized

PREFIX = "option"


def fields_of(slug: str) -> dict[str, forms.Field]:
    """Give the fields of a format's options by their names in the form."""
    return {_name(slug, name): _field(slug, name, option) for name, option in find(slug).options.items()}


def is_option(field: str, *, of: str = "") -> bool:
    """Whether a field is an option of a format, or of this one."""
    return field.startswith(f"{PREFIX}:{of}:" if of else f"{PREFIX}:")


def told_by(slug: str, stored: Values) -> dict[str, Any]:
    """The fields of a format as its options stand."""
    return {_name(slug, name): _shown(value) for name, value in stored}


def refusals(slug: str, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields with values that the format does not take, each with a sentence."""
    for name, option in find(slug).options.items():
        field = _name(slug, name)
        if given.get(field) in (None, ""):
            continue
        refusal = option.refusal(option_label(slug, name), _read(option, given[field]))
        if refusal is not None:
            yield field, localized(refusal)


def values(given: Mapping[str, Any], before: Values) -> Values:
    """The options of the chosen format that were stored before, or that differ from what is usual."""
    slug = given["format"]
    stored = dict(before)
    found: dict[str, Value] = {}
    for name, option in find(slug).options.items():
        told = given.get(_name(slug, name))
        value = option.default if told in (None, "") else _read(option, told)
        if value != option.default or (name in stored and stored[name] == value):
            found[name] = value
    order = [*(name for name in stored if name in found), *(name for name in found if name not in stored)]
    return tuple((name, found[name]) for name in order)


def _name(slug: str, name: str) -> str:
    return f"{PREFIX}:{slug}:{name}"


def _field(slug: str, name: str, option: Option) -> forms.Field:
    kept: dict[str, Any] = {
        "label": option_label(slug, name),
        "help_text": says_label(option.says),
        "required": False,
        "initial": _shown(option.default),
    }
    if isinstance(option.default, bool):
        return forms.ChoiceField(choices=[("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))], **kept)
    if option.choices:
        return forms.ChoiceField(choices=[(one, choice_label(name, one)) for one in option.choices], **kept)
    if isinstance(option.default, int):
        return forms.IntegerField(**kept)
    if isinstance(option.default, float):
        return forms.FloatField(**kept)
    return forms.CharField(max_length=80, **kept)


def _shown(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _read(option: Option, told: Any) -> Value:
    value: Value = told == "yes" if isinstance(option.default, bool) else told
    return value
