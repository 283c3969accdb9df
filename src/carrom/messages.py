"""Sentences of errors: each package lists its own in `error_messages`; they are filled in for the reader.

A catalogue is `MESSAGES`, from message ids to sentences with named places (`%(name)s`). Its strings are marked by
`gettext_noop` and `plural`, by which Django's `makemessages` finds them; nothing here knows Django, and a page's Python
fills sentences in with the standard library alone.
"""

import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, runtime_checkable

PLACE = re.compile(r"%%|%\((?P<name>\w+)\)(?P<spec>[-+ #0]*\d*(?:\.\d+)?[a-z])")


@runtime_checkable
class HasMessage(Protocol):
    """Anything with a sentence: an error or a message like one."""

    @property
    def code(self) -> str:
        """The stable code."""

    @property
    def args(self) -> tuple[Any, ...]:
        """The reason, if there is one."""

    @property
    def parameters(self) -> Mapping[str, object]:
        """Values that fill the sentence in."""

    @property
    def message_id(self) -> str:
        """The key of the sentence."""


class Phrase(str):
    """A value that is itself marked for translators: it is translated where the sentence around it is filled in."""

    __slots__ = ()


class Plural(NamedTuple):
    """A sentence with two forms in English, as many as needed in other languages; the parameter `by` decides."""

    one: str
    many: str
    by: str


Message = str | Plural


class Language(NamedTuple):
    """How sentences come into a language: gettext, ngettext, and how one value is written."""

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    text: Callable[[Any], str]


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translators; it is translated where it is shown."""
    return sentence


def plural(one: str, many: str, *, by: str) -> Plural:
    """Mark a sentence with a number in it for translators."""
    return Plural(one, many, by)


def english_text(value: Any) -> str:
    """A value as English shows it: lists with commas, days as "7 March 2026", numbers without idle digits."""
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(english_text, value))
    if isinstance(value, datetime.datetime):
        return f"{value.day} {value:%B %Y, %H:%M}"
    if isinstance(value, datetime.date):
        return f"{value.day} {value:%B %Y}"
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    return f"{value:g}" if isinstance(value, float) else str(value)


ENGLISH = Language(str, lambda one, many, number: one if number == 1 else many, english_text)


def sentence(error: HasMessage, language: Language = ENGLISH) -> str:
    """Return the sentence of an error, filled in; an error that no catalogue knows gives its own first argument.

    An error with a `location_id` stands somewhere, in a line of a file for instance: that message is filled in with its
    parameters, and with the sentence as `%(sentence)s`.
    """
    message = message_of(error)
    if message is None:
        return str(error.args[0]) if error.args else error.code
    said = fill(message, error.parameters, language)
    location = find_message(type(error), getattr(error, "location_id", ""))
    return fill(location, {**error.parameters, "sentence": said}, language) if location else said


def fill(message: Message, parameters: Mapping[str, object], language: Language = ENGLISH) -> str:
    """Fill a sentence in. A parameter that is an error, or a list of errors, is shown by their own sentences."""
    if isinstance(message, Plural):
        number = parameters[message.by]
        assert isinstance(number, int)  # noqa: S101  # tests hold every plural against what is raised
        translated = language.ngettext(message.one, message.many, number)
    else:
        translated = language.gettext(message)

    def value(place: re.Match[str]) -> str:
        if place["name"] is None:
            return "%"
        given = parameters[place["name"]]
        if isinstance(given, HasMessage):
            return sentence(given, language)
        if isinstance(given, list | tuple) and given and all(isinstance(one, HasMessage) for one in given):
            return " ".join(sentence(one, language) for one in given)
        if isinstance(given, Phrase):
            return language.gettext(given)
        return language.text(given) if place["spec"] == "s" else f"%{place['spec']}" % given

    return PLACE.sub(value, translated)


def message_of(error: HasMessage) -> Message | None:
    """The sentence of an error; None: no catalogue has it."""
    return find_message(type(error), error.message_id)


def find_message(kind: type, message_id: str) -> Message | None:
    """A sentence from the catalogue of the package of this class, or of a class that it comes from."""
    for one in kind.__mro__:
        for package in _packages(one.__module__):
            found = catalogue(package).get(message_id)
            if found is not None:
                return found
    return None


def _packages(module: str) -> Iterator[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


@cache
def catalogue(package: str) -> Mapping[str, Message]:
    """The catalogue of a package; empty if it has none of its own."""
    name = f"{package}.error_messages"
    if find_spec(name) is None:
        return {}
    found: Mapping[str, Message] = import_module(name).MESSAGES
    return found
