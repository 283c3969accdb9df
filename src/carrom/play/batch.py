"""Many boards at once, their states in arrays: a stroke on each is simulated, judged, scored, and leads to the next.

What one board does here is what a match does with it (tests hold the two to each other), but that nobody is asked:
coins that come back lie where they are suggested, and none is forgone. The verdicts come out of a table
(`verdict_table`); a ruling with its clauses is made for a stroke when somebody reads it.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrom.equipment.arrangement import Rng, opening
from carrom.equipment.measurements import BASE_MIDDLE, SPEED_LIMIT
from carrom.equipment.position import Position
from carrom.laws.board_state import BoardState, opening_board
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.placement import directions, rack_aim, striker_distance, striker_places
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Ruling
from carrom.match.rules import shipped
from carrom.physics.axes import turn_in_place
from carrom.physics.batch import StrokeResults, position_of
from carrom.physics.simulate import simulate_final, simulate_layouts
from carrom.physics.single import DISCS, flat_layout
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play import coming_back, packed
from carrom.play.domain import LEAST_SPEED, Span, domain_on
from carrom.play.errors import BadHeadError, NotAwaitedError
from carrom.play.facts_from_motion import facts_from_trace
from carrom.play.settlement import jumped_of, lay_where_suggested, put_back
from carrom.play.strokes import EDGE, check_within
from carrom.play.verdict_table import SEATS, Verdicts, table_of
from carrom.terms import Queen, Seat, Side, Stroke, piece_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

SIDES = tuple(Side)
QUEENS = tuple(Queen)


class Batch:
    """n boards under one ruleset. Arrays have a row for each board; they are written by `play` and `put` alone.

    Attributes:
        ruleset, surface: of all of them.
        layouts: centres of the pieces in metres, as SOUTH sees them, row = number, NaN where none lies. (n, 20, 2)
        packed: what laws ask of the board as the side to play sees it (`carrom.play.packed`). (n,)
        to_play: the side in turn, 0 A, 1 B. (n,)
        seat: where it sits, in quarter turns anticlockwise from SOUTH. (n,)
        score: of each side before this board. (n, 2)
        strokes: made on this board. (n,)
        over: whether the board has ended, and waits to be replaced by `put` or `renew`. (n,)
    """

    def __init__(
        self,
        positions: Sequence[Position],
        boards: Sequence[BoardState],
        ruleset: str | Ruleset = "icf",
        *,
        surface: Surface = TOURNAMENT,
    ) -> None:
        """Take boards as they stand.

        Raises:
            BadHeadError: no such ruleset. CarromError: a position that cannot be.
            ValueError: not as many boards as positions.
        """
        count = len(positions)
        self.ruleset = ruleset_named(ruleset)
        self.surface = surface
        self.layouts = np.full((count, DISCS, 2), np.nan)
        self.packed, self.strokes = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.to_play, self.seat = np.zeros(count, np.int8), np.zeros(count, np.int8)
        self.score = np.zeros((count, 2), np.int64)
        self.over = np.zeros(count, np.bool_)
        self.put(range(count), positions, boards)

    @classmethod
    def new(
        cls,
        count: int,
        ruleset: str | Ruleset = "icf",
        *,
        rng: Rng,
        players: Literal[2, 4] = 2,
        surface: Surface = TOURNAMENT,
    ) -> "Batch":
        """So many boards before their opening break, side A at SOUTH to make it; each is racked a little otherwise.

        Raises:
            BadHeadError: no such ruleset.
        """
        rules = ruleset_named(ruleset)
        boards = [fresh_board(rules, players)] * count
        return cls([_racked(rules, rng) for _ in boards], boards, rules, surface=surface)

    @classmethod
    def copies(
        cls, count: int, position: Position, board: BoardState, ruleset: str | Ruleset, *, surface: Surface = TOURNAMENT
    ) -> "Batch":
        """The same board so many times.

        Raises:
            BadHeadError: no such ruleset. CarromError: a position that cannot be.
        """
        return cls([position], [board], ruleset, surface=surface).take(np.zeros(count, np.int64))

    def __len__(self) -> int:
        return len(self.packed)

    def take(self, rows: Ints | Bools) -> "Batch":
        """Some of the boards as they stand, or one several times; what is played on them leaves these as they are."""
        some = copy(self)
        for name in ("layouts", "packed", "to_play", "seat", "score", "strokes", "over"):
            setattr(some, name, getattr(self, name)[rows])
        return some

    def put(self, rows: Sequence[int], positions: Sequence[Position], boards: Sequence[BoardState]) -> None:
        """Put other boards in the place of some.

        Raises:
            CarromError: a position that cannot be. ValueError: not as many boards as positions as rows.
        """
        laid = np.array([flat_layout(position) for position in positions]).reshape(-1, DISCS, 2)
        for row, layout, board in zip(rows, laid, boards, strict=True):
            self.layouts[row] = layout
            self.packed[row] = packed.pack_board(board)
            self.to_play[row], self.seat[row] = SIDES.index(board.to_play), board.seat.quarter_turns
            self.score[row], self.strokes[row], self.over[row] = board.score, board.strokes, False

    def renew(self, rng: Rng) -> Ints:
        """Rack the boards that are over again, as `new` does; return their rows. Scores stay."""
        rows = np.flatnonzero(self.over)
        for row in rows.tolist():
            fresh = fresh_board(self.ruleset, 4 if packed.get(int(self.packed[row]), packed.DOUBLES) else 2)
            score = self.score[row].copy()
            self.put([row], [_racked(self.ruleset, rng)], [fresh])
            self.score[row] = score
        return rows

    def board(self, row: int) -> BoardState:
        """One board's state as the laws know it."""
        one, other = self.score[row].tolist()
        side, seat = SIDES[self.to_play[row]], SEATS[self.seat[row]]
        return packed.unpack_board(int(self.packed[row]), side, seat, (one, other), int(self.strokes[row]))

    def position(self, row: int) -> Position:
        """Return the position of one board."""
        return position_of(self.layouts[row].ravel().tolist())

    @property
    def white_up(self) -> Ints:
        """Whites up, those in somebody's hand too. Shapes: (n,)."""
        return packed.values(self.packed, packed.WHITE_UP)

    @property
    def black_up(self) -> Ints:
        """Blacks up. Shapes: (n,)."""
        return packed.values(self.packed, packed.BLACK_UP)

    @property
    def queen(self) -> Ints:
        """The queen as the side to play sees her: 0 up, 1 to be covered, 2 covered by it, 3 by the others. (n,)."""
        return packed.values(self.packed, packed.QUEEN)

    @property
    def plays_white(self) -> Ints:
        """Whether the side to play has white: 1, 0, or -1 while colours are open. Shapes: (n,)."""
        return np.array([1, 0, -1])[packed.values(self.packed, packed.WHITE_SIDE)]

    @property
    def owed(self) -> Ints:
        """Coins that each side owes, A and B. Shapes: (n, 2)."""
        own, other = packed.values(self.packed, packed.OWN_OWED), packed.values(self.packed, packed.OTHER_OWED)
        swapped = self.to_play != 0
        return np.stack([np.where(swapped, other, own), np.where(swapped, own, other)], axis=1)

    @property
    def broken(self) -> Bools:
        """Whether the opening break has been made. Shapes: (n,)."""
        return np.asarray(packed.values(self.packed, packed.BROKEN) != 0, np.bool_)

    def seen(self, rows: Ints | None = None) -> Floats:
        """The layouts in the axes of those who strike next. Shapes: result (rows, 20, 2)."""
        chosen = self.layouts.copy() if rows is None else self.layouts[rows]
        _turn(chosen, -(self.seat if rows is None else self.seat[rows]))
        return chosen

    def allowed(self, strokes: ArrayLike, rows: Ints | None = None) -> Bools:
        """Return which strokes laws and equipment allow on these boards. Shapes: strokes (rows, 3), result (rows,)."""
        return allowed_strokes(self.ruleset, np.asarray(strokes, np.float64), self.seen(rows))

    def play(
        self, strokes: ArrayLike, rows: Sequence[int] | Ints | None = None, *, strict: bool = True, threads: int = 1
    ) -> "PlayedStrokes":
        """Make a stroke on each board, or on some; the boards are then as these strokes left them.

        Args:
            strict: raise for the first stroke that may not be made, nothing played; else its board stays as it is.
        Shapes: strokes (rows, 3): offset, angle, speed, in the player's axes; rows: each board once.

        Raises:
            NotAwaitedError: a board is over.
            CarromError: a stroke that may not be made (`strict`), or pieces that cannot lie so.
            ContradictoryFactsError: a board that could not have been so.
        """
        which = np.arange(len(self)) if rows is None else np.asarray(rows, np.int64)
        table = np.ascontiguousarray(strokes, np.float64).reshape(-1, 3)
        if len(table) != len(which):
            raise ValueError(f"{len(table)} strokes for {len(which)} boards")
        if self.over[which].any():
            raise NotAwaitedError("no-stroke")
        before = self.seen(which)
        allowed = allowed_strokes(self.ruleset, table, before)
        if strict and not allowed.all():
            self._refuse(int(which[~allowed][0]), table[~allowed][0])
        results = simulate_layouts(before, np.where(allowed[:, None], table, _HARMLESS), self.surface, threads=threads)
        made = allowed & (results.status == 0)
        if strict and not made.all():
            first = int(np.flatnonzero(~made)[0])
            row = int(which[first])
            simulate_final(self.position(row), Stroke(*table[first].tolist()), SEATS[self.seat[row]], self.surface)
        facts = packed.pack_results(results, table, before)
        played = PlayedStrokes(
            batch=self,
            rows=which,
            strokes=table,
            made=made,
            results=results,
            before=before,
            packed=self.packed[which],
            to_play=self.to_play[which],
            seat=self.seat[which],
            score=self.score[which],
            counted=self.strokes[which],
            verdicts=table_of(self.ruleset).look_up(self.packed[which[made]], facts[made]),
        )
        self._go_on(played)
        return played

    def _refuse(self, row: int, stroke: Floats) -> None:
        """Raise what a match raises for such a stroke."""
        seat = SEATS[self.seat[row]]
        check_within(Stroke(*stroke.tolist()), lambda: domain_on(self.position(row), seat, self.ruleset))

    def _go_on(self, played: "PlayedStrokes") -> None:
        """Leave the boards as the strokes left them."""
        verdicts, made = played.verdicts, played.made
        rows = played.rows[made]
        lying = played.results.layouts[made]
        lying[:, 0] = np.nan
        _turn(lying, played.seat[made])
        self.layouts[rows] = lying
        self.packed[rows] = verdicts.after
        self.to_play[rows] ^= verdicts.passes
        self.seat[rows] = (self.seat[rows] + verdicts.turns) % 4
        self.strokes[rows] += 1
        self.over[rows] = verdicts.over
        back = np.flatnonzero((verdicts.returns != 0) & ~verdicts.over)
        if len(back):
            strokes = np.flatnonzero(made)[back]
            placed = self._lay_back(rows[back], played, strokes, back)
            for index, stroke in zip(back[~placed].tolist(), strokes[~placed].tolist(), strict=True):
                self._put_back(int(rows[index]), played, stroke, index)

    def _lay_back(self, rows: Ints, played: "PlayedStrokes", strokes: Ints, indices: Ints) -> Bools:
        """Return pieces whose places are known at once; whether that was possible. Shapes: result (rows,)."""
        verdicts, results = played.verdicts, played.results
        numbers, which = np.unique(verdicts.returns[indices], return_inverse=True)
        backs = np.array([coming_back.as_numbers(verdicts.table.back(number)) for number in numbers.tolist()])[which]
        placed: Bools = (backs[:, 0] != coming_back.UNTOLD) & (results.jumped[strokes] <= 1)
        rows, strokes, indices = rows[placed], strokes[placed], indices[placed]
        solo = packed.values(verdicts.after[indices], packed.SOLO)
        fell = packed.masks(results.pocketed[strokes])
        asked = coming_back.question(played.seat[strokes], solo, fell, backs[placed])
        layouts = self.layouts[rows]
        done = coming_back.put_back(layouts, asked, self.ruleset)
        self.layouts[rows] = layouts
        placed[placed] = done
        return placed

    def _put_back(self, row: int, played: "PlayedStrokes", stroke: int, index: int) -> None:
        """Let the pieces of one board come back, as in a match."""
        board = played.board(stroke)
        verdict = played.verdicts.verdict(index, board)
        trace = played.results.trace(stroke)
        left = tuple(piece_of(number) for number in sorted(trace.jumped) if number)
        jumped = jumped_of(trace.gone, left)
        lying = self.position(row)
        settled = put_back(verdict, lying, self.ruleset, gone=trace.gone, jumped=jumped, seat=board.seat)
        lay_where_suggested(settled, self.ruleset)
        for number, x, y in settled.returned:
            self.layouts[row, number] = x, y
        if settled.board is not verdict.after:
            self.packed[row] = packed.pack_board(settled.board)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PlayedStrokes:
    """Results of strokes on boards of a batch. Arrays have a row for each stroke, `verdicts` for each that was made."""

    batch: Batch
    rows: Ints  # of the batch
    strokes: Floats  # (m, 3)
    made: Bools  # else the stroke may not be made, and its board stayed as it was
    results: StrokeResults  # of the engine, in the axes of those who struck
    before: Floats  # (m, 20, 2) where the pieces lay, in the same axes
    packed: Ints  # this and the next ones: the boards before the strokes
    to_play: NDArray[np.int8]
    seat: NDArray[np.int8]
    score: Ints  # (m, 2)
    counted: Ints  # strokes made on the board
    verdicts: Verdicts

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def over(self) -> Bools:
        """Whether the board has ended by this stroke."""
        return self._of_made(self.verdicts.over, fill=False)

    @property
    def keeps(self) -> Bools:
        """Whether the side that struck goes on."""
        return self._of_made(self.verdicts.keeps, fill=False)

    @property
    def points(self) -> Ints:
        """Points that the board gave, to side A and to side B. Shapes: (m, 2)."""
        found = np.zeros((len(self), 2), np.int64)
        made = np.flatnonzero(self.made)
        for index in np.flatnonzero(self.verdicts.over).tolist():
            stroke = int(made[index])
            outcome = self.verdicts.outcome(index, self.board(stroke))
            if outcome.winner is not None:
                winner = SIDES.index(outcome.winner)
                found[stroke, winner], found[stroke, 1 - winner] = outcome.points, outcome.loser_points
        return found

    def board(self, stroke: int) -> BoardState:
        """The board that one of the strokes was made on."""
        one, other = self.score[stroke].tolist()
        side, seat = SIDES[self.to_play[stroke]], SEATS[self.seat[stroke]]
        counted = int(self.counted[stroke])
        return packed.unpack_board(int(self.packed[stroke]), side, seat, (one, other), counted)

    def facts(self, stroke: int) -> StrokeFacts:
        """Return the facts of one of them, as an umpire would tell it."""
        lay = position_of(self.before[stroke].ravel().tolist())
        return facts_from_trace(self.results.trace(stroke), lay, Stroke(*self.strokes[stroke].tolist()), Seat.SOUTH)

    def ruling(self, stroke: int) -> Ruling:
        """Return the ruling on one of them, with all clauses."""
        return judge(self.board(stroke), self.facts(stroke), self.batch.ruleset)

    def _of_made(self, truths: Bools, *, fill: bool) -> Bools:
        found = np.full(len(self), fill, np.bool_)
        found[self.made] = truths
        return found


