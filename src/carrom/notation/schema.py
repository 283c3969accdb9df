"""The JSON schema of match files, made from their classes; the reader in JavaScript checks every line by it."""

import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carrom.equipment.measurements import COIN_CAPTURE, COIN_RADIUS, HALF_SURFACE, POCKET_CENTRE
from carrom.json_readers import LARGEST_INTEGER, defaults_of, tag_of
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason
from carrom.match.snapshot import StandIn
from carrom.notation.match_file import MatchFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
_SCALARS: dict[Any, Schema] = {
    type(None): {"type": "null"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    int: {"type": "integer", "minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER},
    float: {"type": "number"},
}


def match_file_schema() -> Schema:
    """The schema of a match file as JSON; `$defs` has each class by its name, requests also have their `kind`.

    What JSON Schema cannot say, a reader asks besides: the lines
    of situations, where pieces can lie, that numbers follow one another.
    """
    made: dict[str, Schema] = {}
    whole = _schema_of(MatchFile, made)
    return {"$schema": DIALECT, "title": "carrom match file", **whole, "$defs": dict(sorted(made.items()))}


def facts_for_readers() -> dict[str, Any]:
    """Names of rulesets and reasons, and sizes in metres, for a reader of situations."""
    return {
        "rulesets": [*RULESETS],
        "reasons": [reason.value for reason in Reason],
        "halfSurface": HALF_SURFACE,
        "radius": COIN_RADIUS,
        "pocketCentre": POCKET_CENTRE,
        "capture": COIN_CAPTURE,
    }


def _schema_of(kind: Any, made: dict[str, Schema]) -> Schema:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SCALARS:
        return dict(_SCALARS[kind])
    if origin is Literal:
        return {"enum": [one.value if isinstance(one, Enum) else one for one in arguments]}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _named(kind, made, lambda: {"enum": [member.value for member in kind]})
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema_of(one, made) for one in arguments]}
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return _places([_schema_of(one, made) for one in arguments])
    if origin in (tuple, frozenset):
        return {"type": "array", "items": _schema_of(arguments[0], made)}
    if isinstance(kind, type) and issubclass(kind, tuple):
        hints = get_type_hints(kind)  # of a named tuple, in the order of its places
        return _named(kind, made, lambda: _places([_schema_of(hint, made) for hint in hints.values()]))
    return _named(kind, made, lambda: _object(kind, made))


def _named(kind: type, made: dict[str, Schema], make: Callable[[], Schema]) -> Schema:
    name = "SeatedStandIn" if kind is StandIn else kind.__name__  # a request is called StandIn as well
    if name not in made:
        made[name] = {}  # for classes that hold their own kind
        made[name] = make()
    return {"$ref": f"#/$defs/{name}"}


def _places(items: list[Schema]) -> Schema:
    return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}


def _object(kind: Any, made: dict[str, Schema]) -> Schema:
    hints, defaults, tag = get_type_hints(kind), defaults_of(kind), tag_of(kind)
    properties = {name: _schema_of(hints[name], made) for name in defaults}
    required = [name for name, default in defaults.items() if default is dataclasses.MISSING]
    if tag is not None:
        properties, required = {"kind": {"const": tag}, **properties}, ["kind", *required]
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**found, "required": required} if required else found
