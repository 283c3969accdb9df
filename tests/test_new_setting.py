"""One declaration makes a setting: in a copy of the checkout, that of docs/how-to/add-a-setting.md is all there is."""

import re
from pathlib import Path

import pytest

from tests.support.checkout_copy import ROOT, copy_checkout, run_in

DECLARED = (ROOT / "docs/how-to/add-a-setting.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
DECLARED_IN = {
    "src/carrom/tournament/event.py": (("    rest_minutes: int", "when"), ("    format_values: Values", "match")),
    "src/carrom/league/match_terms.py": (("    answer_days: int", "days"),),
    "src/carrom/league/solo_terms.py": (("    grace_days: int", "late"),),
}
TESTS = ("tests/web/test_settings.py", "tests/web/test_settings_of_leagues.py")
COUNT = 3 * 2 + 3 * 2 + 4  # three tests of an event and a category, three of both kinds of league, one of all four


@pytest.mark.slow
def test_a_setting_that_is_declared_is_in_the_form_on_the_page_in_the_file_and_on_paper(tmp_path: Path):
    """A copy in which those who declare settings have one more each."""
    checkout = copy_checkout(tmp_path)
    for file, places in DECLARED_IN.items():
        text = (checkout / file).read_text(encoding="utf-8")
        for before, group in places:
            assert text.count(before) == 1
            text = text.replace(before, DECLARED.replace('group="when"', f'group="{group}"') + before)
        (checkout / file).write_text(text, encoding="utf-8")
    run_in(checkout, "ruff", "check", *DECLARED_IN)

    said = run_in(checkout, "pytest", "-n0", "-p", "no:cacheprovider", "-k", "lamp_minutes", *TESTS)

    passed = re.search(r"(\d+) passed, \d+ deselected", said)
    assert passed and int(passed[1]) == COUNT
