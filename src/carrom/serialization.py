"""Values as plain JSON and back, by their types: strictly, exactly, and with the place of what is wrong.

Dataclasses, named tuples, unions, enums, dates, decimals and mappings; the annotations are the schema. Dataclasses that
are members of one union are told apart by their class variable `kind`. Floats take the shortest form that reads back as
the same number. Needs the standard library alone, so that a page's Python runs it too.
"""

import dataclasses
import json
import math
import types
from collections.abc import Callable, Hashable, Mapping
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints, overload

from carrom.errors import CarromError, UnreadableError

LARGEST_INTEGER = 2**53  # what a page's numbers hold exactly, and every database's columns
T = TypeVar("T")
Reader = Callable[[Any], Any]
Writer = Callable[[Any, bool], Any]


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


def write(value: object, *, brief: bool = False) -> str:
    """Give a value as one line of JSON, as `to_plain` makes it.

    Raises:
        ValueError: a number that is not finite, or a whole one that is too large to be read back.
    """
    return json.dumps(to_plain(value, brief=brief), allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def to_plain(value: object, *, brief: bool = False) -> Any:
    """Give a value as what JSON knows.

    Args:
        value: what the annotations that `from_plain` is asked with describe.
        brief: leave out what has its default, for files that people read. What is stored holds every field, so that a
            default that changes later changes nothing that was stored.

    Raises:
        ValueError: a whole number is too large to be read back.
        TypeError: not a kind of value that can be stored.
    """
    return _writer(cast(Hashable, type(value)))(value, brief)


@overload
def read(kind: type[T], text: str) -> T: ...
@overload
def read(kind: types.UnionType, text: str) -> Any: ...
def read(kind: Any, text: str) -> Any:
    """Give the value that `write` made a text of.

    Raises:
        BadJsonError: what is wrong, and where.
    """
    return from_plain(kind, parse(text))


@overload
def from_plain(kind: type[T], plain: object) -> T: ...
@overload
def from_plain(kind: types.UnionType, plain: object) -> Any: ...
def from_plain(kind: Any, plain: object) -> Any:
    """Give the value that `to_plain` made lists and objects of. A field that has a default may be missing.

    Raises:
        BadJsonError: what is wrong, and where.
    """
    return _reader(cast(Hashable, kind))(plain)


def parse(text: str) -> Any:
    """Give what a text of JSON holds; a key twice, NaN and infinity are refused. Raises BadJsonError."""
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except BadJsonError:
        raise
    except RecursionError:
        raise BadJsonError("too-deep") from None
    except json.JSONDecodeError as error:
        raise BadJsonError("syntax", error=error.msg, line=error.lineno, column=error.colno) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise BadJsonError("long-number") from None


def shown(plain: object) -> str:
    """What was found instead, short enough for a sentence."""
    text = repr(plain)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _refuse_constant(word: str) -> None:
    raise BadJsonError("constant", word=word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadJsonError("key-twice")
    return made


@cache
def _writer(kind: type) -> Writer:
    """Build what writes one class; built once, so that writing does not look at fields again."""
    if kind in (str, bool, types.NoneType):
        return lambda value, brief: value
    if issubclass(kind, Enum):
        return lambda value, brief: value.value
    if issubclass(kind, int):
        return _write_integer
    if issubclass(kind, float):
        return lambda value, brief: float(value)
    if issubclass(kind, str | Decimal):
        return lambda value, brief: str(value)
    if issubclass(kind, date | time):  # a datetime is a date
        return lambda value, brief: value.isoformat()
    if issubclass(kind, tuple | list):
        return lambda value, brief: [to_plain(item, brief=brief) for item in value]
    if issubclass(kind, frozenset):
        return lambda value, brief: sorted(to_plain(item, brief=brief) for item in value)
    if issubclass(kind, Mapping):
        return _write_mapping
    if dataclasses.is_dataclass(kind):
        return _dataclass_writer(kind)
    raise TypeError(f"{kind.__name__} is no value that can be stored")


def _write_integer(value: int, brief: bool) -> int:
    if abs(value) > LARGEST_INTEGER:
        raise ValueError(f"{shown(value)} is too large to be stored exactly")
    return int(value)


def _write_mapping(value: Mapping[Any, Any], brief: bool) -> dict[str, Any]:
    if not all(type(key) is str for key in value):
        raise TypeError("the keys of a mapping that is stored are texts")
    return {key: to_plain(item, brief=brief) for key, item in value.items()}


def _dataclass_writer(kind: Any) -> Writer:
    defaults, tag = _defaults(kind), _tag(kind)
    head = {} if tag is None else {"kind": tag}

    def written(value: Any, brief: bool) -> dict[str, Any]:
        plain: dict[str, Any] = dict(head)
        for name, default in defaults.items():
            item = getattr(value, name)
            if not brief or type(item) is not type(default) or item != default:
                plain[name] = to_plain(item, brief=brief)
        return plain

    return written


@cache
def _defaults(kind: Any) -> Mapping[str, object]:
    """The fields of a dataclass with their defaults, `MISSING` where there is none."""
    return {
        field.name: field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
        for field in dataclasses.fields(kind)
    }


def _tag(kind: Any) -> str | None:
    """The class variable that tells the members of a union apart."""
    tag = kind.__dict__.get("kind")
    return tag if isinstance(tag, str) and all(field.name != "kind" for field in dataclasses.fields(kind)) else None


@cache
def _reader(kind: Any) -> Reader:
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
        return _list(_reader(arguments[0]), origin)
    if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[0] is str:
        return _mapping(_reader(arguments[1]))
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
    items = [_reader(kind) for kind in kinds]

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
    defaults, tag = _defaults(kind), _tag(kind)
    needed = {name for name, default in defaults.items() if default is dataclasses.MISSING}
    readers: dict[str, Reader] = {}  # made when the first value is read: a type may hold values of its own kind

    def read_value(plain: Any) -> Any:
        given = _checked_object(plain)
        if not readers:
            hints = get_type_hints(kind)
            if arguments:  # a generic dataclass: its parameters are what it was given
                hints = {name: hint[arguments] if _is_generic(hint) else hint for name, hint in hints.items()}
            readers.update({name: _reader(hints[name]) for name in defaults})
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
                readers[shape] = _reader(member)
    if float in readers:
        readers.setdefault(int, readers[float])
    if lists:
        readers[list] = _first_that_fits([_reader(member) for member in lists])
    if len(objects) == 1:
        readers[dict] = _reader(objects[0])
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
    tagged = {_tag(kind) if dataclasses.is_dataclass(kind) else None: _reader(kind) for kind in kinds}
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
