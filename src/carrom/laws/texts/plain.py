"""Each ruleset on half a page, in plain words, with the clauses behind every part."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from carrom.messages import gettext_noop as _

TITLES = {
    "aim": _("The aim"),
    "turn": _("Your turn"),
    "queen": _("The queen"),
    "fouls": _("Fouls"),
    "scoring": _("Scoring"),
    "special": _("What is special"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the half page: its title, what it says, and the ids of its clauses."""

    title: str
    says: str
    clauses: tuple[str, ...]


@cache
def in_plain_words(slug: str) -> tuple[Part, ...]:
    """The half page of a ruleset, in the order of `TITLES`; empty for one that has none."""
    parts = _all().get(slug, {})
    return tuple(
        Part(title, parts[key]["says"], tuple(parts[key]["clauses"])) for key, title in TITLES.items() if parts
    )


@cache
def _all() -> dict[str, dict[str, dict[str, Any]]]:
    return tomllib.loads((files(__package__) / "plain.toml").read_text(encoding="utf-8"))
