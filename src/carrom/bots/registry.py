"""Which computers there are: one file each in `players/` and `baselines/`, which binds `BOT`. The folders are the list.

A computer has the name of its file, with dashes.
"""

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import cast

from carrom.bots import baselines, players
from carrom.bots.protocol import Bot
from carrom.errors import NotAllowedError


class UnknownBotError(NotAllowedError):
    """No computer has this name."""

    code = "unknown-bot"


def names() -> tuple[str, ...]:
    """Give the names of the computers that people play against, the weakest first."""
    return _sorted(players)


def baseline_names() -> tuple[str, ...]:
    """Give the names of the computers that others are measured against, the weakest first; they never change."""
    return _sorted(baselines)


@cache
def find(name: str) -> Bot:
    """Give the computer or baseline of that name.

    Raises:
        UnknownBotError: there is none.
    """
    homes = {known: package for package in (players, baselines) for known in _names(package)}
    if name not in homes:
        raise UnknownBotError(name=name, known=sorted(homes))
    return cast(Bot, import_module(f"{homes[name].__name__}.{name.replace('-', '_')}").BOT)


def _sorted(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(_names(package), key=lambda name: (find(name).strength, name)))


def _names(package: ModuleType) -> list[str]:
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(package.__path__)]
