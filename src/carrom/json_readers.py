"""Readers of each type of value from plain JSON, built from its annotations (`carrom.serialization`)."""

import dataclasses
import math
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carrom.errors import CarromError, UnreadableError

LARGEST_INTEGER = 2**53  # what a page's numbers hold exactly, and every database's columns
Reader = Callable[[Any], Any]


class BadJsonError(UnreadableError):
    """JSON that is not what is expected; `where` is the place in it, `entries[2].act`, or empty for the whole."""

    code = "bad-json"

    def __init__(self, reason: str, /, **parameters: object) -> None:
        """Say what is wrong; where it stands, is added by what reads around it."""
        super().__init__(reason, **parameters)
        self.where = ""

    def within(self, step: str) -> "BadJsonError":
        """The error as what holds the wrong value sees it: one step further out."""
        self.where = f"{step}.{self.where}" if self.where and self.where[0] != "[" else f"{step}{self.where}"
        self.parameters["where"] = self.where
        return self

    @property
    def location_id(self) -> str:
        """The message that puts the place before the sentence."""
        return "bad-json.at" if self.where else ""


def shown(plain: object) -> str:
    """Return the value that was found instead, short enough for a sentence."""
    text = repr(plain)
    return text if len(text) <= 40 else f"{text[:40]}..."


@cache
def defaults_of(kind: Any) -> Mapping[str, object]:
    """The fields of a dataclass with their defaults, `MISSING` where there is none."""
    return {
        field.name: field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
        for field in dataclasses.fields(kind)
    }


def tag_of(kind: Any) -> str | None:
    """The class variable that tells the members of a union apart."""
    tag = kind.__dict__.get("kind")
    return tag if isinstance(tag, str) and all(field.name != "kind" for field in dataclasses.fields(kind)) else None


@cache
def reader_of(kind: Any) -> Reader:
    """Build what reads one type; built once, so that reading does not look at annotations again."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SCALARS:
        return _SCALARS[kind]
    if words := _words(kind):
        return _one_of(words)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if dataclasses.is_dataclass(origin or kind):
        return _dataclass(origin or kind, arguments)
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return _places(arguments, tuple)
    if origin in (tuple, frozenset):
        return _list(reader_of(arguments[0]), origin)
    if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[0] is str:
        return _mapping(reader_of(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        return _places(tuple(hints[name] for name in kind._fields), lambda items: kind(*items))
    raise TypeError(f"{kind!r} is no type that can be stored")


def _null(plain: Any) -> None:
    if plain is not None:
        raise BadJsonError("not-null", found=shown(plain))


def _boolean(plain: Any) -> bool:
    if type(plain) is not bool:
        raise BadJsonError("not-true-or-false", found=shown(plain))
    return plain


def _text(plain: Any) -> str:
    if type(plain) is not str:
        raise BadJsonError("not-text", found=shown(plain))
    return plain


def _integer(plain: Any) -> int:
    if type(plain) is not int or abs(plain) > LARGEST_INTEGER:
        raise BadJsonError("not-whole", found=shown(plain))
    return plain


def _number(plain: Any) -> float:
    if type(plain) not in (int, float) or (type(plain) is int and abs(plain) > LARGEST_INTEGER):
        raise BadJsonError("not-number", found=shown(plain))
    if not math.isfinite(plain):
        raise BadJsonError("not-finite", found=shown(plain))
    return float(plain)


def _decimal(plain: Any) -> Decimal:
    try:
        number = Decimal(_text(plain))
    except InvalidOperation:
        raise BadJsonError("not-decimal", found=shown(plain)) from None
    if not number.is_finite():
        raise BadJsonError("not-finite", found=shown(plain))
    return number


def _moment(kind: Any) -> Reader:
    def read_value(plain: Any) -> Any:
        try:
            return kind.fromisoformat(plain)
        except (TypeError, ValueError):
            raise BadJsonError("not-iso-8601", type=kind.__name__, found=shown(plain)) from None

    return read_value


_SCALARS: dict[Any, Reader] = {
    None: _null,
    types.NoneType: _null,
    bool: _boolean,
    str: _text,
    int: _integer,
    float: _number,
    Decimal: _decimal,
    date: _moment(date),
    time: _moment(time),
    datetime: _moment(datetime),
}


def _words(kind: Any) -> Mapping[Any, Any]:
    """The values of a literal or an enum by how they are written; none of another type."""
    if get_origin(kind) is Literal:
        return {value.value if isinstance(value, Enum) else value: value for value in get_args(kind)}
    return {member.value: member for member in kind} if isinstance(kind, type) and issubclass(kind, Enum) else {}


def _one_of(values: Mapping[Any, Any]) -> Reader:
    """Of an enum's members or a few words, by how they are written."""
    written = {(type(plain), plain): value for plain, value in values.items()}

    def read_value(plain: Any) -> Any:
        try:
            return written[type(plain), plain]
        except (KeyError, TypeError):
            raise BadJsonError("not-one-of", choices=tuple(values), found=shown(plain)) from None

    return read_value


def _list(item: Reader, make: Callable[[list[Any]], Any]) -> Reader:
    def read_value(plain: Any) -> Any:
        if type(plain) is not list:
            raise BadJsonError("not-list", found=shown(plain))
        made: list[Any] = []
        try:
            for one in plain:
                made.append(item(one))
        except BadJsonError as error:
            raise error.within(f"[{len(made)}]") from None
        return make(made)

    return read_value


