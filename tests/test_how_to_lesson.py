"""The example of docs/how-to/add-a-lesson.md works as it stands: in a copy of the checkout, one file makes a lesson."""

import re
from pathlib import Path

import pytest

from carrom.play.course.every import LESSONS
from tests.support.checkout_copy import ROOT, copy_checkout, run_in

TEXT = (ROOT / "docs/how-to/add-a-lesson.md").read_text(encoding="utf-8")
MARK, EXAMPLE = TEXT.split("```python\n")[1].split("```")[0].split("\n", 1)
FILE = MARK.removeprefix("# ")
KEY = Path(FILE).stem.replace("_", "-")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the example in its place."""
    copy = copy_checkout(tmp_path_factory.mktemp("checkout"))
    (copy / FILE).write_text(EXAMPLE, encoding="utf-8")
    return copy


@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_the_example_passes_lint(checkout: Path, check: tuple[str, ...]):
    assert KEY not in LESSONS

    run_in(checkout, *check, FILE)


def test_the_example_is_found_and_keeps_what_every_lesson_keeps_in_the_library_and_on_its_page(checkout: Path):
    tests = ("tests/play/test_every_lesson.py", "tests/web/test_lessons.py")

    said = run_in(checkout, "pytest", "-n0", "-p", "no:cacheprovider", "-k", KEY, *tests)

    passed = re.search(r"(\d+) passed, \d+ deselected", said)
    assert passed and int(passed[1]) > 20
