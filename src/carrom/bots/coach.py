"""A coach's words on a stroke: good ideas for a hand, and the cost of the stroke that was made.

A record holds the stroke that was made, not the one that was meant. The coach takes for meant the best stroke within
the hand's reach of the one that was made. What was lost then has two parts: the *idea* is the difference between the
best stroke and the one that was meant, each made by this hand many times; the *aim* is the difference between the one
that was meant and what really came of it, below zero where luck helped.

All is counted in the chance to win the board (`carrom.bots.race`), alone in strokes that are still needed.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.bots.agent import view_of
from carrom.bots.candidates import POCKETS
from carrom.bots.evaluation import Standings, board_worth
from carrom.bots.noise import Noise, Rng, draws, generator
from carrom.bots.outcomes import imagine
from carrom.bots.race import board_won
from carrom.bots.samples import Samples
from carrom.bots.search import Effort, Round, Search
from carrom.bots.stakes import stakes_of
from carrom.bots.tried import Tried, join_tried, within_domain
from carrom.physics.motion import Happening, Motion
from carrom.physics.simulate import simulate
from carrom.play.domain import stroke_domain
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Seat, Stroke

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

EFFORT = Effort(
    places=15,
    aims=160,
    fan=7,
    speeds=(1.05, 1.4, 2.2),
    rebounds=True,
    anything=1500,
    combinations=True,
    rounds=(Round(160, 4), Round(64, 12)),
    break_rounds=(Round(96, 8), Round(32, 24)),
)
IDEAS = 3
PURPOSES, OF_A_PURPOSE, SAMPLED = 6, 4, 32  # purposes that are followed, strokes of each, samples of each stroke
FRESH = 256  # samples that everything said is read from; they had no part in any choice
PURPOSE_SAMPLES = 12
FOR_A_PURPOSE = 0.2  # a stroke is for the piece that falls most often, if it falls as often as that
NEAR = 32  # strokes that may have been meant
REACH = 2.0  # standard deviations of the hand
AT_POCKET = 0.09  # metres from a pocket's centre: there the frames lead in
POCKET_ROWS = {3: 0, 2: 1, 0: 2, 1: 3}  # of `candidates.POCKETS`, by 1 for right and 2 for far


@dataclass(frozen=True, slots=True, kw_only=True)
class Idea:
    """A stroke worth making.

    Attributes:
        stroke: as it is meant, in the player's axes.
        worth: the chance to win the board by it; alone, the strokes that are needed after it, below zero.
        chance: how often the turn stays, or the board is won.
        piece: number of the piece that it is for; None: it is for none.
        falls: how often that piece falls.
        pocket: where it falls, 1 for right and 2 for far as the player sits; None without a piece.
        rebound: the striker, or the piece, meets a frame before.
    """

    stroke: Stroke
    worth: float
    chance: float
    piece: int | None = None
    falls: float = 0.0
    pocket: int | None = None
    rebound: bool = False


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a stroke: by its idea (never below 0), and by how it was made (below 0: luck helped).

    Units: chance to win the board; alone, strokes.
    """

    idea: float
    aim: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A coach's advice on a stroke: ideas before it, and a judgement of the one that was made.

    Attributes:
        ideas: the best first, each for another piece, at most one for none; none where no stroke may be made.
        best: what the best stroke brings: the chance to win the board, or strokes below zero.
        cost: None where no stroke was asked about.
        solo: whether strokes are counted.
    """

    ideas: tuple[Idea, ...]
    best: float
    cost: Cost | None
    solo: bool


def advise(state: PlayState, hand: Noise, rng: Rng, made: Stroke | None = None) -> Advice:
    """Return ideas for the stroke that a match awaits, and what `made` cost if that is what was played.

    Same state, hand, random numbers and stroke, same advice.

    Raises:
        NotAwaitedError: no stroke is awaited, or no positions are recorded.
    """
    ask = stroke_domain(state)
    coach = _Coach(
        view=view_of(state, ask.seat),
        domain=ask,
        ruleset=state.match.ruleset,
        surface=surface_of(state.match.head),
        noise=hand,
        stakes=stakes_of(state.match, state.match.side_at(ask.seat)),
    )
    if not ask.spans:
        return Advice(ideas=(), best=coach.standing(), cost=None, solo=coach.view.board.solo)
    return coach.advice(generator(rng), made)


@dataclass(frozen=True, slots=True, eq=False)
class _Played:
    """Results of strokes. Shapes: worths and stays (n,), fell (n, 20); NaN and False where none could be made."""

    worths: Floats
    stays: Bools
    fell: Bools


class _Coach(Search):
    """A search that goes on with strokes for several purposes, not with the best alone."""

    def standing(self) -> float:
        """The worth of the board as it is."""
        view = self.view
        sights = view.sights(view.layout, self.noise)
        standings = Standings.of(view.board, view.me)
        found = board_worth(standings, sights) if view.board.solo else board_won(standings, sights, self.noise)
        return float(found[0])

    def advice(self, rng: np.random.Generator, made: Stroke | None) -> Advice:
        """Return ideas, and what `made` cost."""
        samples = Samples(self.noise)
        tried = self._by_purpose(self._sampled(samples, rng), OF_A_PURPOSE)
        self._under_noise(tried, draws(rng, SAMPLED), samples)
        tried = self._by_purpose(tried, 1)
        known = len(tried)
        if made is not None:
            tried = join_tried(tried, self._meant(made, samples, rng))
        errors = draws(rng, FRESH)
        played = self._played(self._made(tried.strokes, errors))
        worths = np.nanmean(played.worths.reshape(len(tried), -1), axis=1)
        order = np.argsort(-np.round(worths[:known], 9), kind="stable")[:IDEAS].tolist()
        fell, stays = (each.reshape(len(tried), FRESH, -1) for each in (played.fell, played.stays))
        ideas = tuple(self._idea(tried.strokes[k], float(worths[k]), stays[k], fell[k], errors) for k in order)
        best, cost = float(worths.max()), None
        if made is not None:
            came = float(self._played(np.array([[made.offset, made.angle, made.speed]])).worths[0])
            cost = Cost(best - float(worths[-1]), float(worths[-1]) - came)
        return Advice(ideas=ideas, best=best, cost=cost, solo=self.view.board.solo)

    def _sampled(self, samples: Samples, rng: np.random.Generator) -> Tried:
        """Strokes that look good after a few samples each."""
        if self.view.board.broken:
            rounds = EFFORT.rounds
            tried = self._screened(EFFORT, rounds[0].strokes, rng)
        else:
            rounds = EFFORT.break_rounds
            tried = self._tried(self._breaks(rounds[0].strokes, rng))
        for each in rounds:
            tried = tried.best(each.strokes)
            self._under_noise(tried, draws(rng, each.samples), samples)
        return tried

    def _by_purpose(self, tried: Tried, each: int) -> Tried:
        """So many strokes for each of the purposes that promise most."""
        ordered = tried.take(tried.order())
        groups: dict[int | None, list[int]] = {}
        for row, purpose in enumerate(self._purposes(ordered.strokes)):
            groups.setdefault(purpose, []).append(row)
        chosen = [row for group in list(groups.values())[:PURPOSES] for row in group[:each]]
        return ordered.take(np.array(chosen, np.int64))

    def _purposes(self, strokes: Floats) -> Iterator[int | None]:
        """The purpose of each stroke: the number of the piece that falls most often; None: it sinks none."""
        errors = draws(np.random.default_rng(PURPOSE_SAMPLES), PURPOSE_SAMPLES)
        fell = self._played(self._made(strokes, errors)).fell
        shares = fell.reshape(len(strokes), PURPOSE_SAMPLES, -1).mean(axis=1)
        for share in shares:
            piece = int(np.argmax(share))
            yield piece if share[piece] >= FOR_A_PURPOSE else None

    def _meant(self, made: Stroke, samples: Samples, rng: np.random.Generator) -> Tried:
        """The best stroke that the hand may have meant: within its reach of the one that it made."""
        steps = rng.standard_normal((NEAR, 3))
        lengths = np.maximum(np.linalg.norm(steps, axis=1), 1e-9)
        steps *= (np.minimum(lengths, REACH) / lengths)[:, None]
        steps[0] = 0.0
        near = np.tile([made.offset, made.angle, made.speed], (NEAR, 1))
        near[:, 0] += self.noise.place * steps[:, 0]
        near[:, 1] += self.noise.aim * steps[:, 1]
        near[:, 2] *= 1.0 + self.noise.speed * steps[:, 2]
        tried = self._tried(within_domain(near, self.domain))
        self._under_noise(tried, draws(rng, SAMPLED), samples)
        return tried.best(1)

    def _made(self, strokes: Floats, errors: Floats) -> Floats:
        """Each stroke as the hand makes it with each of these errors. Shapes: (n, 3) and (m, 3) to (n * m, 3)."""
        return within_domain(self.noise.spread(strokes, errors).reshape(-1, 3), self.domain)

    def _played(self, strokes: Floats) -> _Played:
        """Results of strokes in figures that people read."""
        view, n = self.view, len(strokes)
        outcomes = imagine(view, strokes, self.surface, self.ruleset)
        mine, solo = outcomes.to_play(view.me), view.board.solo
        sights = view.sights(outcomes.settled(), self.noise, ~mine)
        boards = Standings(outcomes.verdicts.after, mine, view.me)
        found = board_worth(boards, sights) if solo else board_won(boards, sights, self.noise)
        keeps = outcomes.verdicts.keeps.astype(np.bool_)
        for rows, outcome in outcomes.ends(view.board):
            won = outcome.winner in (view.me, None)
            found[rows] = 0.0 if solo else 0.5 if outcome.winner is None else float(won)
            keeps[rows] = won
        worths, stays, fell = np.full(n, np.nan), np.zeros(n, np.bool_), np.zeros((n, 20), np.bool_)
        worths[outcomes.rows], stays[outcomes.rows] = found, keeps
        fell[outcomes.rows] = np.isnan(outcomes.layouts[:, :, 0]) & ~np.isnan(view.layout[0, :, 0])
        return _Played(worths, stays, fell)

    def _idea(self, stroke: Floats, worth: float, stays: Bools, fell: Bools, errors: Floats) -> Idea:
        """A stroke with what it is for; the way of its piece is that of the first sample in which it falls."""
        meant, shares = Stroke(*stroke.tolist()), fell.mean(axis=0)
        piece, chance = int(np.argmax(shares)), float(stays.mean())
        if shares[piece] < FOR_A_PURPOSE:
            return Idea(stroke=meant, worth=worth, chance=chance)
        sample = self._made(stroke[None], errors[[int(np.argmax(fell[:, piece]))]])[0]
        motion = simulate(self.view.own_axes, Stroke(*sample.tolist()), Seat.SOUTH, self.surface)
        pocket, rebound = way_of(motion, piece)
        return Idea(
            stroke=meant,
            worth=worth,
            chance=chance,
            piece=piece,
            falls=float(shares[piece]),
            pocket=pocket,
            rebound=rebound,
        )


def way_of(motion: Motion, piece: int) -> tuple[int | None, bool]:
    """The pocket that a piece falls into; whether it, or the striker before it meets a piece, meets a frame.

    A frame that leads a piece into its pocket does not count.
    """
    rebound = met = False
    frames: list[float] = []
    for event in motion.events:
        match event.what:
            case Happening.PAIR:
                met = True
            case Happening.FRAME if event.number == piece:
                frames.append(event.time)
            case Happening.FRAME if event.number == 0 and not met:
                rebound = True
            case Happening.POCKET if event.number == piece:
                centre = POCKETS[POCKET_ROWS[event.other]]
                places = [disc for time in frames for disc in motion.at(time) if disc.number == piece]
                far = [math.dist((disc.x, disc.y), centre) > AT_POCKET for disc in places]
                return event.other, rebound or any(far)
    return None, rebound
