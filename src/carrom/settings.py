"""Settings of organisers: declared once, with type, default, bounds, label and help.

A setting is declared with the field of its dataclass (`setting`), or in the options of a tournament format. Forms,
pages, files and printouts are made from the declaration. Labels and help are marked for translators where they stand,
by
`carrom.messages.gettext_noop`, and translated where they are shown.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from datetime import date, time
from enum import Enum
from functools import cache, reduce
from types import MappingProxyType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.errors import NotAllowedError
from carrom.messages import Message, Phrase

T = TypeVar("T")
SETTING, PART = "setting", "part"
NO_CHOICES: Mapping[str, str] = MappingProxyType({})
Conditions = Mapping[str, tuple[str, ...]]
ALWAYS: Conditions = MappingProxyType({})
Input = Literal["", "lines", "money", "email", "tel", "url", "color", "day", "clock"]


class SettingError(NotAllowedError):
    """A setting that there is not, or a value that it does not take."""

    code = "bad-setting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting; without a default a value must be given.

    `says` is its help: a sentence without capital and full stop. `least` and `most` bound a number; `longest` and
    `pattern` a text, of which `example` is one; `choices` closes the set of values, each with its label and, where that
    does not tell enough, a `choice_help`. `input` is a special kind of field: several lines, an amount (the value is
    whole cents), an address of a person or a page, a colour,
    a day or a time of the clock (the value is a text as ISO writes it).

    `group` is the part of the form in which it is asked, `required` there even if there is a default; `value_names` are
    what single values are called, of an open set that means something else by them (0 for any number, nothing for
    none). Where public pages and printouts show the value, `shown_as` is its text there (`%(value)s`); `only_if` names
    other settings with the values, as `choice_of` names them, with which this one matters.

    `type` is that of its values (of its members, where there are `several`: of a closed set any of its choices, all of
    them in an order that matters where it is `ordered`), `takes_none` whether it may be left open, `path` leads to the
    field from the outermost dataclass.
    """

    default: Any = MISSING
    label: str
    says: str = ""
    least: float | None = None
    most: float | None = None
    longest: int = 80
    pattern: str = ""
    example: str = ""
    choices: Mapping[str, str] = field(default_factory=lambda: NO_CHOICES)
    choice_help: Mapping[str, str] = field(default_factory=lambda: NO_CHOICES)
    input: Input = ""
    group: str = ""
    required: bool = False
    value_names: Mapping[str, str] = field(default_factory=lambda: NO_CHOICES)
    shown_as: Message = ""
    only_if: Conditions = field(default_factory=lambda: ALWAYS)
    type: Any = None
    several: bool = False
    ordered: bool = False
    takes_none: bool = False
    path: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """A setting without a field is of its default's type."""
        if self.type is None and self.default is not MISSING:
            object.__setattr__(self, "type", type(self.default))

    def refusal(self, name: str, value: Any) -> SettingError | None:
        """Return the error of a value, None without one; `name` is the setting's name in the error."""
        if value is None and self.takes_none:
            return None
        reason = self._reason(value)
        if reason is None:
            return None
        bounds: Mapping[str, Mapping[str, object]] = {
            "choices": {"choices": tuple(self.choices)},
            "least": {"least": self.least},
            "most": {"most": self.most},
            "longest": {"longest": self.longest},
            "pattern": {"example": self.example},
        }
        return SettingError(reason, setting=name, value=value, **bounds.get(reason, {}))

    def _reason(self, value: Any) -> str | None:
        members = value if self.several and isinstance(value, tuple) else (value,)
        reasons = (reason for one in members if (reason := self._reason_of(one)) is not None)
        repeated = "twice" if self.ordered and len(set(members)) < len(members) else None
        return next(reasons, repeated)

    def _reason_of(self, one: Any) -> str | None:
        """Return the fault of a value, or of one of several."""
        if isinstance(one, bool) != (self.type is bool) or not isinstance(one, self._types):
            return _NOT_OF_TYPE.get(self.type, "not-a-word")
        if self.choices:
            return None if choice_of(one) in self.choices else "choices"
        if isinstance(one, str):
            return self._reason_of_text(one)
        if isinstance(one, int | float) and self.least is not None and one < self.least:
            return "least"
        return "most" if isinstance(one, int | float) and self.most is not None and one > self.most else None

    def _reason_of_text(self, text: str) -> str | None:
        if len(text) > self.longest:
            return "longest"
        if text and self.pattern and not re.fullmatch(self.pattern, text):
            return "pattern"
        if text and self.input in _WRITTEN and not _is_written(text, self.input):
            return "not-a-day" if self.input == "day" else "not-a-clock"
        return None

    @property
    def _types(self) -> Any:
        return (int, float) if self.type is float else self.type

    def of(self, owner: Any) -> Any:
        """The value that an outermost dataclass has."""
        return reduce(getattr, self.path, owner)

    def matters(self, owner: Any) -> bool:
        """Whether it changes anything with the other settings as they stand."""
        known = settings_of(type(owner))
        return all(choice_of(known[name].of(owner)) in values for name, values in self.only_if.items())


