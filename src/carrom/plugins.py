"""Additions by other distributions: rulesets, computers, formats, boards and themes, by entry points.

A distribution names them in its pyproject.toml, for example

    [project.entry-points."carrom.rulesets"]
    club-evening = "my_club:RULESET"

They are loaded when the list of a kind is first asked for. One that cannot be loaded, is not of its kind or has a name
that is taken is left out: the log names it, and so does `carrom plugins`. A plugin runs with the rights of carrom: to
install one is to trust it.
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_log = logging.getLogger(__name__)


class Kind(StrEnum):
    """A thing that a plugin can add; the group of its entry points."""

    RULESET = "carrom.rulesets"
    BOT = "carrom.bots"
    FORMAT = "carrom.formats"
    SURFACE = "carrom.surfaces"
    THEME = "carrom.themes"


@dataclass(frozen=True, slots=True)
class Plugin:
    """One entry point: of which kind, its name, the distribution that has it, and what it gives or why it is left out.

    `wrong` is "" for one that is used.
    """

    kind: Kind
    name: str
    distribution: str
    value: object = None
    wrong: str = ""


T = TypeVar("T")
Check = Callable[[str, Any], str]
"""Says what is wrong with what an entry point of this name gives; "" if nothing is."""
_seen: dict[Kind, tuple[Plugin, ...]] = {}


def added(kind: Kind, check: Check) -> dict[str, Any]:
    """Load the plugins of a kind and give what they add, by name, in order of the names."""
    from importlib.metadata import entry_points  # slow to import, and most programs ask for no list

    found: list[Plugin] = []
    for point in sorted(entry_points(group=kind.value), key=lambda one: (one.name, _distribution(one))):
        taken = any(one.name == point.name and not one.wrong for one in found)
        plugin = _loaded(kind, point, check, taken=taken)
        if plugin.wrong:
            _log.warning("the plugin %s of %s is left out: %s", point.name, plugin.distribution, plugin.wrong)
        found.append(plugin)
    _seen[kind] = tuple(found)
    return {one.name: one.value for one in found if not one.wrong}


class Listed(Mapping[str, T]):
    """Things that carrom includes; plugins' are added when a name is missing or all are asked for."""

    def __init__(self, included: Mapping[str, T], kind: Kind, of: type[T]) -> None:
        self._included, self._kind, self._of = dict(included), kind, of
        self._all: dict[str, T] | None = None

    def __getitem__(self, name: str) -> T:
        """Give the one of this name. Raises KeyError."""
        return self._included[name] if name in self._included else self._every()[name]

    def __iter__(self) -> Iterator[str]:
        """Give all names, the included ones first."""
        return iter(self._every())

    def __len__(self) -> int:
        """Count them."""
        return len(self._every())

    def _every(self) -> dict[str, T]:
        if self._all is None:
            self._all = self._included | added(self._kind, self._check)
        return self._all

    def _check(self, name: str, value: object) -> str:
        if not isinstance(value, self._of):
            return f"it is a {type(value).__name__}, and must be a {self._of.__module__}.{self._of.__name__}"
        slug = getattr(value, "slug", name)
        if slug != name:
            return f"its slug is {slug!r}, which must be its name"
        return "carrom has one of this name" if name in self._included else ""


def seen() -> tuple[Plugin, ...]:
    """All plugins of the kinds that have been asked for, those left out among them."""
    return tuple(one for kind in Kind for one in _seen.get(kind, ()))


def _loaded(kind: Kind, point: "EntryPoint", check: Check, *, taken: bool) -> Plugin:
    where = _distribution(point)
    if not NAME.fullmatch(point.name):
        return Plugin(kind, point.name, where, wrong="a name has small letters, digits and single dashes")
    if taken:
        return Plugin(kind, point.name, where, wrong="another plugin has this name")
    try:
        value = point.load()
        return Plugin(kind, point.name, where, value, wrong=check(point.name, value))
    except Exception as error:  # whatever another's code runs into
        return Plugin(kind, point.name, where, wrong=f"{type(error).__name__}: {error}")


def _distribution(point: "EntryPoint") -> str:
    return point.dist.name if point.dist is not None else "?"
