"""What translators get: every sentence of an error, of a template and of a script, and the texts of the laws."""

import importlib
from pathlib import Path

import polib
import pytest

from carrom.laws import translatable
from carrom.messages import Plural
from tests.support.pseudo_locale import pseudo_locale

pytestmark = pytest.mark.slow
SRC = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture(scope="module")
def pot(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The sentences that makemessages finds, singulars and plurals."""
    catalogue = polib.pofile(str(pseudo_locale.collect(tmp_path_factory.mktemp("messages"))))
    return {text for entry in catalogue for text in (entry.msgid, entry.msgid_plural) if text}


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
        pytest.param("Who is scoring this sheet", id="template"),
        pytest.param("Hold for a second to unlock", id="script"),
        pytest.param("This is not possible", id="view"),
    ],
)
def test_sentences_of_pages_are_found(sentence: str, pot: set[str]):
    assert sentence in pot


def test_texts_of_the_laws_are_found(pot: set[str]):
    texts = {text for _place, text in translatable.texts()}

    assert "The striker is flicked with a finger to hit round wooden coins." in texts  # C-004
    assert texts <= pot
