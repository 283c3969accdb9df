"""The catalogues of all languages: brought up to date, checked, and counted.

    tools/translations.py update           take over what makemessages finds; what is new is left empty
    tools/translations.py check [LANG...]  say what is missing, fuzzy or broken, and what differs from the glossary
    tools/translations.py report           messages, words and completeness of each language
    tools/translations.py words LANG FILE  write what is not translated yet, a line each, for a translator
    tools/translations.py take LANG FILE   take such lines over, translated

A language is a folder in `src/carrom_web/locale` with `LC_MESSAGES/django.po` and `glossary.toml`
(docs/how-to/translate.md). `update` needs GNU gettext.
"""

import calendar
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import polib

if __name__ == "__main__":  # started as a file: its neighbours are modules of the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import catalogues, pseudo_locale

# What pages show of the libraries below: the texts of these files, where the library lacks the language.
OF_LIBRARIES = {
    "django/conf": re.compile(
        r"(\./)?(forms/|core/validators|utils/(dates|timesince|text|dateformat|ipv6)|template/defaultfilters"
        r"|db/models/(base|constraints))"
    ),
    "django/contrib/auth": re.compile(r".*(password_validation|validators)\.py"),
    "django/contrib/humanize": re.compile(r""),
    "allauth": re.compile(r"(?!.*(socialaccount|idp|headless|usersessions))"),
}
MONTHS = calendar.month_name[1:]
CORRECTED: dict[str, set[tuple[str | None, str]]] = {  # texts of Django (context, text) that our catalogue says instead
    "fr": {("alt. month", month) for month in MONTHS},  # with capitals there: "27 Novembre"
    "hi": {
        (None, month) for month in ("February", "September", "November", "December")
    },  # misspelt, but right as "alt."
}
PLURALS = {  # of a new catalogue
    "fr": "nplurals=2; plural=(n > 1);",
    "hi": "nplurals=2; plural=(n > 1);",
    "bn": "nplurals=2; plural=(n > 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
TWO_FORMS = "nplurals=2; plural=(n != 1);"
Key = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Term:
    """A line of a glossary: an English term, how it is said, and the stems of which a translation holds one."""

    english: str
    word: str
    stems: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()  # patterns of English texts in which it means something else
    source: str = ""
    note: str = ""

    def is_in(self, english: str) -> bool:
        """Whether an English text has the term, in the sense of the glossary."""
        if self.english.lower() not in english.lower():  # as for most: a pattern takes ten times as long
            return False
        pattern = rf"(?<![\w-]){re.escape(self.english)}(?:s|es|'s)?(?![\w-])"
        return bool(re.search(pattern, english, re.IGNORECASE)) and not any(
            re.search(one, english, re.IGNORECASE) for one in self.unless
        )

    def is_said(self, text: str) -> bool:
        """Whether a translation has it."""
        return any(stem.lower() in text.lower() for stem in self.stems)


def glossary(language: str) -> list[Term]:
    """The terms of a language."""
    path = catalogues.LOCALE / language / "glossary.toml"
    return [
        Term(
            english=one["english"],
            word=one["is"],
            stems=tuple(one.get("stems", ())),
            unless=tuple(one.get("except", ())),
            source=one.get("source", ""),
            note=one.get("note", ""),
        )
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["terms"]
    ]


def against_the_glossary(language: str, catalogue: polib.POFile) -> Iterator[str]:
    """List the texts of a catalogue that do not keep to the glossary."""
    terms = [term for term in glossary(language) if term.stems]
    for entry in catalogue:
        texts = [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]
        english = catalogues.PLACE.sub("", entry.msgid)
        for term in terms:
            if term.is_in(english):
                yield from (
                    f"{entry.msgid[:60]!r} without {term.english} = {term.word}: {text[:60]!r}"
                    for text in texts
                    if text and not term.is_said(text)
                )


def template() -> polib.POFile:
    """All texts of carrom, as makemessages finds them now."""
    with tempfile.TemporaryDirectory(prefix="carrom-messages-") as copied:
        pseudo_locale.collect(Path(copied))
        return polib.pofile(str(Path(copied) / pseudo_locale.MESSAGES))


def wanted(language: str, found: polib.POFile) -> dict[Key, polib.POEntry]:
    """Return all that a catalogue has to hold: the texts of carrom, and those of libraries that lack the language."""
    texts = {(entry.msgctxt, entry.msgid): entry for entry in found}
    return texts | {key: entry for key, entry in _lent(language).items() if key not in texts}


@cache
def _lent(language: str) -> dict[Key, polib.POEntry]:
    lent: dict[Key, polib.POEntry] = {}
    for name, shown in OF_LIBRARIES.items():
        known = {
            key
            for key, entry in _of_library(name, language).items()
            if entry.translated() and key not in CORRECTED.get(language, ())
        }
        for source in ("en", "de"):  # the English catalogue of allauth lacks some
            for key, entry in _of_library(name, source).items():
                places = [place for place, _line in entry.occurrences]
                if key not in known and any(shown.match(place) for place in places):
                    lent.setdefault(key, entry)
    return lent


@cache
def _of_library(name: str, language: str) -> dict[Key, polib.POEntry]:
    package, *folders = name.split("/")
    spec = find_spec(package)
    found: dict[Key, polib.POEntry] = {}
    for place in (spec.submodule_search_locations or ()) if spec else ():
        file = Path(place, *folders, "locale", language, "LC_MESSAGES", "django.po")
        if file.exists():
            found |= {(one.msgctxt, one.msgid): one for one in polib.pofile(str(file)) if not one.obsolete}
    return found


def updated(language: str, old: polib.POFile, found: polib.POFile) -> polib.POFile:
    """A catalogue with the texts that are wanted now, in their order, and what was translated of them."""
    new = polib.POFile(wrapwidth=0)
    new.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": old.metadata.get("Plural-Forms") or PLURALS.get(language, TWO_FORMS),
    }
    before: dict[Key, polib.POEntry] = {(entry.msgctxt, entry.msgid): entry for entry in old if not entry.obsolete}
    forms = int(catalogues.FORMS.findall(new.metadata["Plural-Forms"])[0])
    for (context, text), entry in wanted(language, found).items():
        own = polib.POEntry(msgctxt=context, msgid=text, msgid_plural=entry.msgid_plural)
        own.flags = [flag for flag in entry.flags if flag != "fuzzy"]
        known = before.get((context, text))
        if entry.msgid_plural:
            same = known is not None and known.msgid_plural == entry.msgid_plural
            blank = dict.fromkeys(range(forms), "")
            own.msgstr_plural = blank | (known.msgstr_plural if known is not None and same else {})
        elif known is not None:
            own.msgstr = known.msgstr
        new.append(own)
    return new


