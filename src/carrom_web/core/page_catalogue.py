"""The texts of one language for the Python of a page, read by the standard library alone.

The archive that a page loads has them beside this file as `page_texts.json` (`carrom_web.core.bundle`):
{"language": "pl", "plural": "n != 1", "texts": {"English": "translation" or ["its", "plural", "forms"]}}.
"""

import json
from collections.abc import Callable
from gettext import c2py
from importlib.resources import files

TEXTS = "page_texts.json"
ENGLISH = "en"


class _Spoken:
    """The language in which a page's Python speaks: one for the whole page."""

    language: str = ENGLISH
    texts: dict[str, str | list[str]] = {}  # noqa: RUF012  # replaced as a whole
    form: Callable[[int], int] = staticmethod(lambda number: int(number != 1))


def speak(language: str) -> None:
    """Speak a language from now on; English where the archive has no texts of it."""
    _Spoken.language, _Spoken.texts = language, {}
    held = files("carrom_web.core") / TEXTS
    if not held.is_file():
        return
    read = json.loads(held.read_text(encoding="utf-8"))
    if read["language"] == language:
        _Spoken.texts, _Spoken.form = read["texts"], c2py(read["plural"])


def get_language() -> str:
    """Return the language's code, as Django writes it."""
    return _Spoken.language


def gettext(message: str) -> str:
    """Give a message in the language that is spoken."""
    found = _Spoken.texts.get(message, message)
    return found if isinstance(found, str) else found[0]


def ngettext(singular: str, plural: str, number: float) -> str:
    """Return the form of a message that belongs to a number."""
    found = _Spoken.texts.get(singular)
    if isinstance(found, list):
        return found[_Spoken.form(int(number))]
    return singular if number == 1 else plural
