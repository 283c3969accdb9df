"""The wheel: it carries pages, static files and texts, and nothing else. What it does once installed: test_parts.py."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


COMPILED = re.compile(r"(/LC_MESSAGES)/django\.po$")  # a language is compiled when the wheel is built


def test_the_wheel_carries_every_file_of_both_packages(wheel: Path):
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    there = {path.removeprefix("src/") for path in tracked.splitlines() if (ROOT / path).exists()}
    there = {COMPILED.sub(r"\1/django.mo", path) for path in there if not path.endswith("/glossary.toml")}

    packed = set(zipfile.ZipFile(wheel).namelist())

    assert sorted(there - packed) == []
    assert {Path(name).suffix for name in packed} >= {".py", ".html", ".css", ".js", ".json", ".typed"}


def test_the_wheel_holds_nothing_else(wheel: Path):
    packed = zipfile.ZipFile(wheel).namelist()

    assert {name.split("/")[0].split("-")[0] for name in packed} == {"carrom", "carrom_web"}
    assert [name for name in packed if "__pycache__" in name or name.endswith((".sqlite3", ".o", ".pyc"))] == []
