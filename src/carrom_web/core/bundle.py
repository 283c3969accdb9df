"""The package as an archive for a page's Python: the same files that judge and word sheets on the server.

Which files these are is read from their imports, so that nobody keeps a list. The archive has no times in it: the same
files make the same bytes, and its address holds their hash. Imports are read as text: Python 3.11's `ast` fails now and
then when several threads parse at once.
"""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from types import CodeType
from typing import Any

from django.urls import reverse
from django.utils.translation import to_locale

import carrom
from carrom.laws import translatable
from carrom_web.core.page_catalogue import TEXTS
from carrom_web.core.translation import current_language

ROOTS = {"carrom": Path(carrom.__file__).parent, "carrom_web": Path(__file__).resolve().parents[1]}
# What a page calls, and what is imported late on its way: the folder of rulesets is their list.
FIRST = (
    "carrom_web.umpire.offline_engine",
    "carrom_web.matches.file_in_page",
    "carrom_web.core.page_catalogue",
    "carrom.physics.surface",
)
FOLDERS = ("carrom.laws.rulesets",)
DATA = ("carrom/laws/texts/*.toml",)
# What a module imports when it is loaded: not what stands indented, inside of functions or for type checkers alone.
_FROM = re.compile(r"^from (carrom[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_IMPORT = re.compile(r"^import (carrom[\w.]*)", re.MULTILINE)
_NAME = re.compile(r"(?:\(|,|^)\s*(\w+)")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Bundle:
    """The archive's bytes, and the hash of them that its address holds."""

    content: bytes
    digest: str


def bundle_address() -> str:
    """Return the address of the archive in the language of the reader."""
    language = current_language()
    return reverse("sheet-python", args=[language, bundle(language).digest])


@cache
def bundle(language: str) -> Bundle:
    """Return the archive for pages in a language, made once in a process."""
    held = io.BytesIO(_without_texts())
    with zipfile.ZipFile(held, "a") as archive:
        _add(archive, f"carrom_web/core/{TEXTS}", _texts(language))
    content = held.getvalue()
    return Bundle(content, hashlib.sha256(content).hexdigest()[:12])


@cache
def _without_texts() -> bytes:
    """Return what the archives of all languages have in common: packing it takes longer than all else."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, file in sorted(_files()):
            _add(archive, name, file.read_bytes())
    return held.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, zipfile.ZIP_DEFLATED, 9)


def _texts(language: str) -> bytes:
    """Return the texts of the archive's modules in a language, and nothing else of its catalogue."""
    file = ROOTS["carrom_web"] / "locale" / to_locale(language) / "LC_MESSAGES" / "django.mo"
    if not file.is_file():
        return json.dumps({"language": language, "plural": "n != 1", "texts": {}}).encode()
    with file.open("rb") as opened:
        catalogue = GNUTranslations(opened)
    said = _strings()
    texts: dict[str, str | list[str]] = {}
    # By text, or by text and number of a plural form.
    for key, text in sorted(catalogue._catalog.items(), key=str):  # type: ignore[attr-defined]  # as Django reads it
        if isinstance(key, str):
            if key and key in said:
                texts[key] = text
        elif key[0] in said:
            forms = texts.setdefault(key[0], [])
            assert isinstance(forms, list)  # noqa: S101  # a text has a plural or none
            forms.append(text)
    plural = catalogue.info()["plural-forms"].partition("plural=")[2].rstrip("; ")
    whole = {"language": language, "plural": plural, "texts": texts}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def _strings() -> frozenset[str]:
    """Every string of the archive's modules, and the texts of the laws."""
    found = {text for _place, text in translatable.texts()}
    waiting: list[Any] = [
        compile(file.read_text(encoding="utf-8"), str(file), "exec", dont_inherit=True) for file in modules().values()
    ]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, CodeType):
            waiting.extend(one.co_consts)
        elif isinstance(one, tuple | frozenset):
            waiting.extend(one)
    return frozenset(found)


def modules() -> dict[str, Path]:
    """Return the modules that the archive holds, by name: all that are imported on the way, with their packages."""
    found: dict[str, Path] = {}
    waiting = [*FIRST, *(module for folder in FOLDERS for module in _modules_in(folder))]
    while waiting:
        name = waiting.pop()
        file = _file_of(name)
        if name in found or file is None:
            continue
        found[name] = file
        package = name.rpartition(".")[0]
        if package:
            waiting += (package, f"{package}.error_messages")  # these are found by name where an error is read
        waiting.extend(_imported(file.read_text(encoding="utf-8")))
    return found


def _files() -> Iterator[tuple[str, Path]]:
    """Return each file's name in the archive, and where it lies."""
    for file in modules().values():
        yield _name_of(file), file
    for pattern in DATA:
        top, _, rest = pattern.partition("/")
        for file in ROOTS[top].glob(rest):
            yield _name_of(file), file


def _name_of(file: Path) -> str:
    top, root = next((top, root) for top, root in ROOTS.items() if file.is_relative_to(root))
    return f"{top}/{file.relative_to(root).as_posix()}"


def _file_of(module: str) -> Path | None:
    """Give a module's file; None if it is none of ours."""
    top, *parts = module.split(".")
    if top not in ROOTS:
        return None
    place = ROOTS[top].joinpath(*parts)
    return next((file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()), None)


def _modules_in(package: str) -> Iterator[str]:
    top, *parts = package.split(".")
    for file in ROOTS[top].joinpath(*parts).glob("*.py"):
        yield f"{package}.{file.stem}" if file.stem != "__init__" else package


def _imported(code: str) -> Iterator[str]:
    """Return the modules that a module imports, and names of theirs that may be modules."""
    yield from _IMPORT.findall(code)
    for module, names in _FROM.findall(code):
        yield module
        yield from (f"{module}.{name}" for name in _NAME.findall(names))
