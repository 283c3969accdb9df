"""Boards as all environments see them: observations, the meaning of actions, the errors of a hand; all as arrays."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrom.equipment.arrangement import opening
from carrom.equipment.measurements import BASE_MIDDLE, HALF_SURFACE, SPEED_LIMIT
from carrom.equipment.position import turn
from carrom.errors import ImpossibleError
from carrom.laws.placement import directions, rack_aim, striker_distance, striker_places
from carrom.laws.ruleset import Ruleset
from carrom.notation.situation import read_situation
from carrom.play import packed
from carrom.play.batch import Batch, PlayedStrokes, fresh_board, ruleset_named
from carrom.play.domain import LEAST_SPEED, Span, domain_on
from carrom.play.situation import Situation
from carrom.terms import Seat

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Observations = NDArray[np.float32]

PIECES = 19
FLAGS = (
    "own_up other_up queen_up queen_to_cover queen_own queen_others own_white own_black colours_open own_owed"
    " other_owed broken first_of_turn early_queen own_score other_score strokes"
).split()
WIDTH = 3 * PIECES + len(FLAGS)
SOLO_CAP = 45  # strokes: a board of 19-coin solo ends there
DUEL_CAP = 200  # strokes of both sides
HAND = np.array([0.0003, np.radians(0.1), 0.02])  # what noise 1 is: metres, radians, a share of the speed
_WHITES_FIRST = (*range(1, 20),)
_BLACKS_FIRST = (1, *range(11, 20), *range(2, 11))
_OWN_WHITE, _OWN_BLACK = np.array(_WHITES_FIRST), np.array(_BLACKS_FIRST)


class NoSuchBoardError(ImpossibleError):
    """A situation that this environment cannot begin with."""

    code = "no-such-board"


@dataclass(frozen=True, slots=True)
class BoardCopy:
    """One board as it stands, to go on from it later: what a row of the arrays holds."""

    layout: Floats  # (20, 2)
    packed: int
    to_play: int  # 0 side A, 1 side B
    seat: int  # in quarter turns from SOUTH
    score: tuple[int, int]
    strokes: int
    taken: int
    over: bool


class Boards:
    """n boards with a random number generator each. Rows are independent: one board plays as it would alone.

    Attributes:
        batch: the boards.
        taken: strokes asked for on each, also such as could not be made. (n,)
        rngs: of racks, hands and players by chance.
    """

    def __init__(self, count: int, ruleset: str | Ruleset, *, players: int = 2, noise: float = 0.0) -> None:
        """Racks nothing yet. Raises BadHeadError: no such ruleset."""
        self.rules = ruleset_named(ruleset)
        self.players = players
        self.noise = noise
        self._spans = legal_spans(self.rules)
        self.rngs = [np.random.default_rng(row) for row in range(count)]
        board = fresh_board(self.rules, players)
        rack = opening(self.rngs[0], Seat.SOUTH, rack_aim(self.rules))
        self.batch = Batch([rack] * count, [board] * count, self.rules)
        self.taken = np.zeros(count, np.int64)

    def rack(self, rows: Sequence[int]) -> None:
        """Rack some boards, each by its own generator; side A at SOUTH is to break."""
        board = fresh_board(self.rules, self.players)
        aim = rack_aim(self.rules)
        racks = [opening(self.rngs[row], Seat.SOUTH, aim) for row in rows]
        self.batch.put(rows, racks, [board] * len(racks))
        self.taken[list(rows)] = 0

    def begin(self, row: int, situation: Situation | str) -> None:
        """Begin a board with a situation. Raises NotationError, NoSuchBoardError."""
        held = read_situation(situation) if isinstance(situation, str) else situation
        fresh = fresh_board(self.rules, self.players)
        if held.ruleset != self.rules.slug or held.dues or held.board.early_queen:
            raise NoSuchBoardError("other-ruleset", ruleset=self.rules.slug)
        if (held.board.players, held.board.solo) != (fresh.players, fresh.solo):
            raise NoSuchBoardError("other-players")
        self.batch.put([row], [held.position], [held.board])
        self.taken[row] = held.board.strokes

    def copy_of(self, row: int) -> BoardCopy:
        """Return a board as it stands."""
        batch = self.batch
        one, other = batch.score[row].tolist()
        return BoardCopy(
            batch.layouts[row].copy(),
            int(batch.packed[row]),
            int(batch.to_play[row]),
            int(batch.seat[row]),
            (one, other),
            int(batch.strokes[row]),
            int(self.taken[row]),
            bool(batch.over[row]),
        )

    def put_copy(self, row: int, board: BoardCopy) -> None:
        """Go on with a board from its copy."""
        batch = self.batch
        batch.layouts[row] = board.layout
        batch.packed[row], batch.to_play[row], batch.seat[row] = board.packed, board.to_play, board.seat
        batch.score[row], batch.strokes[row], batch.over[row] = board.score, board.strokes, board.over
        self.taken[row] = board.taken

    def observe(self, rows: Ints) -> Observations:
        """Observation of the side to play. Shapes: result (rows, WIDTH), each number from -1 to 1."""
        batch = self.batch
        if len(rows) == 1:
            return self._observed(int(rows[0]))
        seen, board = batch.seen(rows), batch.packed[rows]
        white = packed.values(board, packed.WHITE_SIDE)
        order = np.where((white == packed.WHITE_IS_OTHERS)[:, None], _OWN_BLACK, _OWN_WHITE)
        places = np.take_along_axis(seen, order[:, :, None], axis=1) / HALF_SURFACE
        found = np.zeros((len(rows), WIDTH), np.float32)
        pieces = found[:, : 3 * PIECES].reshape(-1, PIECES, 3)
        up = ~np.isnan(places[..., 0])
        pieces[..., 0] = up
        pieces[..., 1:] = np.where(up[..., None], np.clip(places, -1, 1), 0)
        flags = found[:, 3 * PIECES :]
        ups = packed.values(board, packed.WHITE_UP), packed.values(board, packed.BLACK_UP)
        swapped = white == packed.WHITE_IS_OTHERS
        flags[:, 0] = np.where(swapped, ups[1], ups[0]) / 9
        flags[:, 1] = np.where(swapped, ups[0], ups[1]) / 9
        line = np.arange(len(rows))
        flags[line, 2 + packed.values(board, packed.QUEEN)] = 1
        flags[line, 6 + white] = 1
        flags[:, 9] = packed.values(board, packed.OWN_OWED) / 9
        flags[:, 10] = packed.values(board, packed.OTHER_OWED) / 9
        for column, field in ((11, packed.BROKEN), (12, packed.FIRST_OF_TURN), (13, packed.EARLY_QUEEN)):
            flags[:, column] = packed.values(board, field)
        side = batch.to_play[rows].astype(np.int64)
        score = batch.score[rows]
        flags[:, 14] = score[line, side] / 25
        flags[:, 15] = score[line, 1 - side] / 25
        flags[:, 16] = self.taken[rows] / SOLO_CAP
        return np.clip(found, -1, 1, out=found)

    def _observed(self, row: int) -> Observations:
        """The same of one board, without arrays."""
        batch, board = self.batch, int(self.batch.packed[row])
        turns, white = -int(batch.seat[row]) % 4, packed.get(board, packed.WHITE_SIDE)
        swapped = white == packed.WHITE_IS_OTHERS
        layout = batch.layouts[row].tolist()
        values: list[float] = []
        for number in _BLACKS_FIRST if swapped else _WHITES_FIRST:
            x, y = layout[number]
            if x != x:
                values += (0.0, 0.0, 0.0)
            else:
                x, y = turn(x, y, turns)
                values += (1.0, x / HALF_SURFACE + 0.0, y / HALF_SURFACE + 0.0)
        ups = packed.get(board, packed.WHITE_UP) / 9, packed.get(board, packed.BLACK_UP) / 9
        values += ups[::-1] if swapped else ups
        standing = [0.0] * 7
        standing[packed.get(board, packed.QUEEN)] = standing[4 + white] = 1.0
        values += standing
        values += (packed.get(board, packed.OWN_OWED) / 9, packed.get(board, packed.OTHER_OWED) / 9)
        values += (packed.get(board, field) for field in (packed.BROKEN, packed.FIRST_OF_TURN, packed.EARLY_QUEEN))
        score = batch.score[row].tolist()
        values += (one / 25 for one in (score[::-1] if batch.to_play[row] else score))
        values.append(int(self.taken[row]) / SOLO_CAP)
        return np.array([[min(max(value, -1.0), 1.0) for value in values]], np.float32)

    def strokes_of(self, actions: ArrayLike) -> Floats:
        """Actions as strokes: each number from -1 to 1 covers everything that the laws allow. Shapes: (m, 3) both."""
        table = np.asarray(actions, np.float64).reshape(-1, 3)
        if len(table) == 1:  # the same sums without arrays, which cost more than a stroke
            return np.array([[_along(*both) for both in zip(table[0].tolist(), self._spans, strict=True)]])
        asked = (np.clip(table, -1, 1) + 1) / 2
        found = np.empty_like(asked)
        for column, spans in enumerate(self._spans):
            lengths = np.cumsum([0.0, *(most - least for least, most in spans)])
            along = asked[:, column] * lengths[-1]
            which = np.clip(np.searchsorted(lengths, along, side="right") - 1, 0, len(spans) - 1)
            starts = np.array([least for least, _ in spans])
            ends = np.array([most for _, most in spans])
            found[:, column] = np.minimum(starts[which] + along - lengths[which], ends[which])
        return found

    def actions_of(self, strokes: Floats) -> Floats:
        """The actions that mean these strokes, which must be within the spans. Shapes: (m, 3) both."""
        found = np.empty_like(strokes)
        for column, spans in enumerate(legal_spans(self.rules)):
            total = sum(most - least for least, most in spans)
            along = sum(np.clip(strokes[:, column], least, most) - least for least, most in spans)
            found[:, column] = 2 * along / total - 1
        return found

    def spans(self, row: int) -> tuple[Span, ...]:
        """Spans in which the striker may lie on a board now, its pieces in the way. Metres from the middle."""
        batch = self.batch
        return domain_on(batch.position(row), batch.board(row).seat, self.rules).spans

    def play(self, strokes: Floats, rows: Ints) -> PlayedStrokes:
        """Make a stroke on each of these boards: the hand errs, and a striker on a piece goes to the nearest place."""
        table = self._shaken(strokes, rows) if self.noise else np.array(strokes, np.float64)
        if len(rows) == 1:  # played at once: that it may not be made is seldom, and asked again costs as much
            played = self.batch.play(table, rows, strict=False)
            if played.made[0]:
                self.taken[rows] += 1
                return played
        allowed = self.batch.allowed(table, rows)
        if not allowed.all():
            seen = self.batch.seen(rows)
            for index in np.flatnonzero(~allowed).tolist():
                table[index, 0] = self._beside(float(table[index, 0]), seen[index])
        self.taken[rows] += 1
        return self.batch.play(table, rows, strict=False)

    def _shaken(self, strokes: Floats, rows: Ints) -> Floats:
        drawn = np.array([self.rngs[row].standard_normal(3) for row in rows.tolist()]).reshape(-1, 3)
        size = np.broadcast_to(HAND, strokes.shape).copy()
        size[:, 2] *= strokes[:, 2]
        table = strokes + self.noise * size * drawn
        for column, spans in enumerate(legal_spans(self.rules)):
            table[:, column] = within(table[:, column], spans)
        return table

    def _beside(self, offset: float, seen: Floats) -> float:
        """The legal place that is nearest to one which a piece covers."""
        spans, distance = legal_spans(self.rules)[0], striker_distance(self.rules)
        across = np.abs(seen[:, 1] + BASE_MIDDLE)
        near = across < distance
        half = np.sqrt(distance**2 - across[near] ** 2)
        middles = seen[near, 0]
        found = np.concatenate([middles - half, middles + half, np.array(spans).ravel()])
        legal = (found[:, None] >= np.array(spans)[:, 0]) & (found[:, None] <= np.array(spans)[:, 1])
        covered = np.abs(found[:, None] - middles) < half - 1e-12
        found = found[legal.any(axis=1) & ~covered.any(axis=1)]
        return float(found[np.abs(found - offset).argmin()]) if len(found) else offset


def _along(action: float, spans: tuple[Span, ...]) -> float:
    """The value that one number of an action means."""
    lengths = list(accumulate((most - least for least, most in spans), initial=0.0))
    along = (min(max(action, -1.0), 1.0) + 1) / 2 * lengths[-1]
    which = min(max(bisect_right(lengths, along) - 1, 0), len(spans) - 1)
    return min(spans[which][0] + along - lengths[which], spans[which][1])


@lru_cache(maxsize=32)
def legal_spans(rules: Ruleset) -> tuple[tuple[Span, ...], tuple[Span, ...], tuple[Span, ...]]:
    """Through what an action's three numbers run: places of the striker on an empty board, directions, speeds."""
    places = tuple((span.least, span.most) for span in striker_places(rules).spans)
    ways = tuple(sorted((span.least, span.most) for span in directions(rules).spans))
    return places, ways, ((LEAST_SPEED, SPEED_LIMIT),)


def within(values: Floats, spans: tuple[Span, ...]) -> Floats:
    """Each value, or the nearest one within the spans."""
    nearest = np.stack([np.clip(values, least, most) for least, most in spans])
    chosen = np.abs(nearest - values).argmin(axis=0)
    found: Floats = nearest[chosen, np.arange(len(values))]
    return found


def winners(played: PlayedStrokes) -> NDArray[Any]:
    """Winners of the boards that ended: 1 side A, -1 side B, 0 nobody or not over. Shapes: (m,)."""
    points = played.points
    found: NDArray[Any] = np.sign(points[:, 0] - points[:, 1])
    return found
