"""What translators get: every sentence of an error, of a template and of a script, and the texts of the laws."""

import importlib
import re
from pathlib import Path

import polib
import pytest

from carrom.laws import translatable
from carrom.laws.texts import lookup
from carrom.messages import Plural
from tests.support.pseudo_locale import messages_of_run

pytestmark = pytest.mark.slow
SRC = Path(__file__).resolve().parents[2] / "src"
# Phrases that nobody says (`docs/voice.md`): words out of use, a person of one sex, and our own former manner.
RETIRED = re.compile(
    r"\b(?:anew|at hand|begun|br(?:ing|ought) \w+ along|counts? (?:for nobody|no more(?! than))|deeds?|e-mails?|"
    r"found (?:a|your) club|"
    r"he|hence|him|himself|his|is no text|kept(?! apart)|likewise|meanwhile|of nobody|ruled? otherwise|"
    r"(?:the|an) own|told(?! apart)|what (?:is|was) (?:done|recorded|said|told|typed|to be)|whoever|"
    r"(?:will|goes to) stand|stands? (?:beside|here|on the sheet|there|with))\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r'"[^"]*"')  # a document in its own words
OF_LAWS = re.compile(
    r"\b(?:an|the) own (?:coins?|piece)\b", re.IGNORECASE
)  # the documents' term for a coin of the striking side


@pytest.fixture(scope="module")
def pot() -> set[str]:
    """The sentences that makemessages finds, singulars and plurals."""
    catalogue = polib.pofile(str(messages_of_run()))
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

    assert lookup.clause("C-004").consequence in texts
    assert lookup.clause("C-004").text not in texts  # the words of documents stay in English
    assert texts <= pot


def retired_phrases(text: str) -> list[str]:
    """The retired phrases of a message, without quotations and the laws' own term for a coin."""
    return RETIRED.findall(OF_LAWS.sub("", QUOTED.sub("", text)))


def test_no_message_uses_a_retired_phrase(pot: set[str]):
    assert {text: found for text in sorted(pot) if (found := retired_phrases(text))} == {}


def test_retired_phrases_are_found_in_any_case_and_not_in_quotations():
    assert retired_phrases("Whoever opens it sits down. It was told by e-mail; the own last coin is kept.") == [
        "Whoever",
        "told",
        "e-mail",
        "the own",
        "kept",
    ]
    assert retired_phrases('"As long as he pockets" is read so: an own coin is kept apart and can be told apart.') == []
