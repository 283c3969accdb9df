"""The site's catalogues read by the standard library alone, for the Python of a page."""

from gettext import NullTranslations, translation
from pathlib import Path

LOCALES = Path(__file__).resolve().parents[1] / "locale"
ENGLISH = "en"


class _Spoken:
    """The language in which a page's Python speaks: one for the whole page."""

    language: str = ENGLISH
    words: NullTranslations = NullTranslations()


def speak(language: str) -> None:
    """Speak a language from now on; English where the site has no catalogue of it."""
    _Spoken.language = language
    folder = language.replace("-", "_")
    _Spoken.words = translation("django", LOCALES, [folder, folder.partition("_")[0]], fallback=True)


def get_language() -> str:
    """Return the language's code, as Django writes it."""
    return _Spoken.language


def gettext(message: str) -> str:
    """Give a message in the language that is spoken."""
    return _Spoken.words.gettext(message)


def ngettext(singular: str, plural: str, number: float) -> str:
    """Return the form of a message that belongs to a number."""
    return _Spoken.words.ngettext(singular, plural, int(number))
