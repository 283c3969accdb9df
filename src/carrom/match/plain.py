"""Values of a match as plain data (dicts, lists, texts, numbers) and back, strictly.

One codec for everything that is stored as JSON: entries, heads, states. It is driven by the types' own fields, so a
new field needs nothing here. Fields that hold their default are left out. Floats stay exact, since JSON text of a float
reads back as the same float64. Standard library only.
"""

import dataclasses
import math
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

from carrom.errors import UnreadableError

Plain = dict[str, Any] | list[Any] | str | int | float | bool | None
T = TypeVar("T")


class UnreadableDataError(UnreadableError):
    """Plain data that is not what it should be; the sentence says where."""

    code = "unreadable-data"


def to_plain(value: object) -> Any:
    """A value of the match as plain data, ready for `json.dumps(..., allow_nan=False)`.

    Raises:
        TypeError: a value of another kind, or a number that is not finite.
    """
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise TypeError(f"{value} is not finite")
        return value
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        held = {}
        for field in dataclasses.fields(value):
            inner = getattr(value, field.name)
            if not _is_default(field, inner):
                held[field.name] = to_plain(inner)
        kind = getattr(type(value), "kind", None)
        return {"kind": kind, **held} if isinstance(kind, str) else held
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, Mapping):
        return {str(to_plain(key)): to_plain(item) for key, item in value.items()}
    raise TypeError(f"{type(value).__name__} has no plain form")


def from_plain(expected: type[T], data: object) -> T:
    """The value that `to_plain` gave, checked field by field against the types.

    Raises:
        UnreadableDataError: a field is missing, unknown, or of the wrong kind; the value itself cannot be.
    """
    return typing.cast(T, _reader(expected)(data, expected.__name__))


Reader = Callable[[object, str], Any]


@cache
def _reader(hint: Any) -> Reader:
    """What reads a value of this type."""
    origin = get_origin(hint)
    if hint is Any or hint is object:
        return lambda data, where: data
    if origin is Union or origin is types.UnionType:
        return _union_reader(hint)
    if origin is typing.Literal:
        return _literal_reader(get_args(hint))
    if origin is tuple:
        return _tuple_reader(get_args(hint))
    if origin is frozenset:
        item = _reader(get_args(hint)[0])
        return lambda data, where: frozenset(item(d, f"{where}[{k}]") for k, d in enumerate(_list(data, where)))
    if hint is type(None):
        return _none
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return _enum_reader(hint)
        if dataclasses.is_dataclass(hint):
            return _dataclass_reader(hint)
        if issubclass(hint, tuple) and hasattr(hint, "_fields"):
            return _named_tuple_reader(hint)
        if hint in (str, bool, int, float):
            return _scalar_reader(hint)
    raise TypeError(f"{hint!r} has no plain form")


def _none(data: object, where: str) -> None:
    if data is not None:
        raise UnreadableDataError(f"{where} must be null")


def _list(data: object, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise UnreadableDataError(f"{where} must be a list")
    return data


def _scalar_reader(kind: type) -> Reader:
    def read(data: object, where: str) -> Any:
        if kind is float and isinstance(data, int) and not isinstance(data, bool):
            data = float(data)
        if type(data) is not kind:
            raise UnreadableDataError(f"{where} must be of type {kind.__name__}")
        if isinstance(data, float) and not math.isfinite(data):
            raise UnreadableDataError(f"{where} must be finite")
        return data

    return read


def _enum_reader(kind: type[Enum]) -> Reader:
    def read(data: object, where: str) -> Any:
        try:
            return kind(data)
        except ValueError:
            raise UnreadableDataError(f"{where} cannot be {data!r}") from None

    return read


def _literal_reader(allowed: tuple[Any, ...]) -> Reader:
    def read(data: object, where: str) -> Any:
        for option in allowed:
            if option == data and type(option) is type(data):
                return option
        raise UnreadableDataError(f"{where} cannot be {data!r}")

    return read


def _tuple_reader(hints: tuple[Any, ...]) -> Reader:
    if len(hints) == 2 and hints[1] is Ellipsis:
        item = _reader(hints[0])
        return lambda data, where: tuple(item(d, f"{where}[{k}]") for k, d in enumerate(_list(data, where)))
    items = [_reader(hint) for hint in hints]

    def read(data: object, where: str) -> Any:
        held = _list(data, where)
        if len(held) != len(items):
            raise UnreadableDataError(f"{where} must have {len(items)} items")
        return tuple(item(d, f"{where}[{k}]") for k, (item, d) in enumerate(zip(items, held, strict=True)))

    return read


def _named_tuple_reader(kind: Any) -> Reader:
    hints = typing.get_type_hints(kind)
    whole = _tuple_reader(tuple(hints[name] for name in kind._fields))
    return lambda data, where: kind(*whole(data, where))


def _dataclass_reader(kind: Any) -> Reader:
    # fields are read on first use: types may refer to each other
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    tag = getattr(kind, "kind", None) if isinstance(getattr(kind, "kind", None), str) else None

    def read(data: object, where: str) -> Any:
        if not isinstance(data, dict):
            raise UnreadableDataError(f"{where} must be an object")
        held = dict(data)
        if tag is not None and held.pop("kind", None) != tag:
            raise UnreadableDataError(f"{where}.kind must be {tag!r}")
        if unknown := sorted(str(name) for name in held if name not in fields):
            raise UnreadableDataError(f"{where} has unknown members: {', '.join(unknown)}")
        given = {name: _reader(hints[name])(inner, f"{where}.{name}") for name, inner in held.items()}
        try:
            return kind(**given)
        except TypeError:
            missing = sorted(n for n, f in fields.items() if n not in given and not _has_default(f))
            raise UnreadableDataError(f"{where} lacks: {', '.join(missing)}") from None

    return read


def _union_reader(hint: Any) -> Reader:
    members = get_args(hint)
    tagged = {
        member.kind: _reader(member)
        for member in members
        if dataclasses.is_dataclass(member) and isinstance(getattr(member, "kind", None), str)
    }
    others = [member for member in members if getattr(member, "kind", None) not in tagged or member is type(None)]

    def read(data: object, where: str) -> Any:
        if isinstance(data, dict) and tagged:
            reader = tagged.get(str(data.get("kind")))
            if reader is not None:
                return reader(data, where)
        for member in others:
            try:
                return _reader(member)(data, where)
            except UnreadableDataError as error:
                if len([m for m in members if m is not type(None)]) == 1 and data is not None:
                    raise error
        raise UnreadableDataError(f"{where} cannot be {str(data)[:60]!r}")

    return read


def _has_default(field: "dataclasses.Field[Any]") -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _is_default(field: "dataclasses.Field[Any]", value: object) -> bool:
    """Whether a field holds its default (equal and of the same kind), and so may be left out."""
    if field.default is dataclasses.MISSING:
        return False
    return type(field.default) is type(value) and bool(field.default == value)