def ruleset_named(ruleset: str | Ruleset) -> Ruleset:
    """An included ruleset by its slug, or the given one. Raises BadHeadError."""
    if isinstance(ruleset, Ruleset):
        return ruleset
    if ruleset not in shipped():
        raise BadHeadError("no-ruleset", name=ruleset, rulesets=sorted(shipped()))
    return shipped()[ruleset]


def fresh_board(ruleset: Ruleset, players: int = 2) -> BoardState:
    """A board before its opening break, side A at SOUTH to make it."""
    is_open = ruleset.colour_assignment == "first_pocketed"
    return opening_board(players=players, colours_open=is_open, solo=ruleset.side_count == 1)


def _racked(ruleset: Ruleset, rng: Rng) -> Position:
    return opening(rng, Seat.SOUTH, rack_aim(ruleset))


def allowed_strokes(ruleset: Ruleset, strokes: Floats, seen: Floats) -> Bools:
    """Return which strokes the laws and the equipment allow, each on its own board as its player sees it.

    Shapes: strokes (n, 3), seen (n, 20, 2), result (n,).
    """
    offset, angle, speed = strokes.T
    places, ways, distance = _domain(ruleset)
    fits = _within(offset, places) & _within(angle, ways) & (speed >= LEAST_SPEED) & (speed <= SPEED_LIMIT)
    across = seen[..., 1] + BASE_MIDDLE
    aside = np.abs(seen[..., 0] - offset[:, None]) + EDGE
    in_the_way = aside * aside + across * across < distance * distance  # not where there is none: NaN
    return np.asarray(fits & ~in_the_way.any(axis=1), np.bool_)


@lru_cache(maxsize=32)
def _domain(ruleset: Ruleset) -> tuple[tuple[Span, ...], tuple[Span, ...], float]:
    """Return the domain on an empty board: places, directions, distance from a piece."""
    places = tuple((span.least, span.most) for span in striker_places(ruleset).spans)
    ways = tuple((span.least, span.most) for span in directions(ruleset).spans)
    return places, ways, striker_distance(ruleset)


def _within(values: Floats, spans: tuple[Span, ...]) -> Bools:
    found = np.zeros(len(values), np.bool_)
    for least, most in spans:
        found |= (values >= least - EDGE) & (values <= most + EDGE)
    return found


def _turn(layouts: Floats, quarter_turns: NDArray[np.int8]) -> None:
    """Turn each layout by its own number of quarter turns, exactly."""
    if not quarter_turns.any():  # SOUTH strikes on all of them
        return
    for turns in (1, 2, 3):
        rows = np.flatnonzero(quarter_turns % 4 == turns)
        if len(rows):
            some = layouts[rows]
            turn_in_place(some, turns)
            layouts[rows] = some


_HARMLESS = np.array([0.0, 0.0, LEAST_SPEED])  # in the place of a stroke that may not be made
