"""The options of a format as fields of a category: made from what the format's file declares."""

from collections.abc import Mapping
from typing import Any

from carrom.match.rules import Values
from carrom.settings import Settings
from carrom.tournament.contest import Value
from carrom.tournament.format import find, slugs
from carrom_web.core.setting_fields import initial_of

PREFIX = "option"


def settings_of(slug: str) -> Settings:
    """The options of a format by the names of their fields; none where there is no such format."""
    return {_name(slug, name): one for name, one in find(slug).options.items()} if slug in slugs() else {}


def initial_values(slug: str, stored: Values) -> dict[str, Any]:
    """The fields of a format as its options stand."""
    options = find(slug).options
    return {_name(slug, name): initial_of(options[name], value) for name, value in stored if name in options}


def values(slug: str, given: Mapping[str, Any], before: Values) -> Values:
    """The options of the chosen format that were stored before, or that differ from what is usual."""
    stored = dict(before)
    found: dict[str, Value] = {}
    for name, one in find(slug).options.items():
        value = given[_name(slug, name)]
        if value != one.default or (name in stored and stored[name] == value):
            found[name] = value
    order = [*(name for name in stored if name in found), *(name for name in found if name not in stored)]
    return tuple((name, found[name]) for name in order)


def _name(slug: str, name: str) -> str:
    return f"{PREFIX}:{slug}:{name}"
