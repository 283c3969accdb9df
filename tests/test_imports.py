"""What several tests need lies in `tests/support`, and is imported from there under that one name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SUPPORT = ROOT / "tests" / "support"
FILES = sorted(path for folder in ("tests", "e2e", "benchmarks", "tools") for path in (ROOT / folder).rglob("*.py"))
OTHER_NAMES = {path.stem for folder in (ROOT / "tests", SUPPORT) for path in folder.iterdir()} | {"conftest", "e2e"}


def imported(source: str) -> Iterator[str]:
    """The modules that a file imports, and what it takes from them, as dotted names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def refused(source: str) -> list[str]:
    """The imports of a file that are from a test, or of a helper by another name than `tests.support`."""
    return [
        name
        for name in imported(source)
        if name.startswith(".")
        or name.split(".")[0] in OTHER_NAMES
        or (name.split(".")[0] == "tests" and name.split(".")[1:2] != ["support"])
    ]


def test_helpers_are_imported_from_tests_support_and_no_test_imports_another():
    found = {str(path.relative_to(ROOT)): refused(path.read_text(encoding="utf-8")) for path in FILES}

    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from tests.web.test_draws import shown",
        "from tests.web import test_draws",
        "import tests.web.test_draws",
        "from e2e.conftest import PHONE",
        "from conftest import ROOT",
        "from support.web import events",
        "from web.events import new_event",
        "from .events import new_event",
    ],
)
def test_an_import_of_a_test_or_by_a_second_name_is_seen(line: str):
    assert len(refused(line)) == 1


def test_beside_the_tests_lie_no_helpers():
    folders = (ROOT / "tests", ROOT / "e2e")
    modules = [path for folder in folders for path in folder.rglob("*.py") if not path.is_relative_to(SUPPORT)]

    assert [path for path in modules if not path.name.startswith("test_") and path.name != "conftest.py"] == []
