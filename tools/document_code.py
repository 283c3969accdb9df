"""The Python that documents show, as files for mypy: what a user copies from them is typed as strictly as the source.

A block that begins with the path of a file of the site needs the site's settings, and one that begins with a space is
a part of a file: both are left to the tests of their documents.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".mypy_cache" / "documents"
_NOT_ALONE = (" ", "# src/carrom_web/")


def blocks() -> Iterator[tuple[str, str]]:
    """Each block that stands alone, with the name of the module that it becomes."""
    asked = ("git", "ls-files", "*.md")
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        found = re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        for match in found:
            if not match[1].startswith(_NOT_ALONE):
                line = text.count("\n", 0, match.start(1)) + 1
                yield f"{re.sub(r'[^a-z0-9]+', '_', name.lower())}_line_{line}", match[1]


def write() -> list[Path]:
    """Write the blocks as modules; give their files. Those of earlier runs are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.glob("*.py"):
        file.unlink()
    files = []
    for name, code in blocks():
        files.append(FOLDER / f"{name}.py")
        files[-1].write_text(code, encoding="utf-8")
    return files
