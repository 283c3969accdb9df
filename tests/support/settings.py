"""Declared settings as a text that people review."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from carrom.settings import Setting, Settings

TEXTS = ("label", "says", "shown_as", "choice_help", "value_names", "example")  # catalogues and pages are about these


def declared(groups: Mapping[str, Settings]) -> str:
    """Each group's settings, a line each, with all that is declared for it but its texts."""
    parts = [
        "\n".join((f"# {group}", "", *(f"{name}: {line(one)}" for name, one in known.items())))
        for group, known in groups.items()
    ]
    return "\n\n".join(parts) + "\n"


def line(one: Setting) -> str:
    """What is declared for a setting, but for what is so of every setting."""
    usual = Setting(default=MISSING, label="", type=one.type)
    found = [f"type {getattr(one.type, '__name__', one.type)}"]
    for field in fields(Setting):
        value = getattr(one, field.name)
        if field.name not in ("type", "path", *TEXTS) and value != getattr(usual, field.name):
            found.append(f"{field.name} {plain(tuple(value) if field.name == 'choices' else value)}")
    return ", ".join(found)


def plain(value: Any) -> str:
    """A value as it is written: without types of the library."""
    if isinstance(value, Enum):
        return repr(value.value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{plain(key)}: {plain(held)}' for key, held in value.items())}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(plain, value))})"
    return repr(value) if isinstance(value, str) else str(value)
