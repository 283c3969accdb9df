"""The list of computers: one file each in `players/` and `baselines/`, which binds `BOT`.

A computer has the name of its file, with dashes. After an @ it may be given another hand: "strong@1.5".
"""

import json
import pkgutil
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import cast

from carrom.bots import baselines, players
from carrom.bots.protocol import Bot
from carrom.errors import NotAllowedError

MOST_NOISE = 10.0
PREFIX = "exec:"  # before the command of a program that plays


class UnknownBotError(NotAllowedError):
    """No computer has this name."""

    code = "unknown-bot"


def names() -> tuple[str, ...]:
    """Return the names of the computers that people play against, the weakest first."""
    return _sorted(players)


def baseline_names() -> tuple[str, ...]:
    """Return the names of the computers that others are measured against, the weakest first; they never change."""
    return _sorted(baselines)


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
    homes = {known: package for package in (players, baselines) for known in _names(package)}
    if name not in homes:
        raise UnknownBotError(name=name, known=sorted(homes))
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


def _sorted(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(_names(package), key=lambda name: (find(name).strength, name)))


def _names(package: ModuleType) -> list[str]:
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(package.__path__)]
