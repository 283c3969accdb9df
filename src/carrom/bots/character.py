"""A computer's character for its opponents: a name, a face, a sentence, a taste."""

from dataclasses import dataclass
from typing import Literal

Hair = Literal["short", "curly", "long", "bun", "cap", "scarf", "panel"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """The looks of a drawn face; colours as #rrggbb. `panel` is a machine's head, without hair."""

    skin: str
    hair: Hair
    hair_colour: str
    clothes: str
    glasses: bool = False
    beard: bool = False
    smile: Literal["none", "light", "broad"] = "light"


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Name and face of a computer, and one sentence of how it plays (English, marked for translation)."""

    title: str
    line: str
    face: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """A player's likings beside the best stroke, in the units of a board's worth."""

    rebounds: float = 0.0  # for a stroke off a frame
    speed: float = 0.0  # for each m/s
    risk: float = 0.0  # for each standard deviation of what a stroke may lead to; below 0: careful


PLAIN = Taste()
