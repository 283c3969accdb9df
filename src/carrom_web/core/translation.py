"""gettext for visible texts: Django's where available, else the standard library's.

What tells a sheet also runs in the Python of its own page, where there is no Django. There `speak` chooses the language
from the same catalogues; on the server Django has chosen it already.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from carrom.laws.ruleset import Ruleset
from carrom.messages import HasMessage, Language, Message, english_text, fill, sentence

try:
    from django.utils.formats import date_format, localize, time_format
    from django.utils.translation import get_language, gettext, ngettext
except ModuleNotFoundError:
    from carrom_web.core.page_catalogue import get_language, gettext, ngettext

    HAS_DJANGO = False
else:
    HAS_DJANGO = True

__all__ = ["current_language", "filled", "get_language", "gettext", "localized", "ngettext", "ruleset_title"]


def current_language() -> str:
    """The code of the language that is in force."""
    return get_language() or "en"


def ruleset_title(ruleset: Ruleset) -> str:
    """Return the title of a ruleset; a club's own has the title that its file gives it."""
    return gettext(ruleset.title) if ruleset.title else ""


def localized(error: HasMessage) -> str:
    """The sentence of an error in the reader's language."""
    return sentence(error, Language(gettext, ngettext, _text))


def filled(message: Message, parameters: Mapping[str, object]) -> str:
    """A sentence in the reader's language, with its parameters."""
    return fill(message, parameters, Language(gettext, ngettext, _text))


def _text(value: Any) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_text, value))
    if not HAS_DJANGO:
        return english_text(value)
    if isinstance(value, datetime.datetime):
        return date_format(value, "DATETIME_FORMAT")
    if isinstance(value, datetime.date):
        return date_format(value, "DATE_FORMAT")
    if isinstance(value, datetime.time):
        return time_format(value, "TIME_FORMAT")
    return str(localize(value)) if isinstance(value, float) else str(value)