Settings = Mapping[str, Setting]
_WRITTEN: Mapping[str, Callable[[str], str]] = {
    "day": lambda text: date.fromisoformat(text).isoformat(),
    "clock": lambda text: time.fromisoformat(text).isoformat("minutes"),
}
_NOT_OF_TYPE: Mapping[Any, str] = {bool: "not-yes-or-no", int: "not-whole", float: "not-a-number", str: "not-a-word"}


def _is_written(text: str, kind: str) -> bool:
    """Whether a text is a day or a time as ISO writes them, to the minute."""
    try:
        return _WRITTEN[kind](text) == text
    except ValueError:
        return False


def check_settings(known: Settings, given: Mapping[str, Any]) -> None:
    """Check an organiser's values. Raises SettingError."""
    for name, value in given.items():
        if name not in known:
            raise SettingError("unknown", setting=name, settings=list(known))
        refusal = known[name].refusal(name, value)
        if refusal is not None:
            raise refusal


def setting(default: Any = MISSING, *, label: str, **declared: Any) -> Any:
    """Declare the field of a dataclass as a setting; `declared` as in `Setting`."""
    own = Setting(default=default, label=label, type=object, **declared)
    return field(default=default, metadata={SETTING: own})


def part(default: Any = MISSING, *, only_if: Conditions = ALWAYS) -> Any:
    """Declare the field of a dataclass as a dataclass whose settings are also its own, under `field_setting`.

    `only_if` holds for all of them, as that of `Setting` for one.
    """
    return field(default=default, metadata={PART: only_if})


def settings_of(kind: type[Any]) -> Settings:
    """The settings that a dataclass declares, its parts' included, in the order of its fields."""
    key: Any = kind
    return _settings_of(key)


@cache
def _settings_of(kind: type[Any]) -> Settings:
    hints = get_type_hints(kind)
    found: dict[str, Setting] = {}
    for one in fields(kind):
        if SETTING in one.metadata:
            found[one.name] = replace(_typed(one.metadata[SETTING], hints[one.name]), path=(one.name,))
        elif PART in one.metadata:
            for name, inner in settings_of(hints[one.name]).items():
                conditions = {f"{one.name}_{other}": values for other, values in inner.only_if.items()}
                conditions |= one.metadata[PART]
                found[f"{one.name}_{name}"] = replace(inner, path=(one.name, *inner.path), only_if=conditions)
    return MappingProxyType(found)


def _typed(declared: Setting, hint: Any) -> Setting:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    (kind,) = (one for one in parts if one is not type(None))
    several = get_origin(kind) is tuple
    if several:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        kind = str
    return replace(declared, type=kind, several=several, takes_none=type(None) in parts)


def with_values(owner: T, values: Mapping[str, Any], **others: Any) -> T:
    """A dataclass with other values of its settings, named as in `settings_of`, and of its `others` fields, at once."""
    own = settings_of(type(owner))
    made: T = _replaced(owner, {own[name].path: value for name, value in values.items()}, others)
    return made


def _replaced(owner: Any, values: Mapping[tuple[str, ...], Any], others: Mapping[str, Any]) -> Any:
    changes, inner = dict(others), dict[str, dict[tuple[str, ...], Any]]()
    for (first, *rest), value in values.items():
        if rest:
            inner.setdefault(first, {})[tuple(rest)] = value
        else:
            changes[first] = value
    changes |= {name: _replaced(getattr(owner, name), more, {}) for name, more in inner.items()}
    return replace(owner, **changes)


def refusals(owner: Any) -> Mapping[str, SettingError]:
    """Return the errors of the settings of a dataclass, by their names; errors call each by its label."""
    found = {name: one.refusal(Phrase(one.label), one.of(owner)) for name, one in settings_of(type(owner)).items()}
    return {name: refusal for name, refusal in found.items() if refusal is not None}


def plain(value: Any) -> Any:
    """A value as forms name it: a member of an enum by its value."""
    return value.value if isinstance(value, Enum) else value


def choice_of(value: Any) -> str:
    """A value as `choices` and `value_names` name it; nothing is an empty text."""
    return "" if value in (None, ()) else str(plain(value))
