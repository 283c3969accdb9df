"""The example of docs/how-to/add-a-competition.md works as it stands, in a copy of the checkout.

It is the kind that the tests have as an app of their own, under the name that it would have on the site. Its types are
checked beside those of the source (tools/document_code.py).
"""

import re
from pathlib import Path

import pytest

from tests.support.checkout_copy import ROOT, copy_checkout, run_in
from tools.document_code import KIND, files_of

OF_THE_TESTS, OF_THE_SITE = "tests.support.web.knock_out_evening", "carrom_web.competitions.knock_out_evening"
FOLDER = f"src/{OF_THE_SITE}".replace(".", "/")
LISTED = '    "carrom_web.competitions.match_leagues",\n'


def example() -> dict[str, str]:
    """The files of the document, by their places in the folder of the kind."""
    return {path.removeprefix(f"{FOLDER}/"): text for path, text in files_of(KIND).items()}


def on_the_site(text: str) -> str:
    """A text of the tests' app with the names that it has on the site."""
    for module in (OF_THE_TESTS, OF_THE_TESTS.replace(".", "/")):
        site = OF_THE_SITE if "." in module else OF_THE_SITE.removeprefix("carrom_web.").replace(".", "/")
        text = text.replace(module, site)
    return text


def test_the_example_is_the_kind_that_the_tests_have_but_for_the_order_of_imports():
    folder = ROOT / OF_THE_TESTS.replace(".", "/")
    own = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.suffix in (".py", ".html")}
    filled = {name: path.read_text(encoding="utf-8") for name, path in own.items() if path.stat().st_size}

    assert set(filled) == set(example())
    for name, text in example().items():
        expected = on_the_site(filled[name]).splitlines()
        lines = text.splitlines()
        assert sorted(lines) == sorted(expected), name
        assert [one for one in lines if "import " not in one] == [one for one in expected if "import " not in one], name


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the example in its place, put to the tests of the base instead of the tests' own app."""
    copy = copy_checkout(tmp_path_factory.mktemp("checkout"))
    for name, text in example().items():
        place = copy / FOLDER / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    for place in (".", "pages", "pages/evening"):
        (copy / FOLDER / place / "__init__.py").touch()
    tests = copy / "tests/web/test_competition_base.py"
    own = tests.read_text(encoding="utf-8").replace('parents[1] / "support" / "web"', f'parents[2] / "{FOLDER}" / ".."')
    tests.write_text(on_the_site(own), encoding="utf-8")
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("check", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_the_example_passes_lint(checkout: Path, check: tuple[str, ...]):
    run_in(checkout, *check, FOLDER)


@pytest.mark.slow
def test_the_example_has_all_that_every_kind_has_and_makes_its_migration(checkout: Path):
    said = run_in(checkout, "pytest", "-n0", "-p", "no:cacheprovider", "tests/web/test_competition_base.py")
    passed = re.search(r"(\d+) passed", said)
    assert passed and int(passed[1]) > 20

    settings = checkout / "src/carrom_web/config/settings.py"
    text = settings.read_text(encoding="utf-8")
    assert text.count(LISTED) == 1
    settings.write_text(text.replace(LISTED, f'{LISTED}    "{OF_THE_SITE}",\n'), encoding="utf-8")
    made = run_in(checkout, "django", "makemigrations", "knock_out_evening", "-n", "initial")
    assert "Create model Evening" in made and (checkout / FOLDER / "migrations/0001_initial.py").exists()
