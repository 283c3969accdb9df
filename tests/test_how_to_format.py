"""The example of docs/how-to/add-a-format.md works as it stands: in a copy of the checkout, one file makes a format."""

import pytest

from carrom.tournament.format import slugs
from tests.support.checkout_copy import run_in
from tests.support.guide_examples import FORMAT_FILE, FORMAT_SLUG, checkout_with_examples, passed_in

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_the_example_passes_lint(check: tuple[str, ...]):
    assert FORMAT_SLUG not in slugs()

    run_in(checkout_with_examples(), *check, FORMAT_FILE)


def test_the_example_is_found_and_keeps_what_every_format_keeps_in_the_library_and_on_pages():
    listed = run_in(checkout_with_examples(), "carrom", "draw")

    assert f"{FORMAT_SLUG}  Challenge match: one match between two" in listed
    in_the_library = passed_in("tests/tournament/test_every_format.py")
    assert in_the_library + passed_in("tests/web/test_formats_on_pages.py") > 15
