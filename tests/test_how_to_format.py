"""The example of docs/how-to/add-a-format.md works as it stands: in a copy of the checkout, one file makes a format."""

import re
from pathlib import Path

import pytest

from carrom.tournament.format import slugs
from tests.support.checkout_copy import ROOT, copy_checkout, run_in

TEXT = (ROOT / "docs/how-to/add-a-format.md").read_text(encoding="utf-8")
MARK, EXAMPLE = TEXT.split("```python\n")[1].split("```")[0].split("\n", 1)
FILE = MARK.removeprefix("# ")
SLUG = Path(FILE).stem.replace("_", "-")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the example in its place."""
    copy = copy_checkout(tmp_path_factory.mktemp("checkout"))
    (copy / FILE).write_text(EXAMPLE, encoding="utf-8")
    return copy


@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_the_example_passes_lint(checkout: Path, check: tuple[str, ...]):
    assert SLUG not in slugs()

    run_in(checkout, *check, FILE)


def test_the_example_is_found_and_keeps_what_every_format_keeps_in_the_library_and_on_pages(checkout: Path):
    listed = run_in(checkout, "carrom", "draw")
    tests = ("tests/tournament/test_every_format.py", "tests/web/test_formats_on_pages.py")
    said = run_in(checkout, "pytest", "-n0", "-p", "no:cacheprovider", "-k", SLUG, *tests)

    assert f"{SLUG}  Challenge match: one match between two" in listed
    passed = re.search(r"(\d+) passed, \d+ deselected", said)
    assert passed and int(passed[1]) > 15
