"""A language that shows what no translator gets: every sentence of the site with its letters under accents.

    tools/pseudo_locale.py FOLDER

writes FOLDER/en_XA from what `makemessages` finds in the packages, and from the sentences of Django and django-allauth.
With CARROM_PSEUDO_LOCALE=FOLDER the site speaks it; whatever then stands on a page in plain letters is data, or is
missing from the catalogues. Needs GNU gettext and polib.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import polib

SRC = Path(__file__).resolve().parents[1] / "src"
LOCALE = "en_XA"
MESSAGES = Path("src", "carrom_web", "locale", "django.pot")  # below the folder of `collect`
OTHERS = (  # packages whose English catalogues the site's pages use
    "django/conf",
    "django/contrib/admin",
    "django/contrib/auth",
    "django/contrib/contenttypes",
    "django/contrib/humanize",
    "allauth",
)
# What is no text of a message: places for values, tags and entities of HTML, addresses.
NO_TEXT = re.compile(
    r"%\(\w+\)[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z%]|\{\w*\}|<[^<>]*>|&#?\w+;|https?://\S+"
)
ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀćđéƒğĥíĵķĺɱńóþɋŕšťúṽŵẋýžÀɃĆĐÉƑĞĤÍĴĶĹṀŃÓÞɊŔŠŤÚṼŴẊÝŽ"
)


def accented(text: str) -> str:
    """Put every letter of a message under an accent, but those of its places, tags and entities."""
    parts, end = [], 0
    for place in NO_TEXT.finditer(text):
        parts += [text[end : place.start()].translate(ACCENTS), place.group()]
        end = place.end()
    return "".join([*parts, text[end:].translate(ACCENTS)])


def collect(folder: Path) -> None:
    """Copy the packages into a folder, where makemessages writes the template of their catalogues: `MESSAGES`."""
    copy = folder / "src"
    shutil.copytree(SRC, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "locale", "*.egg-info"))
    environment = dict(os.environ, PYTHONPATH=str(copy), DJANGO_SETTINGS_MODULE="carrom_web.config.settings")
    environment.pop("CARROM_PSEUDO_LOCALE", None)
    command = [sys.executable, "-m", "django", "makemessages", "--all", "--keep-pot"]
    subprocess.run(command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL)


def write(folder: Path, messages: Path) -> int:
    """Write the pseudo-locale of a template of catalogues into a folder and give the number of its messages."""
    catalogue = polib.pofile(str(messages))
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue}
    for entry in _of_others():
        if (entry.msgctxt, entry.msgid) not in known:
            known.add((entry.msgctxt, entry.msgid))
            catalogue.append(entry)
    for entry in catalogue:
        entry.flags = []
        if entry.msgid_plural:
            entry.msgstr_plural = {0: accented(entry.msgid), 1: accented(entry.msgid_plural)}
        else:
            entry.msgstr = accented(entry.msgid)
    catalogue.metadata = {
        "Language": LOCALE,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    messages = folder / LOCALE / "LC_MESSAGES"
    messages.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(messages / "django.po"))
    catalogue.save_as_mofile(str(messages / "django.mo"))
    return len(catalogue)


def _of_others() -> Iterator[polib.POEntry]:
    for name in OTHERS:
        package = find_spec(name.split("/")[0])
        places: Iterable[str] = (package.submodule_search_locations or ()) if package else ()
        for place in places:
            for language in ("en", "de"):  # the English catalogue of allauth lacks some
                file = Path(place, *name.split("/")[1:], "locale", language, "LC_MESSAGES", "django.po")
                if file.exists():
                    yield from (entry for entry in polib.pofile(str(file)) if not entry.obsolete)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="carrom-messages-") as copied:
        collect(Path(copied))
        count = write(Path(sys.argv[1]), Path(copied) / MESSAGES)
    print(f"{count} messages; start the site with CARROM_PSEUDO_LOCALE={sys.argv[1]}")
