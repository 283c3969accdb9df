"""A match as text: one block for each entry of its record, exact in every float, read strictly.

    carrom-record 1

    12 stroke south offset 0.1203 angle -0.21 speed 2.4
      stored request_id 5f0c time 2026-11-21T10:00:00Z laws 1 engine 1
      followed
        facts pocketed (white) first_contact white struck {white}
        ruling ...
        standing ...
        position q1(0.0,0.0) ...

    end 13

Reads the entries' types, never their meaning: `carrom.play.follow` folds them, `carrom.play.replay` verifies them.
`docs/notation.md` describes the format.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NoReturn, Protocol, get_args

from carrom.match.entries import Effects, Entry, Head
from carrom.match.requests import Request
from carrom.notation import blocks
from carrom.notation.blocks import Block
from carrom.notation.cursor import NotationError, UnwritableError, check_text, is_bare, quote
from carrom.notation.inline import codec_of
from carrom.play.record import Record

VERSION = 1
_NAME = "carrom-record"
_KINDS: dict[str, type] = {kind.kind: kind for kind in (Head, *get_args(Request))}
_STORED = blocks.parts_without(Entry, frozenset({"number", "author", "asked", "followed"}))

Remark = Callable[[Entry], str]


def write_entries(entries: Iterable[Entry], *, remark: Remark | None = None) -> str:
    """Write the entries of a match.

    Args:
        remark: gives a sentence about an entry, written as a comment before it; comments are not read.

    Raises:
        UnwritableError: a value that no text could give back.
    """
    lines = [f"{_NAME} {VERSION}", ""]
    count = 0
    for entry in entries:
        if remark is not None:
            lines += (f"# {line}" for line in remark(entry).splitlines())
        lines += _entry_lines(entry)
        lines.append("")
        count += 1
    return "\n".join([*lines, f"end {count}", ""])


def read_entries(text: str) -> tuple[Entry, ...]:
    """Read the entries of a match; `read_entries(write_entries(entries)) == entries`.

    Raises:
        NotationError: with line, column and code.
    """
    top = _blocks_after_version(check_text(text))
    if not top or top[-1].cursor.peek_word() != "end":
        line = top[-1].cursor.line if top else 1
        raise NotationError("truncated.cut-off", line=line)
    entries = [_read_entry(block, number) for number, block in enumerate(top[:-1])]
    _read_end(top[-1], len(entries))
    return tuple(entries)


class HasEntries(Protocol):
    """Anything with the entries of a match: a record, or a match in progress."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in order, the head first."""
        ...


def write_match(match: HasEntries, *, remark: Remark | None = None) -> str:
    """Write a match as text, `remark` as in `write_entries`. Raises UnwritableError."""
    return write_entries(match.entries, remark=remark)


def read_match(text: str) -> Record:
    """Read a match whose entries follow one another; `carrom.play.replay.verify` tells whether they hold.

    Raises:
        NotationError: it cannot be read, with line, column and code.
        BrokenRecordError: it can be read, but an entry cannot follow the one before it.
    """
    entries = read_entries(text)
    if not entries:
        raise NotationError("missing-key.head", line=2)
    match = Record(entries)
    _ = match.state
    return match


def _blocks_after_version(text: str) -> list[Block]:
    """The blocks of a record after its first line, which names the format."""
    first, _, _ = text.lstrip("\n").partition("\n")
    words = first.split()
    if len(words) != 2 or words[0] != _NAME:
        raise NotationError("not-a-record", name=_NAME, version=VERSION)
    if words[1] != str(VERSION):
        raise NotationError("unknown-version", column=len(_NAME) + 2, given=words[1][:20], version=VERSION)
    top = blocks.blocks_of(text)
    if top[0].children:
        top[0].children[0].cursor.fail("bad-indent.first-line")
    return top[1:]


