"""What translators get: every sentence of an error, of a template and of a script."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.messages import Plural

pytestmark = pytest.mark.slow
SRC = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture(scope="module")
def pot(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The sentences that makemessages finds in a copy of the packages: it writes beside what it reads."""
    if shutil.which("xgettext") is None:
        pytest.skip("GNU gettext is not on this machine (Debian: apt-get install gettext)")
    copy = tmp_path_factory.mktemp("messages") / "src"
    shutil.copytree(SRC, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "*.egg-info"))
    command = [sys.executable, "-m", "django", "makemessages", "--all", "--keep-pot"]
    environment = dict(os.environ, PYTHONPATH=str(copy), DJANGO_SETTINGS_MODULE="carrom_web.config.settings")
    subprocess.run(command, check=True, cwd=copy.parent, env=environment)
    return sentences((copy / "carrom_web/locale/django.pot").read_text(encoding="utf-8"))


def sentences(text: str) -> set[str]:
    """Singulars and plurals of a file in gettext's format."""
    found: list[str] = []
    in_sentence = False
    for line in text.splitlines():
        if line.startswith(("msgid ", "msgid_plural ")):
            found.append(ast.literal_eval(line.partition(" ")[2]))
            in_sentence = True
        elif line.startswith('"') and in_sentence:
            found[-1] += ast.literal_eval(line)
        else:
            in_sentence = False
    return set(found)


def test_every_sentence_of_an_error_is_found(pot: set[str]):
    catalogues = [
        ".".join(file.relative_to(SRC).with_suffix("").parts) for file in sorted(SRC.rglob("error_messages.py"))
    ]
    assert {name.partition(".")[0] for name in catalogues} == {"carrom", "carrom_web"}

    missing = {
        f"{name}: {key}"
        for name in catalogues
        for key, message in importlib.import_module(name).MESSAGES.items()
        if not ({message.one, message.many} if isinstance(message, Plural) else {message}) <= pot
    }

    assert missing == set()


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("Who keeps this sheet", id="template"),
        pytest.param("Hold for a second to unlock", id="script"),
        pytest.param("That cannot be done", id="view"),
    ],
)
def test_sentences_of_pages_are_found(sentence: str, pot: set[str]):
    assert sentence in pot
