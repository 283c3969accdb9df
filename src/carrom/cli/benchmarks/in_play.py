"""The strokes that computers play: positions as they occur, where coins lie that were never parted or came to touch."""

import math
from dataclasses import dataclass, field

from carrom.bots.contest import play_board, solo_boards
from carrom.bots.noise import Rng
from carrom.bots.protocol import Bot, asked_seat
from carrom.bots.registry import find
from carrom.cli.benchmarks.strokes import Sample
from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import Position
from carrom.match.requests import MakeStroke, Request
from carrom.play.state import PlayState
from carrom.terms import Seat

TOUCHING = 1e-4  # metres; coins nearer than this may press on one another


@dataclass(frozen=True, slots=True)
class _Watched:
    """A computer whose strokes are written down."""

    bot: Bot
    strokes: list[Sample] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.bot.name

    @property
    def strength(self) -> float:
        return self.bot.strength

    def answer(self, state: PlayState, rng: Rng, *, seat: Seat | None = None, budget: int | None = None) -> Request:
        request = self.bot.answer(state, rng, seat=seat, budget=budget)
        if isinstance(request, MakeStroke) and state.position is not None:
            seen = state.position.seen_from(seat or asked_seat(state))
            self.strokes.append(Sample(seen, request.stroke))
        return request


def played(boards: int, *, seed: int = 1, level: str = "steady") -> list[list[Sample]]:
    """The strokes of so many boards, as SOUTH sees them, the opening break of each first.

    By turns a board that a computer plays against itself (icf) and nineteen coins that it plays alone (baca19).
    """
    found = []
    for board in range(boards):
        watched = _Watched(find(level))
        if board % 2 == 0:
            play_board(watched, watched, seed=f"{seed}/{board}")
        else:
            list(solo_boards(watched, 1, seed=seed, first=board))
        found.append(watched.strokes)
    return found


def nearest_pair(position: Position) -> float:
    """The least gap between two pieces, in metres; infinity if there are fewer."""
    gaps = (
        math.hypot(one.x - other.x, one.y - other.y) - 2 * COIN_RADIUS
        for k, one in enumerate(position.pieces)
        for other in position.pieces[:k]
    )
    return min(gaps, default=math.inf)
