"""The examples of docs/how-to, all put into one copy of the checkout, and what the tests there say of them.

A run of pytest loads the site and collects its static files before it tests anything, so one run has all the examples.
"""

import re
from collections import Counter
from pathlib import Path

from tests.support.checkout_copy import ROOT, copy_checkout, run_in
from tests.support.in_one_test import WANTED
from tests.support.one_run import FOLDER, once_a_run
from tests.support.static_files import static_of_run
from tools.document_code import KIND, files_of

FORMAT_FILE, FORMAT = next(iter(files_of("docs/how-to/add-a-format.md").items()))
FORMAT_SLUG = Path(FORMAT_FILE).stem.replace("_", "-")
LESSON_FILE, LESSON = next(iter(files_of("docs/how-to/add-a-lesson.md").items()))
LESSON_KEY = Path(LESSON_FILE).stem.replace("_", "-")

SETTING = (ROOT / "docs/how-to/add-a-setting.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
SETTING_NAME = SETTING.split(":")[0].strip()
SETTING_DECLARED_IN = {
    "src/carrom/tournament/event.py": (("    rest_minutes: int", "when"),),
    "src/carrom/tournament/category.py": (("    format_values: Values", "match"),),
    "src/carrom/league/match_terms.py": (("    answer_days: int", "days"),),
    "src/carrom/league/solo_terms.py": (("    grace_days: int", "late"),),
}

KIND_OF_THE_TESTS, KIND_OF_THE_SITE = "tests.support.web.knock_out_evening", "carrom_web.competitions.knock_out_evening"
KIND_FOLDER = f"src/{KIND_OF_THE_SITE}".replace(".", "/")

TESTS = (
    "tests/tournament/test_every_format.py",
    "tests/web/test_formats_on_pages.py",
    "tests/play/test_every_lesson.py",
    "tests/web/test_lessons.py",
    "tests/web/test_settings.py",
    "tests/web/test_settings_of_leagues.py",
    "tests/web/test_competition_base.py",
)


def kind_example() -> dict[str, str]:
    """The files of the kind of competition, by their places in its folder."""
    return {path.removeprefix(f"{KIND_FOLDER}/"): text for path, text in files_of(KIND).items()}


def on_the_site(text: str) -> str:
    """A text of the kind that the tests have as an app, with the names that it has on the site."""
    for module in (KIND_OF_THE_TESTS, KIND_OF_THE_TESTS.replace(".", "/")):
        site = KIND_OF_THE_SITE if "." in module else KIND_OF_THE_SITE.removeprefix("carrom_web.").replace(".", "/")
        text = text.replace(module, site)
    return text


def checkout_with_examples() -> Path:
    """A copy with all examples in their places, made once a run."""
    return once_a_run("examples", _put_examples)


def passed_in(*files: str) -> int:
    """How many tests of these files passed in the copy with an example as their case; no test there may fail."""
    report = once_a_run("tests-of-examples", _test_examples) / "report"
    passed = Counter(re.findall(r"^PASSED (\S+?)::", report.read_text(encoding="utf-8"), re.MULTILINE))
    return sum(passed[file] for file in files)


def _put_examples(folder: Path) -> None:
    copy = copy_checkout(folder)
    (copy / FORMAT_FILE).write_text(FORMAT, encoding="utf-8")
    (copy / LESSON_FILE).write_text(LESSON, encoding="utf-8")
    _declare_setting(copy)
    _put_kind(copy)


def _declare_setting(copy: Path) -> None:
    """Those who declare settings have one more each."""
    for file, places in SETTING_DECLARED_IN.items():
        text = (copy / file).read_text(encoding="utf-8")
        for before, group in places:
            assert text.count(before) == 1
            text = text.replace(before, SETTING.replace('group="when"', f'group="{group}"') + before)
        (copy / file).write_text(text, encoding="utf-8")


def _put_kind(copy: Path) -> None:
    """The kind is put to the tests of the base instead of the tests' own app."""
    for name, text in kind_example().items():
        place = copy / KIND_FOLDER / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    for place in (".", "pages", "pages/evening"):
        (copy / KIND_FOLDER / place / "__init__.py").touch()
    tests = copy / "tests/web/test_competition_base.py"
    own = tests.read_text(encoding="utf-8")
    own = own.replace('parents[1] / "support" / "web"', f'parents[2] / "{KIND_FOLDER}" / ".."')
    tests.write_text(on_the_site(own), encoding="utf-8")


def _test_examples(folder: Path) -> None:
    names = (FORMAT_SLUG, LESSON_KEY, SETTING_NAME)
    words = " or ".join((*names, "test_competition_base", "test_settings"))
    command = ("pytest", "-n0", "-p", "no:cacheprovider", "-rp", "-k", words, *TESTS)
    run = folder / "run"  # a run of its own; the examples have no static files, so those of this one are theirs
    run.mkdir()
    for one in (static_of_run(), static_of_run().with_suffix(".made")):
        (run / one.name).symlink_to(one)
    report = run_in(checkout_with_examples(), *command, **{WANTED: ",".join(names), FOLDER: str(run)})
    (folder / "report").write_text(report, encoding="utf-8")
