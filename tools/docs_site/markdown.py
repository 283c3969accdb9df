"""Markdown of the repository as the generator of the site reads it: links, nested lists, code left alone."""

import re
from collections.abc import Callable, Iterator

FENCE = re.compile(r"^ *(```|~~~)")
_ITEM = re.compile(r"(?P<marker>(?:[*+-]|\d{1,3}[.)]) +)")
_LINK = re.compile(r"(?P<before>\]\()(?P<target>[^)\s]+)(?P<after>\))")
INDENT = 4  # spaces by which Python-Markdown sees that a line belongs to an item; CommonMark takes the marker's width


def converted(text: str, new_target: Callable[[str], str]) -> str:
    """A document with its links replaced and its nested lists indented by four.

    `new_target` gets each link's target and gives the one that the site has. Code is not changed.
    """
    return "".join(_lines(text, new_target))


def _lines(text: str, new_target: Callable[[str], str]) -> Iterator[str]:
    offsets: list[int] = []  # where the text of each open item begins
    fence, shift = "", 0
    for line in text.splitlines(keepends=True):
        stripped = line.lstrip(" ")
        indent = len(line) - len(stripped)
        if fence:
            yield " " * max(indent + shift, 0) + stripped if stripped.strip() else line
            fence = "" if stripped.startswith(fence) else fence
            continue
        if not stripped.strip():
            yield line
            continue
        while offsets and indent < offsets[-1]:
            offsets.pop()
        shift = INDENT * len(offsets) - (offsets[-1] if offsets else 0)
        if found := FENCE.match(line):
            fence = found[1]
        elif item := _ITEM.match(stripped):
            offsets.append(indent + len(item["marker"]))
        yield " " * (indent + shift) + (stripped if fence else _relinked(stripped, new_target))


def _relinked(line: str, new_target: Callable[[str], str]) -> str:
    """A line with its links replaced, those in code apart."""
    parts = re.split(r"(`+[^`]*`+)", line)
    if len(parts) == 1:
        return _LINK.sub(lambda found: found["before"] + new_target(found["target"]) + found["after"], line)
    whole = re.sub(r"`+[^`]*`+", lambda code: "\0" * len(code[0]), line)  # a link's text may be code
    found = [(one.start("target"), one.end("target")) for one in _LINK.finditer(whole)]
    for start, end in reversed(found):
        line = line[:start] + new_target(line[start:end]) + line[end:]
    return line


def escaped(text: str) -> str:
    """Plain prose as Markdown: no tag, no emphasis, no link; code between backticks stays code."""
    parts = re.split(r"(`[^`\n]+`)", text)
    return "".join(part if part.startswith("`") and len(part) > 1 else _plain(part) for part in parts)


def _plain(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\*_\[\]{}$])", r"\\\1", text)


def cell(text: str) -> str:
    """Prose in one cell of a table."""
    return escaped(" ".join(text.split())).replace("|", "\\|")


def code(text: str) -> str:
    """Code in a line or a cell; the bar stays readable in a cell, where a backslash would be shown."""
    return f"<code>{text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('|', '&#124;')}</code>"


def heading(level: int, text: str, anchor: str) -> str:
    """A heading with an address of its own; `text` is Markdown."""
    return f'{"#" * level} {text} {{ id="{anchor}" }}'
