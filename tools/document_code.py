"""The Python that documents show, as files for mypy: what a user copies from them is typed as strictly as the source.

A block that begins with the path of a file of the site needs the site's settings, and one that begins with a space is
a part of a file: both are left to the tests of their documents. A tutorial is one program, so one file.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":  # started as a file: its neighbours are modules of the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.docs_site import tutorials

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".mypy_cache" / "documents"
KIND = "docs/how-to/add-a-competition.md"
_NOT_ALONE = (" ", "# src/carrom_web/")


def blocks() -> Iterator[tuple[str, str]]:
    """Each block that stands alone, with the name of the module that it becomes."""
    asked = ("git", "ls-files", "*.md")
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        if name.startswith("docs/tutorials/"):  # each of its blocks goes on from those before
            if code := tutorials.code_of(text).strip("\n"):
                yield re.sub(r"[^a-z0-9]+", "_", name.lower()), f"{code}\n"
            continue
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


def files_of(document: str) -> dict[str, str]:
    """The files that a document shows, each in a block that begins with a comment of its path in the checkout."""
    blocks = re.findall(r"^```(?:python|html)\n(.*?)^```", (ROOT / document).read_text(encoding="utf-8"), re.S | re.M)
    marked = (block.split("\n", 1) for block in blocks)
    return {mark.strip("{# }"): text for mark, text in marked}


def check_kind() -> int:
    """Run mypy on the kind of competition that a document shows, in its place in a copy of the source."""
    with tempfile.TemporaryDirectory(prefix="carrom-kind-") as name:
        copy = Path(name)
        shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        files = {copy / path: text for path, text in files_of(KIND).items()}
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        kind = min(path.parent for path in files)
        for folder in (kind, *(path for path in kind.rglob("*") if path.is_dir())):
            (folder / "__init__.py").touch()
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(ROOT / ".mypy_cache"), str(kind.relative_to(copy))]
        return subprocess.run(command, cwd=copy, check=False).returncode


if __name__ == "__main__":
    sys.exit(check_kind())
