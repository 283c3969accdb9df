"""Fields for the values of a ruleset that a match may change: made from the ruleset itself, none by hand."""

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from carrom.laws.texts.lookup import spoken
from carrom.laws.values import RulesetValueError, checked_value, choices, group_of, parameters, says
from carrom_web.core.fast_widgets import PlainSelect, PlainText
from carrom_web.core.translation import current_language, localized

PREFIX = "option_"
# what most clubs change; shown before the others
FRONT = (
    "game_target",
    "board_limit",
    "match_wins_needed",
    "decider",
    "tie_at_limit",
    "queen_points",
    "queen_pays_up_to",
    "break_attempts",
    "stroke_cap",
    "boards_per_set",
)


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together, by the name of their group."""

    title: str
    names: tuple[str, ...]


def changeable() -> list[str]:
    """Names of the values that a form can ask for: words, yes or no, numbers."""
    plain = (bool, int, NoneType)
    found = []
    for name, hint in parameters().items():
        parts = typing.get_args(hint) or (hint,)
        words = choices(name)
        if words or all(part in plain for part in parts):
            found.append(name)
    return found


def groups() -> list[Group]:
    """The fields by group, what most clubs change first."""
    by_group: dict[str, list[str]] = {_("changed most often"): [name for name in FRONT if name in parameters()]}
    for name in changeable():
        if name not in FRONT:
            by_group.setdefault(_(group_of(name)), []).append(name)
    return [Group(title, tuple(PREFIX + name for name in names)) for title, names in by_group.items()]


def fields() -> dict[str, forms.Field]:
    """A field for each value, empty unless it is to be changed."""
    return {PREFIX + name: _field(name) for name in changeable()}


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a field in one language."""

    label: str
    hint: str  # of a number; "" for words
    words: tuple[tuple[str, str], ...]


@cache
def _texts(name: str, language: str) -> _Texts:
    """Look up the texts of a field in the language that is in force."""
    words = [(str(word), _(spoken(word)) if isinstance(word, str) else str(word)) for word in choices(name)]
    parts = typing.get_args(parameters()[name]) or (parameters()[name],)
    if bool in parts:
        words += [("yes", _("yes")), ("no", _("no"))]
    label = _(says(name))
    label = label[:1].upper() + label[1:]
    if int in parts and not words:
        return _Texts(label, _("number or none") if NoneType in parts else _("number"), ())
    return _Texts(label, "", (("", _("unchanged")), *words))


def _field(name: str) -> forms.Field:
    texts = _texts(name, current_language())
    if texts.hint:
        number = PlainText({"placeholder": texts.hint})
        return forms.CharField(label=texts.label, required=False, max_length=6, widget=number)
    field = forms.ChoiceField(label=texts.label, required=False, choices=lambda: texts.words, widget=PlainSelect)
    widget: Any = field.widget
    widget.choices = texts.words  # as they are: Django looks at each of them, for all fields half the time of a form
    return field


def chosen(cleaned: Mapping[str, Any]) -> tuple[dict[str, object], dict[str, str]]:
    """The values that were changed, and a sentence by field for each that cannot be."""
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    for name in changeable():
        text = str(cleaned.get(PREFIX + name) or "").strip()
        if not text:
            continue
        given: object = text
        if text in ("yes", "no") and bool in (typing.get_args(parameters()[name]) or (parameters()[name],)):
            given = text == "yes"
        elif text.isdecimal():
            given = int(text)
        try:
            checked_value(name, given)
        except RulesetValueError as error:
            errors[PREFIX + name] = localized(error)
        else:
            values[name] = given
    return values, errors
