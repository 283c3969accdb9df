"""The example of docs/how-to/add-a-lesson.md works as it stands: in a copy of the checkout, one file makes a lesson."""

import pytest

from carrom.play.course.every import LESSONS
from tests.support.checkout_copy import run_in
from tests.support.guide_examples import LESSON_FILE, LESSON_KEY, checkout_with_examples, passed_in

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_the_example_passes_lint(check: tuple[str, ...]):
    assert LESSON_KEY not in LESSONS

    run_in(checkout_with_examples(), *check, LESSON_FILE)


def test_the_example_is_found_and_keeps_what_every_lesson_keeps_in_the_library_and_on_its_page():
    assert passed_in("tests/play/test_every_lesson.py") == 5
    assert passed_in("tests/web/test_lessons.py") == 1
