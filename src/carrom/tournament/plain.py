"""Values as plain JSON and back, by their types: strict, with the place of a fault in its message.

Dataclasses are objects without the members that have their default; one of several kinds says which by `is`.
"""

import dataclasses
import math
import types
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.errors import CarromError, UnreadableError

T = TypeVar("T")


class NotPlainError(UnreadableError):
    """Data that is not what it should be; the message says where."""

    code = "bad-contest"


def to_plain(value: object) -> Any:
    """The value as what JSON knows."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        told = {"is": _tag(type(value))}
        for one in dataclasses.fields(value):
            member = getattr(value, one.name)
            if _default(one) is dataclasses.MISSING or member != _default(one):
                told[one.name] = to_plain(member)
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
    made: T = _made(kind, data, "")
    return made


def _made(kind: Any, data: object, where: str) -> Any:
    if get_origin(kind) in (Union, types.UnionType):
        return _one_of(get_args(kind), data, where)
    if get_origin(kind) is Literal:
        if data in get_args(kind) and isinstance(data, str):
            return data
        raise _fault(where, f"is one of {', '.join(map(str, get_args(kind)))}")
    if dataclasses.is_dataclass(kind):
        return _object(kind, data, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(data)
        except ValueError:
            raise _fault(where, f"is one of {', '.join(str(one.value) for one in kind)}") from None
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        members = list(get_type_hints(kind).values())
        if not isinstance(data, list) or len(data) != len(members):
            raise _fault(where, f"is a list of {len(members)}")
        return kind(*(_made(member, item, f"{where}[{n}]") for n, (member, item) in enumerate(zip(members, data))))  # noqa: B905
    if get_origin(kind) in (tuple, frozenset):
        return _sequence(kind, data, where)
    if get_origin(kind) is not None and issubclass(get_origin(kind), Mapping):
        if not isinstance(data, dict):
            raise _fault(where, "is an object")
        return {key: _made(get_args(kind)[1], member, f"{where}.{key}") for key, member in data.items()}
    return _scalar(kind, data, where)


def _scalar(kind: Any, data: object, where: str) -> object:
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        data = float(data)
    if kind is types.NoneType and data is None:
        return None
    if type(data) is not kind or (isinstance(data, float) and not math.isfinite(data)):
        raise _fault(where, f"is a {_KINDS.get(kind, kind)}, not {str(data)[:40]!r}")
    return data


def _sequence(kind: Any, data: object, where: str) -> object:
    if not isinstance(data, list):
        raise _fault(where, "is a list")
    members = get_args(kind)
    if get_origin(kind) is frozenset or members[-1:] == (Ellipsis,):
        made = [_made(members[0], item, f"{where}[{number}]") for number, item in enumerate(data)]
        return get_origin(kind)(made)
    if len(data) != len(members):
        raise _fault(where, f"is a list of {len(members)}")
    return tuple(
        _made(member, item, f"{where}[{n}]") for n, (member, item) in enumerate(zip(members, data, strict=True))
    )


def _one_of(kinds: tuple[Any, ...], data: object, where: str) -> object:
    objects: dict[str, Any] = {_tag(kind): kind for kind in kinds if _is_object(kind)}
    if objects and isinstance(data, dict):
        tag = data.get("is")
        if not isinstance(tag, str) or tag not in objects:
            raise _fault(where, f"is one of {', '.join(objects)}")
        return _made(objects[tag], data, where)
    # scalars: a whole number stays one where both whole numbers and others may stand
    for kind in sorted((kind for kind in kinds if kind not in objects.values()), key=lambda kind: kind is float):
        try:
            return _made(kind, data, where)
        except NotPlainError:
            continue
    raise _fault(where, f"cannot be {str(data)[:40]!r}")


def _object(kind: Any, data: object, where: str) -> object:
    if not isinstance(data, dict):
        raise _fault(where, "is an object")
    hints, members = _members(kind)
    unknown = sorted(set(data) - set(members) - {"is"})
    if unknown:
        raise _fault(where, f"has no {unknown[0]!r}; known are {', '.join(members)}")
    if data.get("is", _tag(kind)) != _tag(kind):
        raise _fault(where, f"is a {_tag(kind)}")
    missing = [name for name, default in members.items() if default is dataclasses.MISSING and name not in data]
    if missing:
        raise _fault(where, f"lacks {missing[0]!r}")
    made = {name: _made(hints[name], data[name], f"{where}.{name}") for name in members if name in data}
    try:
        return kind(**made)
    except CarromError as error:
        raise _fault(where, str(error)) from None


@cache
def _members(kind: Any) -> tuple[Mapping[str, Any], Mapping[str, object]]:
    """The types and the defaults of a dataclass's members."""
    return get_type_hints(kind), {one.name: _default(one) for one in dataclasses.fields(kind)}


def _default(one: "dataclasses.Field[Any]") -> object:
    if one.default_factory is not dataclasses.MISSING:
        return one.default_factory()
    return one.default


def _is_object(kind: Any) -> bool:
    return dataclasses.is_dataclass(kind)


@cache
def _tag(kind: Any) -> str:
    name = kind.__name__
    return "".join(
        f"-{letter.lower()}" if letter.isupper() and index else letter.lower() for index, letter in enumerate(name)
    )


def _fault(where: str, says: str) -> NotPlainError:
    return NotPlainError(f"{where.lstrip('.') or 'it'} {says}")


_KINDS: Mapping[type, str] = {str: "text", int: "whole number", float: "number", bool: "yes or no (true, false)"}
