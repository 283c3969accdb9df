"""Values as plain JSON and back, by their types: strict, exact, with the place of every error.

Dataclasses, named tuples, unions, enums, dates, decimals and mappings; the annotations are the schema. Dataclasses that
are members of one union are distinguished by their class variable `kind`. Floats take the shortest form that reads back
as the same number. Needs the standard library alone, so that a page's Python runs it too.
"""

import dataclasses
import json
import types
from collections.abc import Callable, Hashable, Mapping
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, TypeVar, cast, overload

from carrom.json_readers import LARGEST_INTEGER, defaults_of, reader_of, shown, tag_of
from carrom.json_readers import BadJsonError as BadJsonError

T = TypeVar("T")
Writer = Callable[[Any, bool], Any]


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
    """Return the value that `write` made a text of.

    Raises:
        BadJsonError: what is wrong, and where.
    """
    return from_plain(kind, parse(text))


@overload
def from_plain(kind: type[T], plain: object) -> T: ...
@overload
def from_plain(kind: types.UnionType, plain: object) -> Any: ...
def from_plain(kind: Any, plain: object) -> Any:
    """Return the value that `to_plain` made lists and objects of. A field that has a default may be missing.

    Raises:
        BadJsonError: what is wrong, and where.
    """
    return reader_of(cast(Hashable, kind))(plain)


def parse(text: str) -> Any:
    """Return what a text of JSON holds; a key twice, NaN and infinity are refused. Raises BadJsonError."""
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
    defaults, tag = defaults_of(kind), tag_of(kind)
    head = {} if tag is None else {"kind": tag}

    def written(value: Any, brief: bool) -> dict[str, Any]:
        plain: dict[str, Any] = dict(head)
        for name, default in defaults.items():
            item = getattr(value, name)
            if not brief or type(item) is not type(default) or item != default:
                plain[name] = to_plain(item, brief=brief)
        return plain

    return written
