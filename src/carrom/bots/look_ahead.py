"""The worth of boards after the next stroke: the next player, on either side, makes their best one.

After a stroke that is weighed, each position that it may lead to gets a small search of its own: the strokes at hand
there (`carrom.bots.ready_strokes`), a few samples of each, more of the best. The worth of a position is that of the
stroke it would be answered with, read from the later samples alone: else luck would pass for skill. Where the laws
leave an obligation the stroke after that is looked at as well.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.bots import chances
from carrom.bots.candidates import Felt
from carrom.bots.evaluation import COLOURS, I_COVER, MINE, UP, CandidateCache, Standings, board_worth, outcome_worth
from carrom.bots.imagining import Imagined, Imagining, pieces_of
from carrom.bots.noise import Noise, draws
from carrom.bots.obligations import have_obligation
from carrom.bots.ready_strokes import ready_strokes
from carrom.bots.stakes import Stakes
from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, SPEED_LIMIT
from carrom.laws.ruleset import Ruleset
from carrom.physics import rounds
from carrom.physics.surface import Surface
from carrom.play import packed
from carrom.play.batch import Batch, allowed_strokes
from carrom.play.domain import LEAST_SPEED
from carrom.play.verdict_table import table_of
from carrom.terms import Piece, Side, piece_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

PIECES = np.arange(1, 20)
KINDS = tuple(piece_of(int(number)) for number in PIECES)
KIND_OF = np.array([-1] + [(Piece.WHITE, Piece.BLACK, Piece.QUEEN).index(kind) for kind in KINDS])
FELL = (packed.FELL_WHITE, packed.FELL_BLACK, packed.FELL_QUEEN)
STRUCK = (packed.STRUCK_WHITE, packed.STRUCK_BLACK, packed.STRUCK_QUEEN)
FEWER = 4  # strokes at hand of the stroke after the next one: one part of so many
FIRST, FINALISTS, FRESH = 4, 3, 12  # samples of every stroke at hand; so many get more; so many more
MOST_AT_ONCE = 4096
WORST = -100.0


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """n boards that go on, as those who strike next see them, with the scores of their side and of the other.

    Shapes: layouts (n, 20, 2) in the strikers' axes, boards (n,) packed, scores (n, 2), mine (n,) whether they are of
        the side whose stroke is weighed.
    """

    layouts: Floats
    boards: Ints
    scores: Ints
    mine: Bools

    def __len__(self) -> int:
        """How many they are."""
        return len(self.boards)

    def take(self, rows: Ints | Bools) -> "Positions":
        """Some of them, or one several times."""
        return Positions(self.layouts[rows], self.boards[rows], self.scores[rows], self.mine[rows])


@dataclass
class LookAhead:
    """Small searches in many positions at once, for one ruleset, surface and hand. Counts what it imagines."""

    ruleset: Ruleset
    surface: Surface
    felt: Felt
    noise: Noise
    stakes: Stakes  # of the side whose stroke is weighed
    next_turns: int  # quarter turns from each seat to the one that plays when the turn passes
    ready: int  # strokes at hand that are tried in each position
    imagined: int = 0

    @property
    def cost(self) -> int:
        """How many strokes it imagines for a position at most."""
        return self.ready * FIRST + min(FINALISTS, self.ready) * FRESH

    def changes(self, batch: Batch, me: Side, further: int, budget: int, rng: np.random.Generator) -> Floats:
        """Return by how much the next stroke, once it is looked at, changes what boards that go on are worth to a side.

        Where it is made with an obligation, the stroke after it is looked at too, in `further` outcomes of it; not
        where `budget`, in strokes to imagine, does not reach that far. Shapes: result (boards,).
        """
        strokes, found = self._next(batch, me, rng)
        owing = np.flatnonzero(have_obligation(batch.packed) & ~np.isnan(strokes[:, 0]))
        after = replace(self, ready=max(1, self.ready // FEWER), imagined=0)
        if not further or not len(owing) or self.imagined + len(owing) * further * (1 + after.cost) > budget:
            return found
        later = batch.take(np.repeat(owing, further))
        played = later.play(_legal(self.noise.spread(strokes[owing], draws(rng, further)).reshape(-1, 3)), strict=False)
        goes_on = np.flatnonzero(played.made & ~later.over)
        more = np.zeros(len(later))
        if len(goes_on):
            more[goes_on] = after._next(later.take(goes_on), me, rng)[1]
        found[owing] += more.reshape(len(owing), further).mean(axis=1)
        self.imagined += len(later) + after.imagined
        return found

    def _next(self, batch: Batch, me: Side, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Return the next stroke on each board and what looking at it changes, to a side. Shapes: (n, 3) and (n,)."""
        first = batch.to_play == 0
        scores = np.where(first[:, None], batch.score, batch.score[:, ::-1])
        mine = first == (me is Side.A)
        positions = Positions(batch.seen(), batch.packed, scores, mine)
        strokes, worths = self.best(positions, rng)
        gained = worths - self.standing(positions)
        return strokes, np.where(mine, gained, -gained)

    def standing(self, positions: Positions) -> Floats:
        """Return what positions are worth to those who strike next, by counts and chances alone. Shapes: (n,)."""
        plays = np.ones(len(positions), np.bool_)
        standings = Standings(positions.boards, plays, Side.A)
        sights = self._sights(positions.layouts, ~plays, standings.colour)
        return self._for_the_game(board_worth(standings, sights), positions.mine)

    def best(self, positions: Positions, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Return the stroke found in each position and its worth to the one who makes it.

        A position without a stroke at hand that may be made has the worth it stands at, and a stroke of NaN.
        Shapes: (n, 3) and (n,).
        """
        n, c = len(positions), self.ready
        wanted = self._wanted(positions.boards)
        strokes = ready_strokes(positions.layouts, wanted, self.felt, self.noise, c, rng)
        rows = np.repeat(np.arange(n), c)
        allowed = allowed_strokes(self.ruleset, strokes.reshape(-1, 3), positions.layouts[rows]).reshape(n, c)
        first, fresh = draws(rng, FIRST), draws(rng, FRESH)
        worths = np.full((n, c), WORST)
        worths[allowed] = self._mean(positions, rows[allowed.ravel()], strokes[allowed], first)
        leaders = np.argsort(-worths, axis=1, kind="stable")[:, :FINALISTS]
        at = np.repeat(np.arange(n), leaders.shape[1])
        some = strokes[at, leaders.ravel()]
        good = allowed[at, leaders.ravel()]
        later = np.full(len(at), WORST)
        later[good] = self._mean(positions, at[good], some[good], fresh)
        seen = later.reshape(leaders.shape)
        pooled = (FIRST * np.take_along_axis(worths, leaders, axis=1) + FRESH * seen) / (FIRST + FRESH)
        chosen = np.argmax(pooled, axis=1)[:, None]
        found = some.reshape(n, -1, 3)[np.arange(n), chosen[:, 0]]
        worth = np.take_along_axis(seen, chosen, axis=1)[:, 0]
        stuck = np.flatnonzero(~allowed.any(axis=1))
        if len(stuck):
            worth[stuck] = self.standing(positions.take(stuck))
            found[stuck] = np.nan
        return found, worth

    def _mean(self, positions: Positions, which: Ints, strokes: Floats, errors: Floats) -> Floats:
        """Return the mean worth of strokes, each on one of the positions, under the errors of a hand.

        Shapes: which (n,), strokes (n, 3), result (n,).
        """
        out = np.empty(len(strokes))
        size = max(1, MOST_AT_ONCE // len(errors))
        for start in range(0, len(strokes), size):
            some = slice(start, start + size)
            meant = self.noise.spread(strokes[some], errors)
            made = _legal(meant.reshape(-1, 3))
            rows = np.repeat(which[some], len(errors))
            worths = self._worths(positions, rows, made).reshape(meant.shape[:2])
            fine = ~np.isnan(worths)
            total = np.where(fine, worths, 0.0).sum(axis=1)
            count = fine.sum(axis=1)
            out[some] = np.where(count > 0, total / np.maximum(count, 1), WORST)
        return out

    def _worths(self, positions: Positions, rows: Ints, strokes: Floats) -> Floats:
        """Return what strokes lead to, to those who make them; NaN for one that cannot be made.

        Shapes: rows (n,) of the positions, strokes (n, 3), result (n,).
        """
        found = self._imagining.of(strokes, rows, positions.layouts, positions.boards)
        self.imagined += len(strokes)
        worths = found.worths
        for row in found.over():
            worths[row] = self._end(found, row, positions.scores[rows[row]])
        return np.where(found.made, self._for_the_game(worths, positions.mine[rows]), np.nan)

    @cached_property
    def _imagining(self) -> Imagining:
        """How strokes are imagined: the side that strikes counts, whichever it is."""
        alone = self.ruleset.side_count == 1
        wanted = {
            colour: (pieces_of(None if alone else own), pieces_of(others)) for colour, (own, others) in COLOURS.items()
        }
        return Imagining(
            ruleset=self.ruleset,
            surface=self.surface,
            noise=self.noise,
            me=Side.A,
            strikes=True,
            next_turns=self.next_turns,
            alone=alone,
            wanted=wanted,
            queen=rounds.BY_BOARD,
        )

    def _for_the_game(self, worths: Floats, mine: Bools) -> Floats:
        """Worths of boards for the game, to those who strike."""
        return np.where(mine, self.stakes.of(worths), self.stakes.turned().of(worths))

    def _end(self, found: Imagined, row: int, score: Ints) -> float:
        outcome = found.table.outcome(found.board(row), int(found.facts[row]), *score.tolist())
        return outcome_worth(outcome, Side.A)

    def _sights(self, layouts: Floats, passed: Bools, colour: Ints) -> CandidateCache:
        """The chances of the pieces that each side is after, for those who struck and for the others.

        Shapes: passed (n,) whether the turn has passed, colour (n,) of those who struck, an index of COLOURS.
        """
        mine, partner = np.empty(layouts.shape[:2]), 2 * self.next_turns % 4
        theirs = np.zeros(layouts.shape[:2])
        for each, (own, others) in COLOURS.items():
            rows = np.flatnonzero(colour == each)
            if not len(rows):
                continue
            alone = self.ruleset.side_count == 1
            some = layouts[rows] if len(rows) < len(layouts) else layouts
            mine[rows] = chances.chances(some, _after(None if alone else own), self.noise)
            if not alone:
                asked = _after(others)
                theirs[rows] = chances.chances(some, asked, self.noise, quarter_turns=self.next_turns)
            late = rows[passed[rows]]
            if partner and len(late):
                asked = _after(None if alone else own)
                mine[late] = chances.chances(layouts[late], asked, self.noise, quarter_turns=partner)
        return CandidateCache(KINDS, mine[:, 1:], theirs[:, 1:])

    def _wanted(self, boards: Ints) -> Bools:
        """The pieces that leave less to do if they fall alone, by the laws; all if none does. Shapes: (n, 20)."""
        kinds, which = np.unique(boards, return_inverse=True)
        helpful = helpful_kinds(kinds, self.ruleset)
        helpful[~helpful.any(axis=1)] = True
        wanted = np.zeros((len(boards), 20), np.bool_)
        wanted[:, 1:] = helpful[which][:, KIND_OF[1:]]
        return wanted


def _legal(strokes: Floats) -> Floats:
    """Strokes within the base line and the legal speeds, moved there in place. Shapes: (n, 3)."""
    strokes[:, 0] = np.clip(strokes[:, 0], -BASE_CIRCLE_OFFSET, BASE_CIRCLE_OFFSET)
    strokes[:, 2] = np.clip(strokes[:, 2], LEAST_SPEED, SPEED_LIMIT)
    return strokes


@cache
def _after(colour: Piece | None) -> tuple[int, ...]:
    """The pieces that a side of this colour wants to pocket; all without one."""
    return tuple(
        int(number)
        for number, kind in zip(PIECES, KINDS, strict=True)
        if colour is None or kind in (colour, Piece.QUEEN)
    )


def helpful_kinds(boards: Ints, ruleset: Ruleset) -> Bools:
    """Say of which kinds, white, black and the queen, one that falls alone leaves the striker less to do.

    Shapes: boards (n,), packed; result (n, 3).
    """
    met = packed.put(1, packed.TOUCHED) | packed.put(1, packed.SPREAD)
    strokes = [met | packed.put(1, fell) | packed.put(1, struck) for fell, struck in zip(FELL, STRUCK, strict=True)]
    up = np.stack(
        [
            packed.values(boards, packed.WHITE_UP) > 0,
            packed.values(boards, packed.BLACK_UP) > 0,
            # one that was pocketed early is up, but lies beside the board until the turn ends
            (packed.values(boards, packed.QUEEN) == packed.QUEEN_UP) & (packed.values(boards, packed.EARLY_QUEEN) == 0),
        ],
        axis=1,
    )
    rows, kinds = np.nonzero(up)
    verdicts = table_of(ruleset).look_up(boards[rows], np.array(strokes, np.int64)[kinds])
    before = _to_do(Standings(boards[rows], np.ones(len(rows), np.bool_), Side.A))
    after = _to_do(Standings(verdicts.after, ~verdicts.passes, Side.A))
    helps = after < before
    for row in np.flatnonzero(verdicts.over).tolist():
        outcome = verdicts.table.outcome(int(verdicts.boards[row]), int(verdicts.strokes[row]), 0, 0)
        helps[row] = outcome.winner is None or outcome_worth(outcome, Side.A) > 0.0
    found = np.zeros((len(boards), 3), np.bool_)
    found[rows, kinds] = helps
    return found


def _to_do(boards: Standings) -> Floats:
    """Work left for a side to pocket: coins, coins owed, the queen, and half of her while she is not covered."""
    coins = boards.white_up + boards.black_up if boards.solo else boards.up
    queen = np.select([boards.queen == UP, boards.queen == I_COVER, boards.queen == MINE], [1.0, 0.5, 0.0], 1.0)
    return np.asarray(coins + boards.owed + queen)
