"""The tutorials: their Python is run from the first block to the last, and what it prints and draws stands below it.

A block `text` right after a block of Python is what that one prints. A picture is a file that the code writes into the
folder in which it runs; its page shows it from `pictures/`. `./carrom test golden` writes both again.
"""

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "tutorials"
_BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?P<shown>\n```text\n.*?^```\n)?", re.DOTALL | re.MULTILINE)


class Ran(NamedTuple):
    """A tutorial after its run: its text with what was printed, and its pictures by name."""

    text: str
    pictures: dict[str, str]


def documents() -> list[Path]:
    """Every tutorial."""
    return sorted(path for path in FOLDER.glob("*.md") if path.name != "index.md")


def code_of(text: str) -> str:
    """All the Python of a document as one module; each line has the number that it has in the document."""
    lines = [""] * (text.count("\n") + 1)
    for match in _BLOCK.finditer(text):
        first = text.count("\n", 0, match.start("code"))
        block = match["code"].splitlines()
        lines[first : first + len(block)] = block
    return "\n".join(lines).rstrip() + "\n"


def run(document: Path) -> Ran:
    """Run a tutorial in an empty folder. Raises whatever its code raises."""
    text = document.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "tutorial"}
    with tempfile.TemporaryDirectory(prefix="carrom-tutorial-") as folder, contextlib.chdir(folder):
        written = "".join(_parts(text, names, document))
        pictures = {file.name: file.read_text(encoding="utf-8") for file in Path(folder).glob("*.svg")}
    return Ran(written, pictures)


def _parts(text: str, names: dict[str, object], document: Path) -> Iterator[str]:
    end = 0
    for match in _BLOCK.finditer(text):
        line = text.count("\n", 0, match.start("code"))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile("\n" * line + match["code"], os.fspath(document), "exec"), names)  # noqa: S102  # our own text
        printed = said.getvalue().rstrip("\n")
        yield text[end : match.start()]
        yield f"```python\n{match['code']}```\n"
        yield f"\n```text\n{printed}\n```\n" if printed else ""
        end = match.end()
    yield text[end:]
