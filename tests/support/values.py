"""Values of any type that is stored, made by hypothesis from its annotations; and plain JSON with one thing spoiled."""

import dataclasses
import types
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.serialization import LARGEST_INTEGER

TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    types.NoneType: st.none(),
    bool: st.booleans(),
    str: TEXTS,
    int: st.integers(1, 9) | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER),
    float: st.floats(allow_nan=False, allow_infinity=False),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    date: st.dates(),
    time: st.times(),
    datetime: st.datetimes() | st.datetimes(timezones=st.just(UTC)),
}
Step = str | int
OWN: dict[Any, st.SearchStrategy[Any]] = {}  # of types that refuse nearly all that their annotations allow


@cache
def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type. Those that the type itself refuses are left out."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in OWN:
        return OWN[kind]
    if kind in SCALARS:
        return SCALARS[kind]
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values_of, arguments))
    if origin is tuple and arguments[-1:] == (Ellipsis,):
        return st.lists(values_of(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, arguments))
    if origin is frozenset:
        return st.frozensets(values_of(arguments[0]), max_size=3)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(TEXTS, values_of(arguments[1]), max_size=3)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    if dataclasses.is_dataclass(origin or kind):
        return st.deferred(lambda: _instances(origin or kind, arguments))
    hints = get_type_hints(kind)  # a named tuple
    return st.tuples(*(values_of(hints[name]) for name in kind._fields)).map(lambda items: kind(*items))


@st.composite
def _instances(draw: st.DrawFn, kind: Any, arguments: tuple[Any, ...]) -> Any:
    hints = get_type_hints(kind)
    if arguments:
        hints = {name: hint[arguments] if getattr(hint, "__parameters__", ()) else hint for name, hint in hints.items()}
    chosen = {}
    for field in dataclasses.fields(kind):
        has_default = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        if not has_default or draw(st.booleans()):
            chosen[field.name] = draw(values_of(hints[field.name]))
    try:
        return kind(**chosen)
    except CarromError:
        return draw(st.nothing())


def places(plain: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """The paths of all scalars and of all objects in plain JSON."""
    if isinstance(plain, list):
        for number, item in enumerate(plain):
            yield from places(item, (*path, number))
    else:
        yield path
    if isinstance(plain, dict):
        for name, item in plain.items():
            yield from places(item, (*path, name))


def at(plain: Any, path: tuple[Step, ...]) -> Any:
    """What stands in a place."""
    for step in path:
        plain = plain[step]
    return plain


def with_other(plain: Any, path: tuple[Step, ...], other: Any) -> Any:
    """The same JSON with something else in a place."""
    if not path:
        return other
    if isinstance(plain, list):
        return [with_other(item, path[1:], other) if number == path[0] else item for number, item in enumerate(plain)]
    return {name: with_other(item, path[1:], other) if name == path[0] else item for name, item in plain.items()}


def path_text(path: tuple[Step, ...]) -> str:
    """A path as an error names it: `lines[2].act`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