def _entry_lines(entry: Entry, depth: int = 0) -> Iterator[str]:
    """An entry, and under it those that hold instead of struck ones, each as an entry of its own."""
    asked = entry.asked
    shown = _shown(asked)
    author = entry.author if is_bare(entry.author) else quote(entry.author)
    first = [str(entry.number), asked.kind, author, *blocks.plain_words(shown)]
    margin = " " * (blocks.INDENT * depth)
    yield margin + " ".join(["instead", *first] if depth else first)
    yield from blocks.child_lines(shown, depth=depth + 1)
    yield f"{margin}  stored {' '.join(blocks.words_of(entry, _STORED))}"
    yield from blocks.write_block("followed", entry.followed, depth=depth + 1)
    for each in entry.followed.instead:
        if each.followed.instead:
            raise UnwritableError("nested")
        yield from _entry_lines(each, depth=depth + 1)


def _shown(asked: Any) -> Any:
    """Return the value on the entry's line: the request, or the one thing that it wraps (a stroke, facts)."""
    only = _wrapped(type(asked))
    return asked if only is None else getattr(asked, only.field)


def _wrapped(kind: type) -> blocks.Part | None:
    """The one field of a request that is a dataclass and all there is."""
    parts = blocks.parts_of(kind)
    return parts[0] if len(parts) == 1 and not parts[0].plain and not parts[0].many else None


def _read_entry(block: Block, number: int) -> Entry:
    cursor = block.cursor
    if cursor.peek_word() == "end":
        cursor.fail("unexpected-text.after-end")
    read_number = cursor.whole()
    if read_number != number:
        cursor.fail("wrong-entry-number", at=0, number=number, found=read_number)
    return _read_rest(block, number, depth=0)


def _read_rest(block: Block, number: int, *, depth: int) -> Entry:
    """An entry whose number has been read."""
    cursor = block.cursor
    start = cursor.place + 1
    word = cursor.word("the kind of the entry")
    if word not in _KINDS:
        cursor.fail("unknown-word.kind", at=start, kind=word, known=tuple(_KINDS))
    author = codec_of(str).read(cursor)
    index = next((i for i, child in enumerate(block.children) if child.cursor.peek_word() == "stored"), None)
    if index is None:
        _missing(block, "stored")
    asked = _read_asked(_KINDS[word], Block(cursor, block.children[:index]))
    stored = _read_stored(block.children[index])
    rest = block.children[index + 1 :]
    if not rest:
        _missing(block, "followed")
    rest[0].cursor.expect("followed")
    followed = blocks.read_block(Effects, rest[0])
    if instead := tuple(_read_instead(each, depth) for each in rest[1:]):
        followed = replace(followed, instead=instead)
    return Entry(number=number, author=author, asked=asked, followed=followed, **stored)


def _read_instead(block: Block, depth: int) -> Entry:
    cursor = block.cursor
    if depth or cursor.peek_word() != "instead":
        cursor.fail("unexpected-text.after-entry")
    cursor.word("instead")
    return _read_rest(block, cursor.whole(), depth=depth + 1)


def _missing(block: Block, name: str) -> NoReturn:
    last = block
    while last.children:
        last = last.children[-1]
    last.cursor.place = len(last.cursor.text)
    last.cursor.fail("missing-key.line", name=name)


def _read_asked(kind: type, block: Block) -> Any:
    only = _wrapped(kind)
    if only is None:
        return blocks.read_block(kind, block)
    return blocks.make(kind, {only.field: blocks.read_block(only.block, block)}, block.cursor)


def _read_stored(block: Block) -> dict[str, Any]:
    """Read the author of an entry and the time."""
    block.cursor.expect("stored")
    if block.children:
        block.children[0].cursor.fail("bad-indent.too-deep")
    values = blocks.read_words(_STORED, block.cursor)
    blocks.check_complete(_STORED, values, block.cursor)
    return values


def _read_end(block: Block, count: int) -> None:
    cursor = block.cursor
    cursor.word("end")
    start = cursor.place
    said = cursor.whole()
    if said != count:
        cursor.fail("truncated.entries", at=start, count=count, given=said)
    cursor.end()
    if block.children:
        block.children[0].cursor.fail("unexpected-text.after-end")


def entry_text(entry: Entry) -> str:
    """One entry by itself, for a log or a diff."""
    return "\n".join(_entry_lines(entry))
