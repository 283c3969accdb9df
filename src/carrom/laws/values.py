"""A ruleset's values: their names, types and choices; a ruleset with some of them changed.

Reads the declarations of `Ruleset`; a new value needs nothing here.
"""

import json
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Literal

from carrom.errors import UnreadableError
from carrom.laws.facts import KIND_OF_FACT
from carrom.laws.ruleset import Ruleset


class RulesetValueError(UnreadableError):
    """A ruleset has no such value, or the value is outside its set; `name` says which."""

    code = "ruleset-value"

    def __init__(self, reason: str, /, *, name: str, **parameters: object) -> None:
        super().__init__(reason, name=name, **parameters)
        self.name = name


NOT_OPTIONS = frozenset({"slug", "title", "edition", "inherits", "citations", "fact_citations", "conditions"})

# What was once a value and is none any more, since it never changed a ruling, and what it could be. Heads of old
# matches, files of clubs and law cases may name it: it is read, and nothing follows from it.
RETIRED: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "cover_colour": ("own", "white"),  # a coin of the side that strikes covers; alone that side plays white first
        "owed_colour_solo": (
            "phase",
        ),  # a due of one who plays alone is of the colour in play: nothing else was offered
        "overlap": ("stays",),  # coins that lie on each other stay: nothing else was offered
        "pocketed_when": ("fully_inside",),  # a piece is down when it fell: nothing else was offered
    }
)


@cache
def parameters() -> Mapping[str, Any]:
    """Every value's name with its type, in the order in which they are declared."""
    hints = typing.get_type_hints(Ruleset)
    return MappingProxyType({f.name: hints[f.name] for f in fields(Ruleset) if f.name not in NOT_OPTIONS})


@cache
def choices(name: str) -> tuple[Any, ...]:
    """The words (or numbers) a value may be that names a behaviour; empty for plain numbers, texts and truths."""
    found: list[Any] = []
    for part in _parts(parameters()[name]):
        if typing.get_origin(part) is Literal:
            found.extend(typing.get_args(part))
    return tuple(found)


def default_of(name: str) -> Any:
    """The default of a value."""
    declared = _declared()[name]
    return declared.default if declared.default is not MISSING else declared.default_factory()


def says(name: str) -> str:
    """The meaning of a value in words."""
    return str(_declared()[name].metadata["says"])


def group_of(name: str) -> str:
    """Under which heading a value stands."""
    return str(_declared()[name].metadata["group"])


def with_values(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """The ruleset with some values changed, each checked against its type.

    Numbers that may be absent are written as a number, None or the word "none".

    Raises:
        RulesetValueError: no value has this name, or it is invalid.
    """
    checked: dict[str, Any] = {name: checked_value(name, changed) for name, changed in changes.items()}
    checked = {name: held for name, held in checked.items() if name not in RETIRED}
    return replace(ruleset, **checked) if checked else ruleset


def differing_values(ruleset: Ruleset) -> dict[str, object]:
    """Every value that differs from the defaults, ready for a record: words, numbers, truths, None, lists, tables."""
    differing: dict[str, object] = {}
    for name in parameters():
        held = getattr(ruleset, name)
        if held != default_of(name):
            if isinstance(held, tuple):
                held = list(held)
            elif isinstance(held, Mapping):
                held = dict(held)
            differing[name] = held
    return differing


def checked_value(name: str, given: object) -> object:
    """A value as the ruleset holds it, from what a record, an option or a case gives.

    Raises:
        RulesetValueError: no value has this name, or it is invalid.
    """
    if name in RETIRED and given in RETIRED[name]:
        return given
    if name not in parameters():
        raise RulesetValueError("unknown", name=name)
    for part in _parts(parameters()[name]):
        fits, held = _fit(part, given, _declared()[name].metadata["least"])
        if fits:
            return held
    raise RulesetValueError("not-possible", name=name, given=written(given), choices=_described(name))


def written(held: object) -> str:
    """A value as a TOML file has it: `true`, `3`, `"foul"`, `["thumb"]`, `{push = "foul"}`; absent: `"none"`."""
    if isinstance(held, bool):
        return "true" if held else "false"
    if held is None:
        return '"none"'
    if isinstance(held, Mapping):
        return "{" + ", ".join(f"{key} = {written(item)}" for key, item in held.items()) + "}"
    if isinstance(held, (list, tuple, frozenset)):
        return "[" + ", ".join(map(written, held)) + "]"
    return json.dumps(held, ensure_ascii=False) if isinstance(held, str) else str(held)


def _parts(hint: Any) -> tuple[Any, ...]:
    """The members of a union; a plain type as its only member."""
    origin = typing.get_origin(hint)
    if origin is typing.Union or origin is type(int | str):
        return typing.get_args(hint)
    return (hint,)


def _fit(part: Any, given: object, least: int | None) -> tuple[bool, object]:
    """Whether something fits one type, and what it is then."""
    origin = typing.get_origin(part)
    if origin is Literal:
        same = [option for option in typing.get_args(part) if option == given and type(option) is type(given)]
        return bool(same), given
    if part is NoneType:
        return given is None or given == "none", None
    if part is bool:
        return isinstance(given, bool), given
    if part is int:
        is_number = isinstance(given, int) and not isinstance(given, bool)
        return is_number and (least is None or given >= least) and given <= 10_000, given  # type: ignore[operator]
    if part is str:
        return isinstance(given, str), given
    if origin is tuple:
        kind = typing.get_args(part)[0]
        if isinstance(given, (list, tuple)) and all(_fit(kind, item, None)[0] for item in given):
            return True, tuple(given)
        return False, None
    if isinstance(given, Mapping):
        effect = typing.get_args(part)[1]
        if all(fact in KIND_OF_FACT and _fit(effect, does, None)[0] for fact, does in given.items()):
            return True, MappingProxyType(dict(given))
    return False, None


def _described(name: str) -> list[str]:
    """The allowed values, for an error."""
    words: list[str] = []
    least = _declared()[name].metadata["least"]
    for part in _parts(parameters()[name]):
        if typing.get_origin(part) is Literal:
            words.extend(written(option) for option in typing.get_args(part))
        elif part is NoneType:
            words.append(written(None))
        elif part is int:
            words.append("a whole number" if least is None else f"a whole number from {least}")
        elif part is bool:
            words.append("true or false")
        else:
            words.append("a list" if typing.get_origin(part) is tuple else "a table" if part is not str else "a text")
    return words


@cache
def _declared() -> Mapping[str, Any]:
    """The declarations by name."""
    return MappingProxyType({f.name: f for f in fields(Ruleset)})
