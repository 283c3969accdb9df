"""Dataclasses as blocks of lines, driven by their type hints.

A block is a line with its name and the plain fields that differ from their defaults (`name value name value`), and
under it, two spaces deeper, a line or block for each field that is itself a dataclass, a tuple of dataclasses (one
block each, the name without its last `s`) or a position. Fields stand in a fixed order; nothing is guessed.
"""

import types
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from carrom.equipment.position import Position
from carrom.errors import CarromError
from carrom.notation.cursor import Cursor, UnwritableError
from carrom.notation.inline import checked_write, codec_of
from carrom.notation.pieces import read_pieces, write_position

INDENT = 2
T = TypeVar("T")


@dataclass(slots=True)
class Block:
    """A line and the lines under it."""

    cursor: Cursor
    children: "list[Block]"


@dataclass(frozen=True, slots=True)
class Part:
    """One field of a dataclass: how it is named in a text and what it holds.

    A field that is not `plain` has lines of its own; `block` is the dataclass (or Position) that they hold.
    `default_text` is how a plain field's default would be written.
    """

    field: str
    name: str
    hint: Any
    plain: bool
    block: type
    many: bool
    optional: bool
    required: bool
    default: Any
    default_text: str


# The order of lines where a reader wants another one than the dataclass has; the rest follows as declared.
_FIRST = {"Effects": ("returned", "hand", "no_room", "facts", "ruling", "lying")}


# Fields whose lines somebody else writes and reads: entries inside an entry (`carrom.notation.record`).
_ELSEWHERE = {"Effects": frozenset({"instead"})}


def parts_of(kind: type) -> tuple[Part, ...]:
    """The fields of a dataclass in the order in which they are written: plain ones, then those with lines."""
    return _parts_of(cast(Hashable, kind))  # mypy doubts now and then that types can be hashed


@cache
def _parts_of(kind: Any) -> tuple[Part, ...]:
    found = _find_parts(kind, _ELSEWHERE.get(kind.__name__, frozenset()))
    return tuple(sorted(found, key=lambda part: not part.plain))


def plain_parts_of(kind: type) -> tuple[Part, ...]:
    """The plain fields of a dataclass, in the order in which they are written."""
    return _plain_parts_of(cast(Hashable, kind))


@cache
def _plain_parts_of(kind: Any) -> tuple[Part, ...]:
    return tuple(part for part in _parts_of(kind) if part.plain)


def parts_without(kind: type, left_out: frozenset[str]) -> tuple[Part, ...]:
    """The fields of a dataclass but those that somebody writes by hand."""
    return tuple(_find_parts(kind, left_out))


def _find_parts(kind: Any, left_out: frozenset[str]) -> Iterator[Part]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.init and field.name not in left_out]
    first = _FIRST.get(kind.__name__, ())
    names.sort(key=lambda name: first.index(name) if name in first else len(first))
    declared = {field.name: field for field in fields(kind)}
    yield from (_part(declared[name], hints[name]) for name in names)


def _part(field: Field[Any], hint: Any) -> Part:
    members = [hint]
    if get_origin(hint) in (Union, types.UnionType):
        members = [member for member in get_args(hint) if member is not type(None)]
    optional = type(None) in get_args(hint)
    many = get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,) and is_dataclass(get_args(hint)[0])
    block: type = object
    if many:
        block = get_args(hint)[0]
    elif len(members) == 1 and isinstance(members[0], type) and is_dataclass(members[0]):
        block = members[0]
    default: Any = field.default if field.default_factory is MISSING else field.default_factory()
    required = default is MISSING and not many
    default_text = ""
    if block is object:
        codec_of(hint)  # fails when the first record is written, not when the first odd value comes
        default_text = "" if required else checked_write(hint, default)
    if many and default not in (MISSING, ()):
        raise TypeError(f"no notation for {field.name}: blocks that are not there would be read as none")
    return Part(
        field=field.name,
        name=field.name.removesuffix("s") if many else field.name,
        hint=hint,
        plain=block is object,
        block=block,
        many=many,
        optional=optional,
        required=required,
        default=() if many else default,
        default_text=default_text,
    )


def write_block(name: str, value: Any, *, depth: int = 0) -> Iterator[str]:
    """Write a dataclass as lines, `name` first.

    Raises:
        UnwritableError: a value is not of its field's type.
    """
    yield _indented(" ".join([name, *plain_words(value)]), depth)
    yield from child_lines(value, depth=depth + 1)


def plain_words(value: Any) -> Iterator[str]:
    """The plain fields of a dataclass that differ from their defaults, each as `name value`."""
    return words_of(value, plain_parts_of(type(value)))


def words_of(value: Any, parts: Iterable[Part]) -> Iterator[str]:
    """These plain fields of a value, each as `name value`, but those that have their default."""
    for part in parts:
        held = getattr(value, part.field)
        if held is part.default:  # nearly all of them; a value that only equals its default is recognised by its text
            continue
        text = checked_write(part.hint, held)
        if part.required or text != part.default_text:
            yield f"{part.name} {text}"


