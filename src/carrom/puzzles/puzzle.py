"""A puzzle: a board, what to reach, and the stroke or the place that reaches it. Values only."""

import hashlib
import math
from base64 import b32encode
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from carrom.notation.situation import read_situation
from carrom.play.lessons import Put
from carrom.play.situation import Situation, first_entry
from carrom.play.state import PlayState, follow
from carrom.rating.glicko import Rating
from carrom.terms import Stroke

ID_LENGTH = 8
FIRST_DEVIATION = 150.0  # of a puzzle that nobody has tried: the chance for a hand says much of how hard it is
LEAST_CHANCE, MOST_CHANCE = 0.02, 0.98
HAND_RATING = 1500.0  # of the reference hand, as in the arena


class Goal(StrEnum):
    """A goal to reach, as the laws rule."""

    POCKET = "pocket"  # an own coin is down, and the turn stays
    TWO = "two"  # two own coins or more are down, and the turn stays
    QUEEN = "queen"  # the queen is down to be covered, and the turn stays
    COVER = "cover"  # the queen, pocketed before, is covered
    QUEEN_AND_COVER = "queen_and_cover"  # both by one stroke
    WIN = "win"  # the board is won, or cleared alone
    SAFE = "safe"  # no due, and no stroke of the opponent is better than `limit`
    GUARD = "guard"  # the due lies where no stroke of the opponent at it is better than `limit`


class Theme(StrEnum):
    """The subject of a puzzle, the rarest first: the first of a puzzle's themes is its main one."""

    DUE = "due"
    SAFETY = "safety"
    QUEEN = "queen"
    LAST = "last"
    TWO = "two"
    COMBINATION = "combination"
    BANK = "bank"
    CUT = "cut"


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """One puzzle. The solver is side A at SOUTH.

    Attributes:
        line: the situation, in its notation.
        goal: what must be reached.
        themes: in the order of `Theme`.
        solution: the stroke, or where the due is placed.
        chance: how often the reference hand (magnitude 1) reaches the goal by the solution; of a due, the share of the
            legal places that do.
        margin: how much more often than by the best idea for another piece; of a due, how much less often the opponent
            pockets it than from the place that is suggested.
        limit: of goals that leave the opponent something: how much, at most.
        source: the record, or the board of self-play, and the entry.
    """

    line: str
    goal: Goal
    themes: tuple[Theme, ...]
    solution: Stroke | Put
    chance: float
    margin: float
    limit: float = 0.0
    source: str = ""

    @cached_property
    def id(self) -> str:
        """Stable: of what the solver sees and is asked for."""
        digest = hashlib.sha256(f"{self.line} {self.goal} {self.limit}".encode()).digest()
        return b32encode(digest).decode().lower()[:ID_LENGTH]

    @property
    def theme(self) -> Theme:
        """The main theme."""
        return self.themes[0]

    @cached_property
    def situation(self) -> Situation:
        """The board. Raises NotationError: the line is none."""
        return read_situation(self.line)

    @cached_property
    def state(self) -> PlayState:
        """A match that begins with the board and waits for the solver."""
        return follow(None, first_entry(self.situation))

    @property
    def rating(self) -> Rating:
        """How hard it is before anybody has tried: the reference hand solves it as often as its chance says.

        Of a due the solver has two tries, as it were: the share of good places says how a blind one ends.
        """
        return rating_for(math.sqrt(self.chance) if self.is_placing else self.chance)

    @property
    def solution_values(self) -> tuple[float, ...]:
        """The solution as numbers: offset, angle and speed of a stroke, or x and y of a place."""
        made = self.solution
        return tuple(made) if isinstance(made, Put) else (made.offset, made.angle, made.speed)

    @property
    def is_placing(self) -> bool:
        """Whether a due is placed, not a stroke made."""
        return self.goal is Goal.GUARD


def rating_for(chance: float) -> Rating:
    """The rating of a puzzle that the reference hand solves so often."""
    chance = min(MOST_CHANCE, max(LEAST_CHANCE, chance))
    return Rating(HAND_RATING - 400.0 * math.log10(chance / (1.0 - chance)), FIRST_DEVIATION)
