"""Values (frozen dataclasses, named tuples, enums, dates) as JSON and back, strictly and exactly.

The types' annotations are the schema. Every field is written, also one that has its default, so that a default that
changes later changes nothing that was stored. Floats take the shortest form that reads back as the same number.
A union of dataclasses is told apart by their class variable `kind`.
"""

import dataclasses
import json
import math
import types
from collections.abc import Callable, Hashable
from datetime import date, datetime, time
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from carrom.errors import UnreadableError

LARGEST_INTEGER = 2**53  # what a page's numbers hold exactly, and every database's columns
T = TypeVar("T")
Read = Callable[[Any], Any]


class BadJsonError(UnreadableError):
    """A stored text does not have the form of the value asked for."""

    code = "bad-json"


def write(value: object) -> str:
    """Give a value as one line of JSON.

    Raises:
        ValueError: a number that is not finite.
    """
    return json.dumps(_plain(value), allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def plain(value: object) -> Any:
    """Give a value as plain lists, tables, texts and numbers, as `write` writes them."""
    return _plain(value)


def read(kind: type[T], text: str) -> T:
    """Give the value that `write` made a text of.

    Raises:
        BadJsonError: the text has another form.
    """
    try:
        given = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadJsonError("not-json", cause=str(error)) from None
    return read_plain(kind, given)


def read_plain(kind: type[T], given: object) -> T:
    """Give the value that `plain` made lists and tables of.

    Raises:
        BadJsonError: they have another form.
    """
    value: T = _reader(cast(Hashable, kind))(given)
    return value


def _no_constant(name: str) -> None:
    raise BadJsonError("bad-constant", name=name)


def _plain(value: object) -> Any:
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return float(value)
    if isinstance(value, date | time):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(_plain(item) for item in value)
    names, tag = _fields_of(cast(Hashable, type(value)))
    plain = {name: _plain(getattr(value, name)) for name in names}
    return plain if tag is None else {"kind": tag, **plain}


@cache
def _fields_of(kind: Any) -> tuple[tuple[str, ...], str | None]:
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no value that can be stored")
    return tuple(field.name for field in dataclasses.fields(kind)), _tag(kind)


def _tag(kind: Any) -> str | None:
    """The class variable that tells the members of a union apart; None where a field or property has that name."""
    tag = kind.__dict__.get("kind")
    return tag if isinstance(tag, str) and "kind" not in {field.name for field in dataclasses.fields(kind)} else None


@cache
def _reader(kind: Any) -> Read:
    """Build the function that reads one type; built once, so that reading does not look at annotations again."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is None or kind is type(None):
        return _exactly(None)
    if kind in (bool, str):
        return _of_type(kind)
    if kind is int:
        return _integer
    if kind in (date, time, datetime):
        return _moment(kind)
    if kind is float:
        return _number
    if origin is Literal:
        return _one_of(arguments)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is tuple:
        return _tuple(arguments)
    if origin is frozenset:
        items = _tuple((arguments[0], ...))
        return lambda plain: frozenset(items(plain))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return _named_tuple(kind)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _dataclass(kind)
    raise TypeError(f"{kind!r} is no type that can be stored")


def _found(plain: Any) -> str:
    return str(plain)[:80]


def _exactly(value: object) -> Read:
    def read_value(plain: Any) -> Any:
        if plain is not value:
            raise BadJsonError("other-value", expected=str(value), found=_found(plain))
        return value

    return read_value


def _of_type(kind: type) -> Read:
    def read_value(plain: Any) -> Any:
        if type(plain) is not kind:
            raise BadJsonError("other-type", type=kind.__name__, found=_found(plain))
        return plain

    return read_value


def _moment(kind: Any) -> Read:
    def read_value(plain: Any) -> Any:
        try:
            return kind.fromisoformat(plain)
        except (TypeError, ValueError):
            raise BadJsonError("not-iso-8601", type=kind.__name__, found=_found(plain)) from None

    return read_value


def _integer(plain: Any) -> int:
    if type(plain) is not int or abs(plain) > LARGEST_INTEGER:
        raise BadJsonError("not-whole", found=_found(plain))
    return plain


def _number(plain: Any) -> float:
    if type(plain) not in (int, float) or (type(plain) is int and abs(plain) > LARGEST_INTEGER):
        raise BadJsonError("not-number", found=_found(plain))
    if not math.isfinite(plain):
        raise BadJsonError("not-finite", found=_found(plain))
    return float(plain)


def _one_of(values: tuple[Any, ...]) -> Read:
    def read_value(plain: Any) -> Any:
        for value in values:
            if type(value) is type(plain) and value == plain:
                return value
            if isinstance(value, Enum) and value.value == plain:
                return value
        raise BadJsonError("not-one-of", values=values, found=_found(plain))

    return read_value


def _enum(kind: type[Enum]) -> Read:
    members = {member.value: member for member in kind}

    def read_value(plain: Any) -> Any:
        try:
            return members[plain]
        except (KeyError, TypeError):
            raise BadJsonError("other-type", type=kind.__name__, found=_found(plain)) from None

    return read_value


def _tuple(arguments: tuple[Any, ...]) -> Read:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _reader(arguments[0])

        def read_many(plain: Any) -> Any:
            if type(plain) is not list:
                raise BadJsonError("not-list", found=_found(plain))
            return tuple(item(one) for one in plain)

        return read_many
    items = [_reader(argument) for argument in arguments]

    def read_some(plain: Any) -> Any:
        if type(plain) is not list or len(plain) != len(items):
            raise BadJsonError("other-length", count=len(items), found=_found(plain))
        return tuple(item(one) for item, one in zip(items, plain, strict=True))

    return read_some


def _named_tuple(kind: type) -> Read:
    hints = get_type_hints(kind)
    read_items = _tuple(tuple(hints[name] for name in kind._fields))  # type: ignore[attr-defined]
    return lambda plain: kind(*read_items(plain))


def _dataclass(kind: type) -> Read:
    hints = {name: hint for name, hint in get_type_hints(kind).items() if get_origin(hint) is not ClassVar}
    readers: dict[str, Read] = {}  # made when the first value is read: a type may hold values of its own kind
    optional = {
        field.name
        for field in dataclasses.fields(kind)
        if field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
    }
    tag = _tag(kind)

    def read_value(plain: Any) -> Any:
        if type(plain) is not dict:
            raise BadJsonError("other-type", type=kind.__name__, found=_found(plain))
        if not readers:
            readers.update({field.name: _reader(hints[field.name]) for field in dataclasses.fields(kind)})
        given = dict(plain)
        if tag is not None and given.pop("kind", None) != tag:
            raise BadJsonError("other-kind", type=kind.__name__, kind=tag, found=_found(plain))
        if unknown := given.keys() - readers.keys():
            raise BadJsonError("unknown-fields", type=kind.__name__, names=sorted(unknown))
        if missing := readers.keys() - given.keys() - optional:  # a field that came later has a default
            raise BadJsonError("missing-fields", type=kind.__name__, names=sorted(missing))
        return kind(**{name: readers[name](value) for name, value in given.items()})

    return read_value


def _union(members: tuple[Any, ...]) -> Read:
    tags = {member: _tag(member) if dataclasses.is_dataclass(member) else None for member in members}
    tagged: dict[Any, Read] = {tag: _reader(member) for member, tag in tags.items() if tag is not None}
    others = [_reader(member) for member, tag in tags.items() if tag is None]

    def read_value(plain: Any) -> Any:
        if type(plain) is dict and tagged:
            tag = plain.get("kind")
            reader = tagged.get(tag) if isinstance(tag, str) else None
            if reader is not None:
                return reader(plain)
        for reader in others:
            try:
                return reader(plain)
            except BadJsonError:
                continue
        raise BadJsonError("no-form-fits", found=_found(plain))

    return read_value
