"""Values as plain JSON and back, by their types: strict, with the place of a fault in its message.

Dataclasses are objects without the members that have their default; one of several kinds says which by `is`.
"""

import dataclasses
import math
import types
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.errors import CarromError, UnreadableError

T = TypeVar("T")


class NotPlainError(UnreadableError):
    """Data that is not what it should be; `where` is the place in it, as a path: `lines[2].act`, "$" for the whole."""

    code = "bad-contest"

    def __init__(self, reason: str, /, *, where: str = "", **parameters: object) -> None:
        """Say what is wrong, and where."""
        super().__init__(reason, where=where.lstrip(".") or "$", **parameters)


def to_plain(value: object) -> Any:
    """The value as what JSON knows."""
    kind: Any = type(value)
    if kind in (str, int, float, bool, types.NoneType):
        return value
    if _is_object(kind):
        told: dict[str, Any] = {"is": _tag(kind)}
        for name, default in _defaults(kind).items():
            member = getattr(value, name)
            if default is dataclasses.MISSING or member != default:
                told[name] = to_plain(member)
        return told
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): to_plain(member) for key, member in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [to_plain(member) for member in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


def from_plain(kind: type[T], data: object) -> T:
    """The value of that type which the data tells. Raises NotPlainError."""
    any_kind: Any = kind
    made: T = _reader(any_kind)(data, "")
    return made


Reader = Callable[[object, str], Any]
"""Makes a value of one type of plain data; the second argument says where these stand."""


@cache
def _reader(kind: Any) -> Reader:
    """What reads this type. A type is looked at once, however many values of it a record holds."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _reader_of_one(get_args(kind))
    if origin is Literal:
        return _reader_of_words(get_args(kind))
    if dataclasses.is_dataclass(kind) or dataclasses.is_dataclass(origin):
        return _reader_of_object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _reader_of_enum(kind)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        members = tuple(_reader(member) for member in get_type_hints(kind).values())
        return _reader_of_members(members, lambda values: kind(*values))
    if origin in (tuple, frozenset):
        of: tuple[Any, ...] = get_args(kind)
        if origin is frozenset or of[-1:] == (Ellipsis,):
            return _reader_of_sequence(origin, _reader(of[0]))
        return _reader_of_members(tuple(map(_reader, of)), tuple)
    if origin is not None and issubclass(origin, Mapping):
        return _reader_of_mapping(_reader(get_args(kind)[1]))
    return _reader_of_scalar(kind)


def _reader_of_words(words: tuple[object, ...]) -> Reader:
    def read(data: object, where: str) -> object:
        if isinstance(data, str) and data in words:
            return data
        raise NotPlainError("not-one-of", where=where, choices=words)

    return read


def _reader_of_enum(kind: type[Enum]) -> Reader:
    def read(data: object, where: str) -> object:
        try:
            return kind(data)
        except ValueError:
            raise NotPlainError("not-one-of", where=where, choices=[one.value for one in kind]) from None

    return read


def _reader_of_members(members: tuple[Reader, ...], make: Callable[[Iterable[Any]], object]) -> Reader:
    """Of a list of a fixed length, each place with a type of its own."""

    def read(data: object, where: str) -> object:
        if not isinstance(data, list) or len(data) != len(members):
            raise NotPlainError("not-a-list-of", where=where, count=len(members))
        pairs = enumerate(zip(members, data, strict=True))
        return make([member(item, f"{where}[{number}]") for number, (member, item) in pairs])

    return read


def _reader_of_sequence(make: Callable[[Iterable[Any]], object], member: Reader) -> Reader:
    def read(data: object, where: str) -> object:
        if not isinstance(data, list):
            raise NotPlainError("not-a-list", where=where)
        return make([member(item, f"{where}[{number}]") for number, item in enumerate(data)])

    return read


def _reader_of_mapping(member: Reader) -> Reader:
    def read(data: object, where: str) -> object:
        if not isinstance(data, dict):
            raise NotPlainError("not-an-object", where=where)
        return {key: member(value, f"{where}.{key}") for key, value in data.items()}

    return read


def _reader_of_scalar(kind: Any) -> Reader:
    def read(data: object, where: str) -> object:
        if kind is float and type(data) is int:
            data = float(data)
        if kind is types.NoneType and data is None:
            return None
        if type(data) is not kind or (isinstance(data, float) and not math.isfinite(data)):
            raise NotPlainError(_KINDS.get(kind, "not-a-kind"), where=where, value=str(data)[:40])
        return data

    return read


def _reader_of_one(kinds: tuple[Any, ...]) -> Reader:
    """Of one of several types: objects say which by `is`; others are tried, whole numbers before numbers."""
    objects = {_tag(kind): _reader(kind) for kind in kinds if _is_object(kind)}
    others = sorted((one for one in kinds if not _is_object(one)), key=lambda one: one is float)
    scalars = [_reader(kind) for kind in others]

    def read(data: object, where: str) -> object:
        if objects and isinstance(data, dict):
            tag = data.get("is")
            if not isinstance(tag, str) or tag not in objects:
                raise NotPlainError("not-one-of", where=f"{where}.is", choices=list(objects))
            return objects[tag](data, where)
        if data is None and types.NoneType in kinds:
            return None
        for scalar in scalars:
            try:
                return scalar(data, where)
            except NotPlainError:
                continue
        raise NotPlainError("not-a-kind", where=where, value=str(data)[:40])

    return read


def _reader_of_object(kind: Any) -> Reader:
    arguments, kind = get_args(kind), get_origin(kind) or kind
    hints, defaults, tag = get_type_hints(kind), _defaults(kind), _tag(kind)
    if arguments:  # a generic dataclass: its parameters are what it was given
        hints = {name: hint[arguments] if getattr(hint, "__parameters__", ()) else hint for name, hint in hints.items()}
    members = {name: _reader(hints[name]) for name in defaults}
    needed = [name for name, default in defaults.items() if default is dataclasses.MISSING]

    def read(data: object, where: str) -> object:
        if not isinstance(data, dict):
            raise NotPlainError("not-an-object", where=where)
        unknown = data.keys() - members.keys() - {"is"}
        if unknown:
            raise NotPlainError("unknown-member", where=where, member=min(unknown), members=list(members))
        if data.get("is", tag) != tag:
            raise NotPlainError("not-one-of", where=f"{where}.is", choices=[tag])
        missing = next((name for name in needed if name not in data), None)
        if missing is not None:
            raise NotPlainError("missing-member", where=where, member=missing)
        made = {name: member(data[name], f"{where}.{name}") for name, member in members.items() if name in data}
        try:
            return kind(**made)
        except CarromError as error:
            raise NotPlainError("impossible", where=where, cause=error) from None

    return read


@cache
def _defaults(kind: Any) -> Mapping[str, object]:
    """The members of a dataclass with their defaults, `MISSING` where there is none."""
    return {
        one.name: one.default_factory() if one.default_factory is not dataclasses.MISSING else one.default
        for one in dataclasses.fields(kind)
    }


def _is_object(kind: Any) -> bool:
    return dataclasses.is_dataclass(kind)


@cache
def _tag(kind: Any) -> str:
    name = kind.__name__
    return "".join(
        f"-{letter.lower()}" if letter.isupper() and index else letter.lower() for index, letter in enumerate(name)
    )


_KINDS: Mapping[type, str] = {
    str: "not-text",
    int: "not-whole",
    float: "not-a-number",
    bool: "not-true-or-false",
    types.NoneType: "not-null",
}
