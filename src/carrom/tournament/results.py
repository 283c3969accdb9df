"""The result of a fixture: the winner, how they won, and the numbers for tie-breaks.

A result names the two whom it is about. It counts where its fixture still has these two; otherwise it is set aside, so
that no draw that is undone or edited loses what was played.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from carrom.errors import ImpossibleError
from carrom.match.score import DecidedBy
from carrom.match.snapshot import NO_POINTS, Tally
from carrom.terms import Side


class ResultError(ImpossibleError):
    """A result that cannot be."""

    code = "bad-result"


How = Literal["played", "time", "walk-over", "no-show", "disqualified", "withdrawn", "conceded", "agreed"]
NOT_PLAYED: tuple[How, ...] = ("walk-over", "no-show", "disqualified", "withdrawn")
"""Ways to end that leave no points behind: the regulation says which count."""
Detail = Literal["boards", "games", "winner"]
"""How much a result tells: its boards, the points of its games alone, or who won alone."""


class Outcome(StrEnum):
    """The outcome of a fixture for one entrant."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"
    BYE = "bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a fixture ended.

    `a` and `b` are the entrants. `winner` None: tied, or, with `both_lose`, neither came. `points` are those of all
    games (the match score where there is one game), `scores` game by game as they are shown. `slams` are boards won in
    the breaker's or the other's first turn, as the event counts them. A tie of teams has its matches as `games`.
    `decided_by` is empty where there is but one thing that could decide, and where nobody knows.
    """

    fixture: str
    a: str
    b: str
    winner: Side | None
    how: How = "played"
    both_lose: bool = False
    points: Tally = NO_POINTS
    games: Tally = NO_POINTS
    boards: Tally = NO_POINTS
    queens: Tally = NO_POINTS
    slams: Tally = NO_POINTS
    scores: tuple[Tally, ...] = ()
    reason: str = ""
    detail: Detail = "boards"
    decided_by: DecidedBy = ""

    def __post_init__(self) -> None:
        """Check the result. Raises ResultError."""
        if self.a == self.b:
            raise ResultError("same-sides", fixture=self.fixture)
        if self.both_lose and (self.winner is not None or self.how not in NOT_PLAYED):
            raise ResultError("both-lose", fixture=self.fixture)
        if self.winner is None and not self.both_lose and self.how in NOT_PLAYED:
            raise ResultError("not-played", fixture=self.fixture, how=self.how)
        for tally in (self.points, self.games, self.boards, self.queens, self.slams, *self.scores):
            if min(tally) < 0:
                raise ResultError("score", fixture=self.fixture, a=tally.a, b=tally.b)

    @property
    def is_played(self) -> bool:
        """Whether there was play: its points count for tie-breaks as they are."""
        return self.how not in NOT_PLAYED

    @property
    def pair(self) -> frozenset[str]:
        """The two, in either order."""
        return frozenset((self.a, self.b))

    def turned(self) -> "Result":
        """The same, the other one named first."""

        def turn(tally: Tally) -> Tally:
            return Tally(tally.b, tally.a)

        return replace(
            self,
            a=self.b,
            b=self.a,
            winner=self.winner.other if self.winner else None,
            points=turn(self.points),
            games=turn(self.games),
            boards=turn(self.boards),
            queens=turn(self.queens),
            slams=turn(self.slams),
            scores=tuple(map(turn, self.scores)),
        )
