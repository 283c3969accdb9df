"""Finding a stroke: many are imagined exactly, the best of them with a hand's spread, and the best mean wins.

First every aim is tried with a fan of directions and a few speeds, as if the hand were perfect: this corrects what
geometry does not know (throw, frame, pieces in the way). The best survive and are imagined again under the player's own
noise, all under the same draws, so that small differences show, in rounds of fewer strokes and more draws. At the rack
an exact stroke says little, for it falls apart differently every time: there all begin in the first round. What
happens is the engine's word, what follows the judge's. Strokes are looked for in the domain that the laws leave.

Thinking is counted in strokes, never in seconds: the same random numbers give the same stroke on any machine under
any load.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.candidates import Aims, Felt
from carrom.bots.evaluation import CandidateCache, Standings, board_worth, outcome_worth
from carrom.bots.noise import Noise, Rng, draws, generator
from carrom.bots.outcomes import Outcomes, imagine
from carrom.bots.view import View
from carrom.laws.ruleset import Ruleset
from carrom.physics.surface import Surface
from carrom.play.domain import StrokeDomain
from carrom.terms import Stroke

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Round:
    """So many of the best strokes so far, each imagined so often under the hand's spread."""

    strokes: int
    samples: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much a player thinks, counted in strokes."""

    places: int  # where the striker is thought to lie, along the base line
    aims: int  # how many aims are tried out
    fan: int  # directions to each
    speeds: tuple[float, ...]  # speeds to each, as multiples of the least that does it
    rebounds: bool  # off a frame, coin or striker
    anything: int  # strokes that nobody listed
    rounds: tuple[Round, ...]  # after all were imagined exactly
    break_rounds: tuple[Round, ...]  # while the rack stands; the first says how many strokes are tried
    solo_break_rounds: tuple[Round, ...] = ()  # alone, where more is gained by the break; none: as ever


@dataclass(frozen=True, slots=True)
class Found:
    """The stroke that was found, what it is worth, and how many strokes were imagined for it."""

    stroke: Stroke
    worth: float
    imagined: int


CHUNK = 4096  # strokes imagined at once: fewer cost more each, more no less
WORST = -100.0  # what a stroke is worth that cannot be made
GREATEST_SPEED_WORTH_TRYING = 6.0  # m/s
BREAK_SPEEDS = (4.5, 8.0)  # m/s
NOT_SAMPLED = 2.0  # what a worth is doubted by that the budget left unsampled


@dataclass
class Search:
    """One decision's thinking. Filled while it goes on; seen by nobody else."""

    view: View
    domain: StrokeDomain
    ruleset: Ruleset
    surface: Surface
    noise: Noise
    budget: int | None = None  # strokes to imagine, the first half of them exactly; None: as many as the effort says
    imagined: int = 0

    def best(self, effort: Effort, rng: Rng) -> Found:
        """Give the stroke with the best mean; the domain must leave a place for the striker."""
        rng = generator(rng)
        if self.view.board.broken:
            strokes = self._tries(effort, rng)
            worths = self._exact(strokes)
            keep = _spread_out(strokes[: len(worths)], worths, effort.rounds[0].strokes)
            strokes, worths, rounds = strokes[keep], worths[keep], effort.rounds
        else:
            rounds = (self.view.board.solo and effort.solo_break_rounds) or effort.break_rounds
            strokes = self._breaks(rounds[0].strokes, rng)
            worths = np.zeros(len(strokes))
        samples = 0
        for each in rounds:
            if samples and not self._left():
                break
            keep = np.argsort(-worths, kind="stable")[: each.strokes]
            strokes, worths = strokes[keep], worths[keep]
            means = self._under_noise(strokes, draws(rng, each.samples), worths)
            worths = (samples * worths + each.samples * means) / (samples + each.samples)
            samples += each.samples
        first = int(np.argmax(worths))
        offset, angle, speed = (float(value) for value in strokes[first])
        return Found(Stroke(offset, angle, speed), float(worths[first]), self.imagined)

    def _left(self, share: float = 1.0) -> int:
        """How many strokes may be imagined at once now, of this share of the budget."""
        return CHUNK if self.budget is None else max(0, min(CHUNK, int(share * self.budget) - self.imagined))

    def _breaks(self, count: int, rng: np.random.Generator) -> Floats:
        """Give hard strokes at the rack, in the domain."""
        least, greatest = np.clip(BREAK_SPEEDS, *self.domain.speed)
        offsets = candidates.striker_offsets(self.domain.spans, count, rng)
        return within_domain(candidates.openings(offsets, least, greatest, rng, count).strokes, self.domain)

    def _tries(self, effort: Effort, rng: np.random.Generator) -> Floats:
        """Give the strokes to begin with, in the domain, mixed: any part of them is a fair choice."""
        view, felt = self.view, felt_of(self.surface)
        offsets = candidates.striker_offsets(self.domain.spans, effort.places, rng)
        greatest = min(self.domain.speed[1], GREATEST_SPEED_WORTH_TRYING)
        seen = (view.coins, view.numbers, view.wanted, offsets, felt, self.noise)
        aims = [candidates.direct(*seen)]
        if effort.rebounds:
            aims += [candidates.coin_rebounds(*seen), candidates.striker_rebounds(*seen)]
        loose = candidates.any_strokes(view.coins, offsets, 0.5, greatest, rng, effort.anything)
        parts = [_fans(candidates.likeliest(candidates.join(aims), effort.aims), effort), loose.strokes]
        if not sum(map(len, parts)):
            parts.append(np.array([[offsets[0], 0.0, 1.0]]))
        strokes = within_domain(np.concatenate(parts), self.domain)
        return strokes[rng.permutation(len(strokes))]

    def _exact(self, strokes: Floats) -> Floats:
        """Give the worth of each stroke made exactly, for as many of the first as the budget allows."""
        worths: list[Floats] = []
        start = 0
        while start < len(strokes):
            some = strokes[start : start + (self._left(0.5) or int(start == 0))]  # one at least
            if not len(some):
                break
            worths.append(self._worths(some, careful=False))
            start += len(some)
        return np.concatenate(worths)

    def _under_noise(self, strokes: Floats, errors: Floats, guess: Floats) -> Floats:
        """Give the mean worth of each stroke under the errors of a hand; beyond the budget, the guess less a doubt."""
        means = guess - NOT_SAMPLED
        start = 0
        while start < len(strokes) and (self._left() or not start):
            some = slice(start, start + max(1, min(CHUNK // 2, self._left()) // len(errors)))
            meant = self.noise.spread(strokes[some], errors)
            made = within_domain(meant.reshape(-1, 3), self.domain)
            means[some] = self._worths(made, careful=True).reshape(meant.shape[:2]).mean(axis=1)
            start = some.stop
        return means

    def _worths(self, strokes: Floats, *, careful: bool) -> Floats:
        """Give what each stroke leads to. Careful: with chances as the pieces come to rest; else as they lie now."""
        view = self.view
        outcomes = imagine(view, strokes, self.surface, self.ruleset)
        self.imagined += len(strokes)
        sights = view.sights(outcomes.settled(), self.noise) if careful else self._sights_now(outcomes)
        boards = Standings.unpacked(outcomes.verdicts.after, outcomes.to_play(view.me), view.me)
        worths = board_worth(boards, sights)
        for rows, outcome in outcomes.ends(view.board):
            worths[rows] = outcome_worth(outcome, view.me)
        out = np.full(len(strokes), WORST)
        out[outcomes.rows] = worths
        return out

    def _sights_now(self, outcomes: Outcomes) -> CandidateCache:
        """The chances as the pieces lie before the stroke, for those that are still there after it."""
        now = self.view.sights(self.view.layout, self.noise)
        present: Bools = ~np.isnan(outcomes.layouts[:, self.view.numbers, 0])
        return CandidateCache(
            kinds=now.kinds,
            present=present,
            mine=np.where(present, now.mine, 0.0),
            theirs=np.where(present, now.theirs, 0.0),
        )


def within_domain(strokes: Floats, domain: StrokeDomain) -> Floats:
    """Give each stroke, moved to the nearest one that may be made. Shapes: (n, 3) to (n, 3)."""
    out = strokes.copy()
    out[:, 0] = _nearest(strokes[:, 0], domain.spans)
    out[:, 1] = _nearest(np.remainder(strokes[:, 1] + math.pi, 2.0 * math.pi) - math.pi, domain.angles)
    out[:, 2] = np.clip(strokes[:, 2], *domain.speed)
    return out


def felt_of(surface: Surface) -> Felt:
    """Give what a player knows of the surface."""
    return Felt(
        friction=surface.board_friction,
        restitution=surface.disc_restitution,
        contact_friction=surface.disc_friction,
        frame_restitution=surface.frame_restitution,
    )


def _fans(aims: Aims, effort: Effort) -> Floats:
    """Give each aim with its fan of directions and its speeds. Off a frame the fan is wide: a frame is no mirror."""
    if not len(aims):
        return np.zeros((0, 3))
    turns = np.linspace(-1.0, 1.0, effort.fan) if effort.fan > 1 else np.zeros(1)
    width = np.where(aims.family == candidates.DIRECT, np.minimum(0.9 * aims.window, 0.02), 0.06)
    out = np.repeat(aims.strokes[:, None, None, :], effort.fan, axis=1).repeat(len(effort.speeds), axis=2)
    out[..., 1] += (width[:, None] * turns)[:, :, None]
    out[..., 2] *= np.asarray(effort.speeds)
    return out.reshape(-1, 3)


def _spread_out(strokes: Floats, worths: Floats, count: int) -> Ints:
    """Give the rows of the best strokes, no two of them nearly the same."""
    cells = np.round(strokes / np.array([0.004, 0.004, 0.4])).astype(np.int64)
    keep: list[int] = []
    taken: set[tuple[int, ...]] = set()
    for index in np.argsort(-worths, kind="stable"):
        cell = tuple(int(value) for value in cells[index])
        if cell in taken:
            continue
        taken.add(cell)
        keep.append(int(index))
        if len(keep) == count:
            break
    return np.array(keep, np.int64)


def _nearest(values: Floats, spans: tuple[tuple[float, float], ...]) -> Floats:
    """Give for each value the nearest one inside a span."""
    inside = np.stack([np.clip(values, start, end) for start, end in spans])
    which = np.argmin(np.abs(inside - values), axis=0)
    return np.asarray(np.take_along_axis(inside, which[None], axis=0)[0], np.float64)
