"""The example of docs/how-to/add-a-competition.md works as it stands, in a copy of the checkout.

It is the kind that the tests have as an app of their own, under the name that it would have on the site. Its types are
checked beside those of the source (tools/document_code.py).
"""

import pytest

from tests.support.checkout_copy import ROOT, run_in
from tests.support.guide_examples import (
    KIND_FOLDER,
    KIND_OF_THE_SITE,
    KIND_OF_THE_TESTS,
    checkout_with_examples,
    kind_example,
    on_the_site,
    passed_in,
)

LISTED = '    "carrom_web.competitions.match_leagues",\n'


def test_the_example_is_the_kind_that_the_tests_have_but_for_the_order_of_imports():
    folder = ROOT / KIND_OF_THE_TESTS.replace(".", "/")
    own = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.suffix in (".py", ".html")}
    filled = {name: path.read_text(encoding="utf-8") for name, path in own.items() if path.stat().st_size}

    assert set(filled) == set(kind_example())
    for name, text in kind_example().items():
        expected = on_the_site(filled[name]).splitlines()
        lines = text.splitlines()
        assert sorted(lines) == sorted(expected), name
        assert [one for one in lines if "import " not in one] == [one for one in expected if "import " not in one], name


@pytest.mark.slow
@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_the_example_passes_lint(check: tuple[str, ...]):
    run_in(checkout_with_examples(), *check, KIND_FOLDER)


@pytest.mark.slow
def test_the_example_has_all_that_every_kind_has_and_makes_its_migration():
    checkout = checkout_with_examples()
    assert passed_in("tests/web/test_competition_base.py") > 20

    settings = checkout / "src/carrom_web/config/settings.py"
    text = settings.read_text(encoding="utf-8")
    assert text.count(LISTED) == 1
    settings.write_text(text.replace(LISTED, f'{LISTED}    "{KIND_OF_THE_SITE}",\n'), encoding="utf-8")
    made = run_in(checkout, "django", "makemigrations", "knock_out_evening", "-n", "initial")
    assert "Create model Evening" in made and (checkout / KIND_FOLDER / "migrations/0001_initial.py").exists()
