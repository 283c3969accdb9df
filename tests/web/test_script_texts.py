"""Texts of pages for their scripts: sentences with a count have every plural form of the reader's language."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.template import engines
from django.utils import translation
from django.utils.translation import trans_real

SITE = Path(__file__).parents[2] / "src" / "carrom_web"
TEXT = (
    '{% load i18n scripts %}{"up": {% pluralforms %}{% blocktranslate count n=n %}{count} "coin"{% plural %}'
    '{count} "coins"{% endblocktranslate %}{% endpluralforms %}}'
)
POLISH = {
    "": "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n",
    '{count} "coin"\0{count} "coins"': "{count} pion\0{count} piony\0{count} pionów",
}


def catalogue(messages: dict[str, str]) -> bytes:
    """A compiled catalogue of gettext."""
    texts = sorted((key.encode(), value.encode()) for key, value in messages.items())
    header, places, data = 28, b"", b""
    for column in (0, 1):
        for pair in texts:
            places += struct.pack("<2I", len(pair[column]), header + 16 * len(texts) + len(data))
            data += pair[column] + b"\0"
    tables = (len(texts), header, header + 8 * len(texts), 0, 0)
    return struct.pack("<7I", 0x950412DE, 0, *tables) + places + data


def forms(language: str) -> dict[str, str]:
    """The forms that a page in this language has; the template is read afresh, as in another process."""
    with translation.override(language):
        return json.loads(engines["django"].from_string(TEXT).render())["up"]


def test_english_has_the_form_of_one_and_that_of_all_others():
    assert forms("en") == {"1": '{count} "coin"', "": '{count} "coins"'}


def test_a_language_with_three_forms_gives_them_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings):
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(catalogue(POLISH))
    monkeypatch.setattr(trans_real, "_translations", {})
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("pl", "Polski")]

    found = forms("pl")

    assert (found["1"], found["2"], found["3"], found[""]) == (
        "{count} pion", "{count} piony", "{count} piony", "{count} pionów",
    )  # fmt: skip
    assert "5" not in found and "11" not in found  # as all others


def test_no_text_of_a_script_has_a_noun_in_the_plural_alone():
    alone = {
        f"{path.relative_to(SITE)}: {text}"
        for path in SITE.rglob("*.html")
        for text in re.findall(r'"[\w.]+": "{% filter escapejs %}(.*?){% endfilter %}"', path.read_text(), re.S)
        if re.search(r"{(count|n|boards|points)} [a-z]{2,}s\b", text)
    }

    assert alone == set()


def test_no_text_of_a_script_is_a_pair_of_singular_and_plural():
    pairs = {path.name for path in SITE.rglob("*.html") if re.search(r'"[\w.]+\.(one|other)":', path.read_text())}

    assert pairs == set()
