"""Which computers there are: one file each in `players/`, which binds `BOT`. The folder is the list."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import cast

from carrom.bots import players
from carrom.bots.protocol import Bot
from carrom.errors import NotAllowedError


class UnknownBotError(NotAllowedError):
    """No computer has this name."""

    code = "unknown-bot"


def names() -> tuple[str, ...]:
    """Give the names of all computers, the weakest first."""
    found = [module.name for module in pkgutil.iter_modules(players.__path__)]
    return tuple(sorted(found, key=lambda name: (find(name).strength, name)))


@cache
def find(name: str) -> Bot:
    """Give the computer of that name.

    Raises:
        UnknownBotError: there is none.
    """
    if name not in {module.name for module in pkgutil.iter_modules(players.__path__)}:
        known = sorted(module.name for module in pkgutil.iter_modules(players.__path__))
        raise UnknownBotError(name=name, known=known)
    return cast(Bot, import_module(f"{players.__name__}.{name}").BOT)
