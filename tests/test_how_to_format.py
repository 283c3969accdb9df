"""The example of docs/how-to/add-a-format.md works as it stands: in a copy of the checkout, one file makes a format."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.tournament.format import slugs

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/how-to/add-a-format.md").read_text(encoding="utf-8")
MARK, EXAMPLE = TEXT.split("```python\n")[1].split("```")[0].split("\n", 1)
FILE = MARK.removeprefix("# ")
SLUG = Path(FILE).stem.replace("_", "-")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages and their tests with the example in its place."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "conftest.py"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, copy / name)
    (copy / FILE).write_text(EXAMPLE, encoding="utf-8")
    return copy


def run(checkout: Path, *command: str) -> str:
    """What a tool of this Python says of the copy; it must have nothing against it."""
    environment = dict(os.environ, PYTHONPATH=str(checkout / "src"))
    environment.pop("PYTEST_CURRENT_TEST", None)
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)], ids=" ".join)
def test_the_example_passes_lint_and_types(checkout: Path, check: tuple[str, ...]):
    assert SLUG not in slugs()

    run(checkout, *check, FILE)


def test_the_example_is_found_and_keeps_what_every_format_keeps_in_the_library_and_on_pages(checkout: Path):
    listed = run(checkout, "carrom", "draw")
    tests = ("tests/tournament/test_every_format.py", "tests/web/test_formats_on_pages.py")
    told = run(checkout, "pytest", "-n0", "-p", "no:cacheprovider", "-k", SLUG, *tests)

    assert f"{SLUG}  Challenge match: one match between two" in listed
    passed = re.search(r"(\d+) passed, \d+ deselected", told)
    assert passed and int(passed[1]) > 15