def missing(catalogue: polib.POFile, wanted_texts: dict[Key, polib.POEntry]) -> Iterator[str]:
    """List the texts that a catalogue lacks, and those that it has without need."""
    held = {(entry.msgctxt, entry.msgid) for entry in catalogue if not entry.obsolete}
    yield from (
        f"{text[:60]!r} is not in the catalogue" for context, text in wanted_texts if (context, text) not in held
    )
    yield from (
        f"{text[:60]!r} is in the catalogue alone" for context, text in held if (context, text) not in wanted_texts
    )


def report() -> list[tuple[str, int, int, float]]:
    """Each language with its texts, their English words, and the share that is translated."""
    rows = []
    for path in catalogues.catalogues():
        catalogue = polib.pofile(str(path))
        done = sum(entry.translated() for entry in catalogue)
        words = sum(len(entry.msgid.split()) for entry in catalogue)
        rows.append((catalogues.language_of(path), len(catalogue), words, done / max(len(catalogue), 1)))
    return rows


def _update() -> int:
    found = template()
    for path in catalogues.catalogues():
        language = catalogues.language_of(path)
        new = updated(language, polib.pofile(str(path)), found)
        new.save(str(path))
        print(f"{language}: {len(new)} texts, {sum(not entry.translated() for entry in new)} to translate")
    return 0


def _check(languages: Sequence[str]) -> int:
    found, total = template(), 0
    for path in catalogues.catalogues():
        language = catalogues.language_of(path)
        if languages and language not in languages:
            continue
        catalogue = polib.pofile(str(path))
        said = [
            *missing(catalogue, wanted(language, found)),
            *catalogues.faults(catalogue),
            *against_the_glossary(language, catalogue),
        ]
        total += len(said)
        for line in said:
            print(f"{language}: {line}")
    return 1 if total else 0


def _words(language: str, file: str) -> int:
    """Write what is left: {"text": ...} or {"one": ..., "many": ...} a line, to which a translator adds what it is."""
    path = catalogues.LOCALE / language / "LC_MESSAGES" / "django.po"
    with Path(file).open("w", encoding="utf-8") as out:
        for entry in polib.pofile(str(path)):
            if not entry.translated():
                line: dict[str, Any] = {"text": entry.msgid}
                line |= {"context": entry.msgctxt} if entry.msgctxt else {}
                if entry.msgid_plural:
                    line |= {"plural": entry.msgid_plural, "is": [""] * len(entry.msgstr_plural)}
                else:
                    line |= {"is": ""}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
    return 0


def _take(language: str, file: str) -> int:
    path = catalogues.LOCALE / language / "LC_MESSAGES" / "django.po"
    catalogue = polib.pofile(str(path), wrapwidth=0)
    by_key = {(entry.msgctxt, entry.msgid): entry for entry in catalogue}
    taken = 0
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        entry = by_key.get((read.get("context"), read["text"]))
        if entry is None or not read["is"]:
            continue
        if entry.msgid_plural:
            entry.msgstr_plural = dict(enumerate(read["is"]))
        else:
            entry.msgstr = read["is"]
        taken += 1
    catalogue.save(str(path))
    print(f"{language}: {taken} texts taken over")
    return 0


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say and return the exit status."""
    match list(arguments):
        case ["update"]:
            return _update()
        case ["check", *languages]:
            return _check(languages)
        case ["report"]:
            for language, texts, words, done in report():
                print(f"{language:4} {texts:6} texts {words:7} words {done:7.1%}")
            return 0
        case ["words", language, file]:
            return _words(language, file)
        case ["take", language, file]:
            return _take(language, file)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
