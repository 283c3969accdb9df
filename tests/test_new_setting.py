"""One declaration makes a setting: in a copy of the checkout, that of docs/how-to/add-a-setting.md is all there is."""

import re
from pathlib import Path

import pytest

from tests.support.checkout_copy import ROOT, copy_checkout, run_in

FILE = "src/carrom/tournament/event.py"
DECLARED = (ROOT / "docs/how-to/add-a-setting.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
pytestmark = pytest.mark.slow


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy in which an event and a category have one setting more."""
    copy = copy_checkout(tmp_path)
    text = (copy / FILE).read_text(encoding="utf-8")
    for before, group in (("    rest_minutes: int", "when"), ("    format_values: Values", "match")):
        assert text.count(before) == 1
        text = text.replace(before, DECLARED.replace('group="when"', f'group="{group}"') + before)
    (copy / FILE).write_text(text, encoding="utf-8")
    return copy


def test_a_setting_that_is_declared_is_in_the_form_on_the_page_in_the_file_and_on_paper(checkout: Path):
    run_in(checkout, "ruff", "check", FILE)

    said = run_in(
        checkout, "pytest", "-n0", "-p", "no:cacheprovider", "-k", "lamp_minutes", "tests/web/test_settings.py"
    )

    passed = re.search(r"(\d+) passed, \d+ deselected", said)
    assert passed and int(passed[1]) == 8  # four tests, of an event and of a category