def child_lines(value: Any, *, depth: int) -> Iterator[str]:
    """The lines of a dataclass's fields that have lines of their own. Raises UnwritableError: a field is no block."""
    for part in parts_of(type(value)):
        if part.plain:
            continue
        inner = getattr(value, part.field)
        if not part.required and inner == part.default:
            continue
        for one in inner if part.many else (inner,):
            if one is None and part.optional:
                yield _indented(f"{part.name} none", depth)
            elif not isinstance(one, part.block):
                raise UnwritableError("field", field=part.field, value=one, type=part.block.__name__)
            elif isinstance(one, Position):
                yield _indented(f"{part.name} {write_position(one)}", depth)
            else:
                yield from write_block(part.name, one, depth=depth)


def read_block(kind: type[T], block: Block) -> T:
    """Read a dataclass from a block whose name has been read.

    Raises:
        NotationError: with line, column and code.
    """
    values = read_plain(kind, block.cursor)
    return read_children(kind, values, block)


def read_plain(kind: type, cursor: Cursor) -> dict[str, Any]:
    """Read the plain fields of a dataclass up to the end of the line. Raises NotationError."""
    return read_words(plain_parts_of(kind), cursor)


def read_words(parts: Sequence[Part], cursor: Cursor) -> dict[str, Any]:
    """Read these plain fields up to the end of the line; some may be missing. Raises NotationError."""
    values: dict[str, Any] = {}
    names = [part.name for part in parts]
    last = -1
    while not cursor.at_end():
        start = cursor.place
        index = _index(cursor, cursor.word("a name"), names, start)
        _check_order(cursor, names, index, last, seen=parts[index].field in values, at=start)
        values[parts[index].field] = codec_of(parts[index].hint).read(cursor)
        last = index
    return values


def read_children(kind: type[T], values: dict[str, Any], block: Block) -> T:
    """Read the lines under a block and make the dataclass from them and the plain `values`. Raises NotationError."""
    inner = [part for part in parts_of(kind) if not part.plain]
    names = [part.name for part in inner]
    last = -1
    for child in block.children:
        cursor = child.cursor
        start = cursor.place
        index = _index(cursor, cursor.word("a name"), names, start)
        part = inner[index]
        seen = part.field in values
        _check_order(cursor, names, index, last, seen=seen and not part.many, at=start)
        last = index
        one = _read_child(part, child)
        values[part.field] = (*values.get(part.field, ()), one) if part.many else one
    return make(kind, values, block.cursor)


def make(kind: type[T], values: dict[str, Any], cursor: Cursor) -> T:
    """Make the dataclass. Raises NotationError: a field without default is missing, or the values contradict."""
    for part in parts_of(kind):
        if part.many:
            values.setdefault(part.field, ())
    check_complete(parts_of(kind), values, cursor)
    try:
        return kind(**values)
    except CarromError as error:
        cursor.refuse(error, at=0)
    except (ValueError, TypeError) as error:
        cursor.fail("impossible-value", at=0, error=error)


def check_complete(parts: Iterable[Part], values: dict[str, Any], cursor: Cursor) -> None:
    """Pass if every field that has no default was read. Raises NotationError, at the end of the line."""
    for part in parts:
        if part.required and part.field not in values:
            cursor.place = len(cursor.text)
            cursor.fail("missing-key", name=part.name)


def _read_child(part: Part, child: Block) -> Any:
    cursor = child.cursor
    if part.optional and cursor.peek_word() == "none":
        cursor.word("none")
        cursor.end()
        _no_children(child)
        return None
    if part.block is Position:
        _no_children(child)
        return read_pieces(cursor)
    return read_block(part.block, child)


def _no_children(block: Block) -> None:
    if block.children:
        block.children[0].cursor.fail("bad-indent.too-deep")


def _index(cursor: Cursor, word: str, names: list[str], start: int) -> int:
    if word not in names:
        if not names:
            cursor.fail("unknown-key.nothing-more", at=start, name=word)
        cursor.fail("unknown-key", at=start, name=word, known=names)
    return names.index(word)


def _check_order(cursor: Cursor, names: list[str], index: int, last: int, *, seen: bool, at: int) -> None:
    if seen:
        cursor.fail("key-twice", at=at, name=names[index])
    if index < last:
        cursor.fail("wrong-order", at=at, name=names[index], before=names[last])


def blocks_of(text: str) -> list[Block]:
    """Arrange the lines of a text as blocks by their indentation; empty lines and comments (`#`) are left out.

    Raises:
        NotationError: an indentation that fits nowhere.
    """
    top: list[Block] = []
    stack: list[tuple[int, list[Block]]] = [(0, top)]
    for number, row in enumerate(text.split("\n"), start=1):
        body = row.lstrip(" ")
        if not body or body.startswith("#"):
            continue
        depth = len(row) - len(body)
        cursor = Cursor(body.rstrip(" "), number, depth)
        while stack and stack[-1][0] > depth:
            stack.pop()
        if stack[-1][0] < depth:
            parent = stack[-1][1]
            if not parent or depth != stack[-1][0] + INDENT:
                cursor.fail("bad-indent.depth", spaces=INDENT)
            stack.append((depth, parent[-1].children))
        stack[-1][1].append(Block(cursor, []))
    return top


def _indented(line: str, depth: int) -> str:
    return " " * (INDENT * depth) + line
