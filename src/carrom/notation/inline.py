"""Values inside a line, written and read as their type hints say: exact, strict, and never evaluated.

`none`, `yes`, `no`, `12`, `0.25`, words for enums and literals, texts bare or in quotes, `(a b c)` for tuples and
named tuples, `{a b}` for sets, `w2(x,y)` for a placed piece. A new field of a known type needs no new code.
"""

import types
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carrom.equipment.position import PlacedPiece
from carrom.notation.cursor import Cursor, NotationError, UnwritableError, is_bare, is_name, quote
from carrom.notation.pieces import read_piece, write_piece, write_real

_RESERVED = frozenset({"none", "yes", "no"})


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read.

    `fits` says whether a value is of this type, `starts` whether the text that comes next could be one (for unions).
    """

    write: Callable[[Any], str]
    read: Callable[[Cursor], Any]
    fits: Callable[[Any], bool]
    starts: Callable[[Cursor], bool]
    words: frozenset[str] = frozenset()  # the words that it claims for itself


@lru_cache(maxsize=512)
def codec_of(hint: Any) -> Codec:
    """The codec of a type hint.

    Raises:
        TypeError: a kind of type that no line can hold; a record would need a block for it.
    """
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union([codec_of(member) for member in get_args(hint)])
    if origin is Literal:
        return _literal(get_args(hint))
    if origin is tuple:
        members = get_args(hint)
        if len(members) == 2 and members[1] is Ellipsis:
            return _sequence(codec_of(members[0]), tuple, "(", ")")
        return _record_of(tuple(codec_of(member) for member in members), lambda *values: tuple(values), tuple)
    if origin is frozenset:
        return _sequence(codec_of(get_args(hint)[0]), frozenset, "{", "}")
    if hint in _SCALARS:
        return _SCALARS[hint]
    if hint is PlacedPiece:
        return Codec(write_piece, read_piece, lambda v: isinstance(v, PlacedPiece), _starts_piece)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _enum(hint)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return _record_of(tuple(codec_of(hints[name]) for name in hint._fields), hint, hint)
    raise TypeError(f"no notation for {hint!r}")


def _write_bool(value: Any) -> str:
    return "yes" if value else "no"


def _read_bool(cursor: Cursor) -> bool:
    if cursor.peek_word() not in {"yes", "no"}:
        cursor.fail("unknown-word.expected", expected="yes or no", found=cursor.rest())
    return cursor.word("yes or no") == "yes"


def _read_none(cursor: Cursor) -> None:
    if cursor.peek_word() != "none":
        cursor.fail("unknown-word.expected", expected="none", found=cursor.rest())
    cursor.word("none")


def _write_int(value: Any) -> str:
    text = int.__repr__(value)
    if len(text) > 40:
        raise UnwritableError("digits")
    return text


def _write_text(value: Any) -> str:
    return value if is_bare(value) else quote(value)


def _read_text(cursor: Cursor) -> str:
    return cursor.quoted() if cursor.looks_like('"') else cursor.word("a text")


def _starts_piece(cursor: Cursor) -> bool:
    return cursor.peek_word()[:1] in {"q", "w", "b"}


def _starts_number(cursor: Cursor) -> bool:
    word = cursor.peek_word()
    return word[:1] in set("+-0123456789") and word != ""


_SCALARS: dict[Any, Codec] = {
    bool: Codec(
        _write_bool, _read_bool, lambda v: isinstance(v, bool), lambda c: c.peek_word() in {"yes", "no"}, _RESERVED
    ),
    type(None): Codec(lambda v: "none", _read_none, lambda v: v is None, lambda c: c.peek_word() == "none", _RESERVED),
    int: Codec(
        _write_int,
        lambda c: c.whole(),
        lambda v: isinstance(v, int) and not isinstance(v, bool),
        lambda c: _starts_number(c) and c.peek_word().lstrip("+-").isdigit(),
    ),
    float: Codec(
        write_real,
        lambda c: c.real(),
        lambda v: isinstance(v, float | int) and not isinstance(v, bool),
        _starts_number,
    ),
    str: Codec(
        _write_text,
        _read_text,
        lambda v: isinstance(v, str),
        lambda c: c.looks_like('"') or (c.peek_word() != "" and c.peek_word() not in _RESERVED),
    ),
}


def _enum(hint: type[StrEnum]) -> Codec:
    words = {member.value: member for member in hint}

    def read(cursor: Cursor) -> StrEnum:
        cursor.skip_space()
        start = cursor.place
        word = cursor.word(f"one of {', '.join(words)}")
        if word not in words:
            cursor.fail("unknown-word.expected", at=start, expected=_one_of(words), found=repr(word))
        return words[word]

    return Codec(
        lambda value: str(value.value),
        read,
        lambda value: isinstance(value, hint),
        lambda cursor: cursor.peek_word() in words,
        frozenset(words),
    )


def _literal(options: tuple[Any, ...]) -> Codec:
    texts = {option if isinstance(option, str) else repr(option): option for option in options}

    def read(cursor: Cursor) -> Any:
        cursor.skip_space()
        start = cursor.place
        word = cursor.word(f"one of {', '.join(texts)}")
        if word not in texts:
            cursor.fail("unknown-word.expected", at=start, expected=_one_of(texts), found=repr(word))
        return texts[word]

    return Codec(
        str,
        read,
        lambda value: any(type(value) is type(option) and value == option for option in options),
        lambda cursor: cursor.peek_word() in texts,
        frozenset(texts),
    )


def _one_of(words: Any) -> str:
    known = list(words)
    return known[0] if len(known) == 1 else f"one of {', '.join(known[:12])}{', ...' if len(known) > 12 else ''}"


def _sequence(member: Codec, kind: type[tuple[Any, ...]] | type[frozenset[Any]], opening: str, closing: str) -> Codec:
    def write(value: Any) -> str:
        texts = [_checked_write(member, one) for one in value]
        return opening + " ".join(sorted(texts) if kind is frozenset else texts) + closing

    def fits(value: Any) -> bool:
        return isinstance(value, kind) and not hasattr(value, "_fields") and all(member.fits(one) for one in value)

    def read(cursor: Cursor) -> Any:
        cursor.expect(opening)
        values: list[Any] = []
        while not cursor.take(closing):
            if cursor.at_end():
                cursor.fail("bad-syntax.open-bracket", closing=closing)
            start = cursor.place
            value = member.read(cursor)
            if kind is frozenset and value in values:
                cursor.fail("key-twice", at=start, name=_checked_write(member, value))
            values.append(value)
        return kind(values)

    return Codec(
        write,
        read,
        fits,
        lambda cursor: cursor.looks_like(opening),
    )


def _record_of(members: tuple[Codec, ...], make: Callable[..., Any], kind: type) -> Codec:
    """A tuple of fixed length, named or not."""

    def write(value: Any) -> str:
        return "(" + " ".join(_checked_write(member, one) for member, one in zip(members, value, strict=True)) + ")"

    def read(cursor: Cursor) -> Any:
        cursor.expect("(")
        values = [member.read(cursor) for member in members]
        cursor.expect(")")
        return make(*values)

    def fits(value: Any) -> bool:
        return (
            isinstance(value, kind)
            and len(value) == len(members)  # type: ignore[arg-type]  # kind is a tuple
            and all(member.fits(one) for member, one in zip(members, value, strict=True))  # type: ignore[call-overload]
        )

    return Codec(write, read, fits, lambda cursor: cursor.looks_like("("))


def _union(members: list[Codec]) -> Codec:
    """The first member that fits writes; the first that can be read here is read, a text last."""
    text = _SCALARS[str]
    ranked = sorted(members, key=_rank)
    claimed = frozenset[str]().union(*(member.words for member in members)) | _RESERVED

    def write(value: Any) -> str:
        for member in ranked:
            if member.fits(value):
                if member is text:
                    return str(value) if is_name(value) and value not in claimed else quote(value)
                return member.write(value)
        raise UnwritableError("type", value=value)

    def read(cursor: Cursor) -> Any:
        possible = [member for member in ranked if member.starts(cursor)]
        if not possible:
            cursor.fail("unknown-word", found=cursor.rest())
        start = cursor.place
        for member in possible[:-1]:  # two kinds of tuples begin alike
            try:
                return member.read(cursor)
            except NotationError:
                cursor.place = start
        return possible[-1].read(cursor)

    return Codec(
        write,
        read,
        lambda value: any(member.fits(value) for member in members),
        lambda cursor: any(member.starts(cursor) for member in members),
        claimed,
    )


def _rank(member: Codec) -> int:
    """None and bool before words, words before numbers, int before float, a text last."""
    order = [_SCALARS[type(None)], _SCALARS[bool]]
    if member in order:
        return order.index(member)
    if member is _SCALARS[int]:
        return 4
    if member is _SCALARS[float]:
        return 5
    if member is _SCALARS[str]:
        return 6
    return 2 if member.words else 3


def checked_write(hint: Any, value: Any) -> str:
    """Write a value as its hint says. Raises UnwritableError: it is of another type."""
    return _checked_write(codec_of(hint), value)


def _checked_write(codec: Codec, value: Any) -> str:
    if not codec.fits(value):
        raise UnwritableError("type", value=value)
    return codec.write(value)
