"""Values inside a line of a match file, as plain JSON knows them: the text says of what kind each is.

`none`, `yes`, `no`, `12`, `0.25`, a name or a text in double quotes, `(a b c)` for a list, `[name value name value]`
for a record. What may stand where is asked of the types (`carrom.serialization`), not of the text.
"""

import math
import re
from typing import Any

from carrom.json_readers import LARGEST_INTEGER
from carrom.notation.cursor import Cursor, UnwritableError, quote

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*", re.ASCII)
_NUMBER_BEGINS = re.compile(r"[-+0-9]")
_WORDS = {"none": None, "yes": True, "no": False}
_CLOSING = ("", " ", ")", "]")
_DEEPEST = 12


def write_value(value: object) -> str:
    """Write what JSON knows. Raises UnwritableError: a number that is not finite, or no such value."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, str):
        return value if NAME.fullmatch(value) and value not in _WORDS else quote(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise UnwritableError("not-finite", value=value)
        return float.__repr__(value)
    if isinstance(value, list):
        return f"({' '.join(map(write_value, value))})"
    if isinstance(value, dict):
        return f"[{' '.join(write_fields(value))}]"
    raise UnwritableError("type", value=value)


def write_fields(fields: dict[str, Any]) -> list[str]:
    """Write each field of a record as `name value`. Raises UnwritableError."""
    return [f"{name} {write_value(value)}" for name, value in fields.items()]


def read_value(cursor: Cursor, depth: int = 0) -> Any:
    """Read one value. Raises NotationError: there is none here."""
    if depth > _DEEPEST:
        cursor.fail("bad-syntax.deep")
    if cursor.looks_like('"'):
        value: Any = cursor.quoted()
    elif cursor.take("("):
        value = []
        while not cursor.take(")"):
            if cursor.at_end():
                cursor.fail("bad-syntax.open-bracket", closing=")")
            value.append(read_value(cursor, depth + 1))
    elif cursor.take("["):
        value = read_fields(cursor, "]", depth + 1)
        cursor.expect("]")
    elif (word := cursor.match(NAME)) is not None:
        cursor.place = word.end()
        value = _WORDS.get(word[0], word[0])
    elif cursor.match(_NUMBER_BEGINS) is not None:
        value = _number(cursor)
    else:
        cursor.fail("bad-syntax.expected", expected="a value", found=cursor.rest())
    if cursor.text[cursor.place : cursor.place + 1] not in _CLOSING:
        cursor.fail("bad-syntax.expected", expected="a space", found=cursor.rest())
    return value


def read_fields(cursor: Cursor, closing: str, depth: int = 0) -> dict[str, Any]:
    """Read names and values up to the end of the line or a closing sign, which stays. Raises NotationError."""
    fields: dict[str, Any] = {}
    while not cursor.at_end() and not cursor.looks_like(closing):
        start = cursor.place
        name = read_name(cursor)
        if name in fields:
            cursor.fail("key-twice", at=start, name=name)
        fields[name] = read_value(cursor, depth)
    return fields


def read_name(cursor: Cursor) -> str:
    """Read a name. Raises NotationError: there is none here."""
    word = cursor.match(NAME)
    if word is None or cursor.text[word.end() : word.end() + 1] not in _CLOSING:
        cursor.fail("bad-syntax.expected", expected="a name", found=cursor.rest())
    cursor.place = word.end()
    return word[0]


def _number(cursor: Cursor) -> int | float:
    """Return a number; one without a fraction is whole, however it is written, as in JSON Schema."""
    start = cursor.place
    value = cursor.real()
    text = cursor.text[start : cursor.place].strip(" ")
    if text.lstrip("+-").isdigit() and abs(int(text)) > LARGEST_INTEGER:
        cursor.fail("bad-number.too-large", at=start)
    is_minus_zero = value == 0 and math.copysign(1.0, value) < 0
    return int(value) if value.is_integer() and abs(value) <= LARGEST_INTEGER and not is_minus_zero else value
