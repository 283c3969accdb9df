"""Writes docs/reference.md: every stable and provisional name of the library with the first sentence of its docstring.

    .venv/bin/python tools/reference.py    # also part of `./carrom test golden`

Stable is what `carrom` itself, `carrom.bots` and `carrom.svg` give, with the members of its classes: a later version
takes none of it away. Provisional are the modules below. All else is private. Tests compare the page with the source,
and the stable names with tests/public_names.txt.
"""

import dataclasses
import enum
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import carrom
from carrom import bots, svg

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference.md"
PROVISIONAL = {
    "Equipment": "equipment.arrangement equipment.conformity equipment.validity",
    "Physics": "physics.batch physics.calibration physics.motion physics.surface_file",
    "Laws": "laws.cases laws.conformance laws.facts laws.ruleset laws.ruleset_file laws.ruling laws.texts.lookup",
    "A match": "match.awaiting match.entries match.occasion_requests match.requests match.rules play.domain play.record"
    " play.replay play.statistics play.lessons",
    "Notation": "notation.characters notation.cursor notation.match_file notation.pieces notation.question"
    " notation.record",
    "Tournaments": "tournament.championship tournament.championship_needs tournament.commands tournament.contest"
    " tournament.day tournament.entries tournament.fixtures tournament.format tournament.order_of_play"
    " tournament.ranking tournament.record tournament.regulation tournament.rehearsal tournament.results"
    " tournament.scoring tournament.sol_export tournament.sol_file tournament.teams tournament.tie_breaks",
    "Leagues": "league.match_commands league.match_presets league.match_record league.match_terms"
    " league.solo_season league.solo_standings league.solo_statistics league.solo_terms league.solo_violations",
    "Ratings": "rating.families rating.history rating.lists",
    "Pictures and prints": "svg.charts printing.films printing.labels printing.pictures printing.sheet",
    "Environments": "envs.boards envs.policies envs.single envs.turns envs.vector",
    "Values and errors": "errors messages serialization settings",
}
HEAD = """\
# Reference

Every name of the library that is not private, from its docstring; how they are used stands in [api.md](api.md). This page is written by `tools/reference.py`.

**Stable** names stay: a later version may add to them and takes none away. **Provisional** ones change with a line in the changelog. Whatever is not on this page, or begins with `_`, is **private**.
"""  # noqa: E501  # lines of a document


def page() -> str:
    """The whole page."""
    lines = [HEAD, "## Stable", ""]
    for name, value in stable().items():
        lines += _entry(name, value)
    lines += ["## Provisional", ""]
    for title, modules in PROVISIONAL.items():
        lines += [f"### {title}", "", "| name | what |", "| --- | --- |"]
        for module in modules.split():
            lines += [_row(f"carrom.{module}.{name}", value) for name, value in public_in(module).items()]
        lines.append("")
    return "\n".join(lines)


def stable() -> dict[str, Any]:
    """The stable names and what they mean, without members."""
    found = {name: getattr(carrom, name) for name in carrom.__all__ if name not in ("bots", "svg")}
    found |= {f"bots.{name}": getattr(bots, name) for name in sorted(bots._HOMES)}
    return found | {f"svg.{name}": getattr(svg, name) for name in sorted(svg.__all__)}


def members(value: Any) -> dict[str, Any]:
    """The public members of a class that this library itself gives it; nothing for all that is no class."""
    if not inspect.isclass(value):
        return {}
    found: dict[str, Any] = {}
    if dataclasses.is_dataclass(value):  # in their order
        found = {field.name: None for field in dataclasses.fields(value)}
    for one in reversed(value.__mro__):
        if one.__module__.startswith("carrom"):
            found |= {name: held for name, held in vars(one).items() if not name.startswith("_")}
            found |= {name: None for name in getattr(one, "_fields", ())}
    return found | (
        {field.name: None for field in dataclasses.fields(value)} if dataclasses.is_dataclass(value) else {}
    )


def public_in(module: str) -> dict[str, Any]:
    """The classes and functions that a module of the library defines and does not hide."""
    held = import_module(f"carrom.{module}")
    return {
        name: value
        for name, value in vars(held).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isroutine(value))
        and getattr(value, "__module__", "") == held.__name__
    }


def names() -> Iterator[tuple[str, Any]]:
    """Every name that is not private, and what it means; fields and members of enums mean None."""
    for name, value in stable().items():
        yield name, value
        yield from ((f"{name}.{member}", held) for member, held in members(value).items())
    for modules in PROVISIONAL.values():
        for module in modules.split():
            yield from ((f"carrom.{module}.{name}", value) for name, value in public_in(module).items())


def is_documented(value: Any) -> bool:
    """Whether a reader learns what something is: a docstring of its own; fields are in their class's text."""
    return not has_docstring(value) or bool(sentence(value))


def sentence(value: Any) -> str:
    """The first line of a docstring."""
    held = value.__func__ if isinstance(value, classmethod | staticmethod) else value
    return ((inspect.getdoc(held) or "") if has_docstring(held) else "").partition("\n")[0]


def has_docstring(value: Any) -> bool:
    """Whether it is of a kind that has a docstring: not a field, a member of an enum or a value."""
    kinds = (property, classmethod, staticmethod, ModuleType)
    return inspect.isclass(value) or inspect.isroutine(value) or isinstance(value, kinds)


def _entry(name: str, value: Any) -> Iterator[str]:
    yield f"### `{name}{_arguments(value)}`"
    yield ""
    yield sentence(value) or f"A value: {kind(value)}."
    yield ""
    held = members(value)
    described = {member: one for member, one in held.items() if has_docstring(one)}
    plain = [f"`{member}`" for member in held if member not in described]
    if plain:
        is_enum = inspect.isclass(value) and issubclass(value, enum.Enum)
        yield f"{'Members' if is_enum else 'Fields'}: {', '.join(plain)}"
        yield ""
    if described:
        yield from ("| member | what |", "| --- | --- |")
        yield from (_row(f"{member}", one) for member, one in described.items())
        yield ""


def _row(name: str, value: Any) -> str:
    return f"| `{name}{_arguments(value)}` | {sentence(value).replace('|', chr(92) + '|')} |"


def _arguments(value: Any) -> str:
    """Return a function's parameters: names alone, `name=` where it may be left out."""
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    if not inspect.isroutine(value):
        return ""
    parts: list[str] = []
    for index, one in enumerate(inspect.signature(value).parameters.values()):
        if index == 0 and one.name in ("self", "cls"):
            continue
        if one.kind is one.KEYWORD_ONLY and "*" not in parts and not any(part[0] == "*" for part in parts):
            parts.append("*")
        star = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        parts.append(f"{star}{one.name}{'=' if one.default is not one.empty else ''}")
    return f"({', '.join(parts)})"


def kind(value: Any) -> str:
    """The type of a value, or the keys of a mapping."""
    if isinstance(value, type({}.keys())) or not hasattr(value, "keys"):
        return type(value).__name__
    return f"a mapping with the keys {', '.join(f'`{key}`' for key in value)}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
