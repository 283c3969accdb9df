"""The state of a match between two entries: score, seats, board, the awaited decision, and the results so far.

Holds values only, no coordinates. A `Standing` is small and complete: every entry stores the one that holds after it.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from carrom.laws.board_state import BoardState, Warnings
from carrom.laws.ruling import BoardOutcome
from carrom.match.awaiting import Awaiting
from carrom.terms import Seat, Side

How = Literal["played", "conceded", "agreed", "replayed", "cleared", "stopped", "forfeited", "disqualified", "walkover"]


class Tally(NamedTuple):
    """A number for each side: points, games won, passes."""

    a: int = 0
    b: int = 0

    def of(self, side: Side) -> int:
        """The number of one side."""
        return self.a if side is Side.A else self.b

    def plus(self, side: Side, number: int) -> "Tally":
        """The same with `number` more for one side."""
        return Tally(self.a + number, self.b) if side is Side.A else Tally(self.a, self.b + number)


class Seated(NamedTuple):
    """A seated player: `player` counts the side's players from 0."""

    seat: Seat
    side: Side
    player: int


class StandIn(NamedTuple):
    """A person or computer in place of the player whom the head names."""

    side: Side
    player: int
    name: str
    level: str | None = None  # a computer's; None: a person


NO_POINTS = Tally()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSnapshot:
    """A match after an entry.

    `game` and `board_number` count from 1; both name the board in play or about to be played.
    `opener` is the seat that opened (or will open) the first board of the match, `breaker` the one that opens the
    board in play; None until the toss or the choice decides it. `board` is None until the board is set up.
    """

    game: int = 1
    board_number: int = 1
    score: Tally = NO_POINTS  # of the game in play, before the board in play
    seats: tuple[Seated, ...]
    opener: Seat | None = None
    breaker: Seat | None = None
    toss_winner: Side | None = None
    changed_in_game: bool = False  # the change of sides in the middle of the deciding game has been made
    strokes_made: Tally = NO_POINTS  # strokes and passes of each side that count, in the whole match
    board: BoardState | None = None
    warnings: Warnings = ()  # while no board is in play: those of the boards before
    claim: BoardOutcome | None = None  # the board is won; its winner has still to say how much they demand
    time_outs: Tally = NO_POINTS  # that each side has taken in this game
    substitutes: tuple[StandIn, ...] = ()  # the newest for a player holds
    waits_since: str = ""  # ISO time at which the reporting time, the interval or the time-out that runs began
    board_ended: str = ""  # ISO time at which the last board of a match on a real board ended
    awaiting: Awaiting


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardResult:
    """A board that ended: `points` go to `winner`; `score` is the game's after it.

    `winner` is None when the board counts for nobody: drawn by agreement ("agreed") or to be played again ("replayed").
    Solo: nobody wins; `points` are the strokes that the board counts, `strokes` those really made.
    """

    game: int
    board: int
    winner: Side | None
    points: int
    score: Tally
    breaker: Seat
    breaking_side: Side
    how: How = "played"
    strokes: int = 0  # solo
    extra_board: bool = False  # played because the score was level at the board limit


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """A game that ended, with its raw score; None as winner: level, where the ruleset shares it."""

    game: int
    winner: Side | None
    score: Tally
    how: How = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """How the match ended: games won by each side, and all points of all games."""

    winner: Side | None
    games: Tally
    points: Tally
    how: How = "played"
