"""One declaration makes a setting: in a copy of the checkout, that of docs/how-to/add-a-setting.md is all there is."""

import pytest

from tests.support.checkout_copy import run_in
from tests.support.guide_examples import SETTING_DECLARED_IN, checkout_with_examples, passed_in

COUNT = 3 * 2 + 3 * 2 + 4  # three tests of an event and a category, three of both kinds of league, one of all four


@pytest.mark.slow
def test_a_setting_that_is_declared_is_in_the_form_on_the_page_in_the_file_and_on_paper():
    """A copy in which those who declare settings have one more each."""
    run_in(checkout_with_examples(), "ruff", "check", *SETTING_DECLARED_IN)

    assert passed_in("tests/web/test_settings.py", "tests/web/test_settings_of_leagues.py") == COUNT