def _places(kinds: tuple[Any, ...], make: Callable[[list[Any]], Any]) -> Reader:
    """Of a list of a fixed length, each place with a type of its own."""
    items = [reader_of(kind) for kind in kinds]

    def read_value(plain: Any) -> Any:
        if type(plain) is not list or len(plain) != len(items):
            raise BadJsonError("other-length", count=len(items), found=shown(plain))
        made: list[Any] = []
        try:
            for item, one in zip(items, plain, strict=True):
                made.append(item(one))
        except BadJsonError as error:
            raise error.within(f"[{len(made)}]") from None
        return make(made)

    return read_value


def _mapping(item: Reader) -> Reader:
    def read_value(plain: Any) -> Any:
        return _members(plain, dict.fromkeys(_checked_object(plain), item))

    return read_value


def _checked_object(plain: Any) -> dict[str, Any]:
    if type(plain) is not dict:
        raise BadJsonError("not-object", found=shown(plain))
    return plain


def _members(plain: Mapping[str, Any], readers: Mapping[str, Reader]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    name = ""
    try:
        for name, item in plain.items():
            made[name] = readers[name](item)
    except BadJsonError as error:
        raise error.within(name) from None
    return made


def _dataclass(kind: Any, arguments: tuple[Any, ...]) -> Reader:
    defaults, tag = defaults_of(kind), tag_of(kind)
    needed = {name for name, default in defaults.items() if default is dataclasses.MISSING}
    readers: dict[str, Reader] = {}  # made when the first value is read: a type may hold values of its own kind

    def read_value(plain: Any) -> Any:
        given = _checked_object(plain)
        if not readers:
            hints = get_type_hints(kind)
            if arguments:  # a generic dataclass: its parameters are what it was given
                hints = {name: hint[arguments] if _is_generic(hint) else hint for name, hint in hints.items()}
            readers.update({name: reader_of(hints[name]) for name in defaults})
        if tag is not None:
            if given.get("kind") != tag:
                raise BadJsonError("not-one-of", choices=(tag,), found=shown(given.get("kind"))).within("kind")
            given = {name: item for name, item in given.items() if name != "kind"}
        if given.keys() - readers.keys():
            raise BadJsonError("unknown-keys", names=sorted(given.keys() - readers.keys()), known=tuple(readers))
        if needed - given.keys():
            raise BadJsonError("missing-keys", names=sorted(needed - given.keys()))
        values = _members(given, readers)
        try:
            return kind(**values)
        except CarromError as error:
            raise BadJsonError("impossible", cause=error) from None

    return read_value


def _is_generic(hint: Any) -> bool:
    return bool(getattr(hint, "__parameters__", ()))


def _union(members: tuple[Any, ...]) -> Reader:
    """Of one of several types, which are known by how JSON writes them, dataclasses by their `kind`."""
    objects = [member for member in members if _shapes(member) == {dict}]
    lists = [member for member in members if _shapes(member) == {list}]
    words = {plain: value for member in members for plain, value in _words(member).items()}
    if len(words) < sum(len(_words(member)) for member in members):
        raise TypeError(f"{members} cannot be told apart: two have the same word")
    readers: dict[type, Reader] = {type(plain): _one_of(words) for plain in words}
    for member in members:
        for shape in _shapes(member) - {dict, list}:
            if not _words(member):
                if shape in readers:
                    raise TypeError(f"{members} cannot be told apart: two are written as {shape.__name__}")
                readers[shape] = reader_of(member)
    if float in readers:
        readers.setdefault(int, readers[float])
    if lists:
        readers[list] = _first_that_fits([reader_of(member) for member in lists])
    if len(objects) == 1:
        readers[dict] = reader_of(objects[0])
    elif objects:
        readers[dict] = _tagged(objects)

    def read_value(plain: Any) -> Any:
        reader = readers.get(type(plain))
        if reader is None:
            raise BadJsonError("no-form-fits", found=shown(plain))
        return reader(plain)

    return read_value


def _first_that_fits(kinds: list[Reader]) -> Reader:
    """Of lists of several kinds, the empty one being the same in all; what got furthest says what is wrong."""

    def read_value(plain: Any) -> Any:
        errors = []
        for reader in kinds:
            try:
                return reader(plain)
            except BadJsonError as error:
                errors.append(error)
        raise max(errors, key=lambda error: len(error.where))

    return read_value


def _tagged(kinds: list[Any]) -> Reader:
    tagged = {tag_of(kind) if dataclasses.is_dataclass(kind) else None: reader_of(kind) for kind in kinds}
    if None in tagged or len(tagged) < len(kinds):
        raise TypeError(f"{kinds} cannot be told apart: each needs a class variable `kind` of its own")

    def read_value(plain: Any) -> Any:
        tag = plain.get("kind")
        if not isinstance(tag, str) or tag not in tagged:
            raise BadJsonError("not-one-of", choices=tuple(tagged), found=shown(tag)).within("kind")
        return tagged[tag](plain)

    return read_value


def _shapes(kind: Any) -> set[type]:
    """The types that JSON gives for values of a type."""
    origin = get_origin(kind)
    if kind in (bool, int, float, str, types.NoneType):
        return {kind}
    if kind in _SCALARS:
        return {str}
    if words := _words(kind):
        return {type(plain) for plain in words}
    if origin in (tuple, frozenset) or (isinstance(kind, type) and issubclass(kind, tuple)):
        return {list}
    return {dict}
