"""The computers as shown to people: name, sentence, rating, face."""

from dataclasses import dataclass

from django.utils.translation import gettext

from carrom.bots import registry
from carrom.bots.character import Face

USUAL_LEVEL = "steady"  # where nobody has chosen one


@dataclass(frozen=True, slots=True)
class Computer:
    """One that can be chosen."""

    name: str
    title: str
    line: str
    rating: int | None  # None: not measured, as of one that adapts
    face: Face | None


def computer(level: str) -> Computer:
    """Return the computer of a level, with or without a hand (`carrom.bots.registry.find`)."""
    from carrom.bots.agent import Agent  # here: the settings and commands of the site load no physics

    name = registry.name_of(level)
    bot = registry.find(name)
    if not isinstance(bot, Agent):
        return Computer(name, name.capitalize(), "", None, None)
    character = bot.character
    known = registry.ratings().get(name)
    rating = None if known is None else known.rating
    return Computer(name, character.title, gettext(character.line), rating, character.face)


def level_choices() -> list[tuple[str, str]]:
    """The computers, the weakest first, with their names as shown."""
    return [(name, level_title(name)) for name in registry.names()]


def level_title(level: str) -> str:
    """A computer's name as shown."""
    return computer(level).title
