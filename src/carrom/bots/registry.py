"""The list of computers: one file each in `players/` and `baselines/`, which binds `BOT`, and those of plugins.

A computer has the name of its file, with dashes. After an @ it may be given another hand: "strong@1.5".
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, cast

from carrom.bots import baselines, players
from carrom.bots.protocol import Bot
from carrom.errors import NotAllowedError
from carrom.plugins import Kind, added

MOST_NOISE = 10.0
PREFIX = "exec:"  # before the command of a program that plays


class UnknownBotError(NotAllowedError):
    """No computer has this name."""

    code = "unknown-bot"


def names() -> tuple[str, ...]:
    """Return the names of the computers that people play against, the weakest first."""
    return tuple(sorted((*_names(players), *_added()), key=_rank))


def baseline_names() -> tuple[str, ...]:
    """Return the names of the computers that others are measured against, the weakest first; they never change."""
    return tuple(sorted(_names(baselines), key=_rank))


@cache
def find(name: str) -> Bot:
    """Return the computer or baseline of that name, with the hand that stands after an @.

    Raises:
        UnknownBotError: there is none, or a hand that no computer has.
    """
    own = name_of(name)
    if own != name:
        from carrom.bots.agent import Computer  # here: names and ratings are known without the physics
        from carrom.bots.noise import Noise

        bot, hand = find(own), hand_of(name)
        if hand is None or not isinstance(bot, Computer):
            raise UnknownBotError(name=name, known=[*names(), *baseline_names()])
        return replace(bot, name=name, noise=Noise(hand))
    homes = _homes()
    if name not in homes:
        if name in _added():  # after the included ones: a plugin may build on these while it is loaded
            return _added()[name]
        raise UnknownBotError(name=name, known=sorted((*homes, *_added())))
    return cast(Bot, import_module(f"{homes[name].__name__}.{name.replace('-', '_')}").BOT)


def find_any(name: str) -> Bot:
    """Return the computer or baseline of that name; "exec:COMMAND" starts a program, so the name must be trusted.

    Raises:
        UnknownBotError: there is none.
    """
    if name.startswith(PREFIX):
        from carrom.bots.program import program

        return program(name)
    return find(name)


def name_of(level: str) -> str:
    """Return the name of a computer without its hand."""
    return level.partition("@")[0]


def hand_of(level: str) -> float | None:
    """Return the hand after the @; None where there is none from 0 to 10."""
    try:
        hand = float(level.partition("@")[2])
    except ValueError:
        return None
    return hand if 0.0 <= hand <= MOST_NOISE else None


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a computer is, `greedy-h` at 1500, with its 95 % interval."""

    rating: int
    low: int
    high: int


@cache
def ratings() -> dict[str, Rating]:
    """Return the ratings that an arena measured (docs/bots/strength.md)."""
    held = json.loads(files("carrom.bots").joinpath("ratings.json").read_text("utf-8"))
    return {name: Rating(**values) for name, values in held["ratings"].items()}


def _rank(name: str) -> tuple[float, str]:
    return find(name).strength, name


def _homes() -> dict[str, ModuleType]:
    return {name: package for package in (players, baselines) for name in _names(package)}


@cache
def _added() -> Mapping[str, Bot]:
    def check(name: str, value: Any) -> str:
        if not callable(getattr(value, "answer", None)) or not isinstance(getattr(value, "strength", None), float):
            return "it has no method answer or no strength, as carrom.bots.protocol.Bot asks"
        if getattr(value, "name", None) != name:
            return f"it calls itself {getattr(value, 'name', None)!r}, which must be its name"
        return "carrom has one of this name" if name in _homes() else ""

    return added(Kind.BOT, check)


def _names(package: ModuleType) -> list[str]:
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(package.__path__)]
