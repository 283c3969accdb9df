"""The catalogues of all languages, compiled where they lie when the package is built: for a wheel or for a checkout.

A language is a folder in `src/carrom_web/locale` with `LC_MESSAGES/django.po`; the `django.mo` beside it is made from
that and is not committed. A catalogue that is broken stops the build.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib

LOCALE = Path(__file__).resolve().parents[1] / "src" / "carrom_web" / "locale"
# What stays as it is in a translation: places for values, tags and entities of HTML, addresses.
PLACE = re.compile(r"%\(\w+\)[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|%%|%[sd]|\{\w*\}|<[^<>]+>|&\w+;|https?://[^\s)\"]+")
FORMS = re.compile(r"nplurals\s*=\s*(\d+)")


def catalogues() -> list[Path]:
    """The catalogues, in order of their languages."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def language_of(catalogue: Path) -> str:
    """The code of a catalogue's language."""
    return catalogue.parents[1].name


def faults(catalogue: polib.POFile) -> Iterator[str]:
    """List the faults of a catalogue: places that differ, plural forms that lack, texts that are fuzzy or empty."""
    forms = FORMS.search(catalogue.metadata.get("Plural-Forms", ""))
    if forms is None:
        yield "the header has no Plural-Forms"
        return
    for entry in catalogue:
        if entry.obsolete:
            yield f"{entry.msgid[:60]!r} is obsolete"
        elif entry.fuzzy:
            yield f"{entry.msgid[:60]!r} is fuzzy"
        else:
            yield from (f"{entry.msgid[:60]!r} {what}" for what in _faults_of(entry, int(forms[1])))


def _faults_of(entry: polib.POEntry, forms: int) -> Iterator[str]:
    if not entry.msgid_plural:
        if not entry.msgstr:
            yield "is not translated"
        elif places(entry.msgid) != places(entry.msgstr):
            yield f"has other places than its translation {entry.msgstr[:60]!r}"
        return
    if sorted(entry.msgstr_plural) != list(range(forms)) or not all(entry.msgstr_plural.values()):
        yield f"does not have {forms} plural forms"
        return
    for number, text in entry.msgstr_plural.items():
        more = places(text) - places(entry.msgid_plural)
        lacks = places(entry.msgid_plural) - places(text)
        if more or (lacks and number):  # the form of one may leave its number out
            yield f"has other places than its form {number}, {text[:60]!r}"


def places(text: str) -> Counter[str]:
    """The parts of a text that no translation changes."""
    return Counter(PLACE.findall(text))


def compile_all() -> list[Path]:
    """Write what is missing or older than its catalogue, and return all compiled files.

    Raises:
        SystemExit: a catalogue is broken; the message says how.
    """
    made = []
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        made.append(compiled)
        if compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        catalogue = polib.pofile(str(path))
        broken = list(faults(catalogue))
        if broken:
            raise SystemExit("\n".join([f"{path}: {len(broken)} texts are broken", *broken[:20]]))
        unfinished = compiled.with_suffix(".part")
        catalogue.save_as_mofile(str(unfinished))
        unfinished.replace(compiled)  # whole or not at all: a half of it would be newer than its catalogue
    return made


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # the functions above do without it
    pass
else:

    class CataloguesHook(BuildHookInterface[Any]):
        """Compiles the catalogues before the package is built, and adds them to a wheel."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Compile them. Raises SystemExit."""
            files = compile_all()
            build_data["artifacts"] += [f"/{file.relative_to(LOCALE.parents[2]).as_posix()}" for file in files]
