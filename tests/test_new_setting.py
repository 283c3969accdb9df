"""One declaration makes a setting: in a copy of the checkout, a line in `event.py` is all that there is of it."""

import re
from pathlib import Path

import pytest

from tests.support.checkout_copy import copy_checkout, run_in

FILE = "src/carrom/tournament/event.py"
DECLARED = """    lamp_minutes: int = setting(
        3,
        least=1,
        most=9,
        label=_("Lamps"),
        says=_("minutes for which they are lit"),
        group="{group}",
        shown_as=_("lit for %(value)s minutes"),
    )
"""
pytestmark = pytest.mark.slow


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy in which an event and a category have one setting more."""
    copy = copy_checkout(tmp_path)
    text = (copy / FILE).read_text(encoding="utf-8")
    for before, group in (("    rest_minutes: int", "when"), ("    format_values: Values", "match")):
        assert text.count(before) == 1
        text = text.replace(before, DECLARED.format(group=group) + before)
    (copy / FILE).write_text(text, encoding="utf-8")
    return copy


def test_a_setting_that_is_declared_is_in_the_form_on_the_page_in_the_file_and_on_paper(checkout: Path):
    run_in(checkout, "ruff", "check", FILE)

    said = run_in(
        checkout, "pytest", "-n0", "-p", "no:cacheprovider", "-k", "lamp_minutes", "tests/web/test_settings.py"
    )

    passed = re.search(r"(\d+) passed, \d+ deselected", said)
    assert passed and int(passed[1]) == 8  # four tests, of an event and of a category
