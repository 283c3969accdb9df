"""Finding a stroke: many are simulated exactly, the best with a hand's spread, the last few with what follows.

First every aim is tried with a fan of directions and a few speeds, as if the hand were perfect: this corrects what
geometry does not know (throw, frame, pieces in the way). Neighbours in a fan are taken together, for a hand makes one
or the other. The best survive and are imagined again under the player's own noise, all under the same draws, so that
small differences show, in rounds of fewer strokes and more draws; neighbours share what was drawn
(`carrom.bots.samples`), and strokes a little beside the best join in. Of the few that are left the next stroke is
looked at too, on either side (`carrom.bots.look_ahead`). At the rack an exact stroke says little, for it falls apart
differently every time: there all begin in the first round. What happens is the engine's word, what follows the
judge's. Strokes are looked for in the domain that the laws leave.

Thinking is counted in strokes, never in seconds: the same random numbers give the same stroke on any machine under
any load.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.candidates import Felt
from carrom.bots.character import PLAIN, Taste
from carrom.bots.combinations import combinations
from carrom.bots.evaluation import COLOURS, outcome_worth
from carrom.bots.imagining import Imagined, Imagining, pieces_of
from carrom.bots.look_ahead import LookAhead
from carrom.bots.noise import Noise, Rng, draws, generator
from carrom.bots.samples import Samples
from carrom.bots.stakes import BOARD, Stakes
from carrom.bots.tried import Limits, Tried, join_tried
from carrom.bots.view import View
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardOutcome
from carrom.physics import rounds
from carrom.physics.surface import Surface
from carrom.play import packed
from carrom.play.batch import Batch
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


@dataclass(frozen=True, slots=True)
class Ahead:
    """So many of the best strokes are followed by the next one: in so many outcomes, by so many strokes at hand.

    Where that one is made with an obligation (`carrom.bots.obligations`), the one after it is looked at too: in
    `further` outcomes of it, by a quarter of the strokes at hand.
    """

    strokes: int
    outcomes: int
    ready: int
    further: int = 0


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
    combinations: bool = False  # one coin sends another
    solo_break_rounds: tuple[Round, ...] = ()  # alone, where more is gained by the break; none: as ever
    beside: int = 0  # strokes a little beside the best that join before the last but one round
    ahead: Ahead | None = None
    break_ahead: Ahead | None = None  # of a break, where all pieces still lie and a stroke costs most; none: as ever


@dataclass(frozen=True, slots=True)
class Found:
    """The stroke that was found, what it is worth, and how many strokes were imagined for it.

    Attributes:
        chance: how often the player goes on after it, or has won, with this hand; None beyond the budget.
    """

    stroke: Stroke
    worth: float
    imagined: int
    chance: float | None = None


CHUNK = 4096  # strokes imagined at once: fewer cost more each, more no less
WORST = -100.0  # what a stroke is worth that cannot be made
GREATEST_SPEED_WORTH_TRYING = 6.0  # m/s
BREAK_SPEEDS = (4.5, 8.0)  # m/s
NOT_SAMPLED = 2.0  # what a worth is doubted by that the budget left unsampled
FOR_FANS = 0.35  # the share of the budget for aims made exactly; up to the half goes to other strokes
TRIED_BESIDE, BESIDE_AIM, BESIDE_SPEED = 12, 0.8, 0.12  # about each of the best; in spreads of the aim, shares of speed
FEWEST_BEHIND = 4.0  # samples that speak for a stroke beside
FEWEST_OUTCOMES = 2
STATED_BY = 128  # samples that the chance of the chosen stroke is read from
UNBOUNDED = 1 << 62


@dataclass
class Search:
    """One decision's thinking. Filled while it goes on; seen by nobody else."""

    view: View
    domain: StrokeDomain
    ruleset: Ruleset
    surface: Surface
    noise: Noise
    taste: Taste = PLAIN
    stakes: Stakes = BOARD
    budget: int | None = None  # strokes to imagine, the first half of them exactly; None: as many as the effort says
    imagined: int = 0
    may_be: tuple[Surface, ...] = ()  # boards that samples go round where `surface` is not sure; none: it is known
    _now: Floats | None = None  # chances of either side as the pieces lie, once they are asked for

    def best(self, effort: Effort, rng: Rng) -> Found:
        """Return the stroke with the best mean; the domain must leave a place for the striker."""
        rng = generator(rng)
        if self.view.board.broken:
            rounds, ahead = effort.rounds, effort.ahead
            tried = self._screened(effort, rounds[0].strokes, rng)
        else:
            ahead = effort.break_ahead or effort.ahead
            rounds = (self.view.board.solo and effort.solo_break_rounds) or effort.break_rounds
            tried = self._tried(self._breaks(rounds[0].strokes, rng))
        samples = Samples(self.noise)
        for number, each in enumerate(rounds):
            if number and not self._left():
                break
            tried = tried.best(each.strokes)
            if effort.beside and number and number == len(rounds) - 2:
                tried = self._with_some_beside(tried, samples, effort.beside, rng)
            self._under_noise(tried, draws(rng, each.samples), samples)
        if ahead is not None and self._left():
            tried = tried.best(ahead.strokes)
            tried.worths += self._what_follows(tried.strokes, ahead, rng)
        tried = tried.best(1)
        offset, angle, speed = (float(value) for value in tried.strokes[0])
        chance = self._chance(tried.strokes, rng)
        return Found(Stroke(offset, angle, speed), float(tried.worths[0]), self.imagined, chance)

    def _chance(self, stroke: Floats, rng: np.random.Generator) -> float | None:
        """Return how often the player goes on after the chosen stroke, by samples that had no part in choosing it."""
        count = min(STATED_BY, self._left())
        if not count:
            return None
        made = self._limits.spread(stroke, self.noise, draws(rng, count))[1]
        return int(np.count_nonzero(self._goes_on(made))) / count

    def judged(self, strokes: Floats, made: Floats, ahead: Ahead, rng: np.random.Generator) -> Floats:
        """Return what strokes are worth by samples that did not choose them, the next stroke included.

        Shapes: strokes (n, 3); made (n * m, 3), m of each as the hand makes it; result (n,).
        """
        means = self._worths(made, careful=True).reshape(len(strokes), -1).mean(axis=1)
        return np.asarray(means + self._what_follows(strokes, ahead, rng))

    def _tried(self, strokes: Floats, worths: Floats | None = None, liked: float | Floats = 0.0) -> Tried:
        """Return strokes with their worths and what the player's taste adds."""
        likes = liked + self.taste.speed * strokes[:, 2]
        return Tried.of(strokes, np.zeros(len(strokes)) if worths is None else worths, likes)

    def _left(self, share: float = 1.0, more: int = 0) -> int:
        """How many strokes may still be imagined of this share of the budget, once so many more are."""
        return UNBOUNDED if self.budget is None else max(0, int(share * self.budget) - self.imagined - more)

    def _breaks(self, count: int, rng: np.random.Generator) -> Floats:
        """Return hard strokes at the rack, in the domain."""
        least, greatest = np.clip(BREAK_SPEEDS, *self.domain.speed)
        offsets = candidates.striker_offsets(self.domain.spans, count, rng)
        return self._limits.within(candidates.openings(offsets, least, greatest, rng, count).strokes)

    def _screened(self, effort: Effort, count: int, rng: np.random.Generator) -> Tried:
        """Return the best strokes made exactly: those aimed for, and of the others a third."""
        view, felt = self.view, felt_of(self.surface)
        offsets = candidates.striker_offsets(self.domain.spans, effort.places, rng)
        greatest = min(self.domain.speed[1], GREATEST_SPEED_WORTH_TRYING)
        seen = (view.coins, view.numbers, view.wanted, offsets, felt, self.noise)
        aims = candidates.direct_or_rebounds(*seen) if effort.rebounds else candidates.direct(*seen)
        if effort.combinations:
            aims = candidates.join([aims, combinations(*seen)])
        likely = candidates.likeliest_rows(aims, effort.aims)
        of_each = effort.fan * len(effort.speeds)
        whole = min(len(likely), self._left(FOR_FANS) // max(1, of_each))
        likely = likely.take(rng.permutation(len(likely))[:whole])
        aimed = self._limits.fans(aims, likely, effort.fan, effort.speeds)
        loose = candidates.strokes_anywhere(view.coins, offsets, 0.5, greatest, rng, effort.anything)
        if not len(aimed) + len(loose):
            loose = np.array([[offsets[0], 0.0, 1.0]])
        most = max(1, self._left(0.5, len(aimed)))
        loose = self._limits.within(loose.take(rng.permutation(len(loose))[:most], axis=0))
        worths, of_loose = self._exact(aimed, loose)
        if effort.fan > 1:
            worths = _taken_together(aimed.reshape(whole, effort.fan, len(effort.speeds), 3), worths, self.noise)
        liked: float | Floats = 0.0
        if self.taste.rebounds:
            liked = np.repeat(aims.is_rebound.take(likely) * self.taste.rebounds, of_each)
        fine, others = self._tried(aimed, worths, liked), self._tried(loose, of_loose)
        of_others = min(len(loose), max(1, count // 3))
        return join_tried(fine.spread_out(count - of_others), others.spread_out(of_others))

    def _exact(self, aimed: Floats, loose: Floats) -> tuple[Floats, Floats]:
        """Return the worth of each stroke made exactly; few are imagined at once, unless each goes round the boards."""
        if self.may_be or len(aimed) + len(loose) > CHUNK:
            return self._in_parts(aimed), self._in_parts(loose)
        worths = self._worths(np.concatenate([aimed, loose]), careful=False)
        return worths[: len(aimed)], worths[len(aimed) :]

    def _in_parts(self, strokes: Floats) -> Floats:
        parts = [self._worths(strokes[at : at + CHUNK], careful=False) for at in range(0, len(strokes), CHUNK)]
        return np.concatenate([np.zeros(0), *parts])

    def _under_noise(self, tried: Tried, errors: Floats, samples: Samples) -> None:
        """Let each stroke meet the errors of a hand and note its mean; beyond the budget, what it had less a doubt."""
        most = max(1, min(len(tried), self._left() // len(errors)))
        size = max(1, CHUNK // 2 // len(errors))
        for start in range(0, most, size):
            some = slice(start, min(start + size, most))
            meant, made = self._limits.spread(tried.strokes[some], self.noise, errors)
            samples.add(tried.strokes[some], meant, self._worths(made, careful=True).reshape(meant.shape[:2]))
        seen = samples.of(tried.strokes[:most])
        tried.worths[most:] -= NOT_SAMPLED
        tried.worths[:most] = seen.means
        tried.spreads[:most] = self.taste.risk * seen.deviations

    def _with_some_beside(self, tried: Tried, samples: Samples, count: int, rng: np.random.Generator) -> Tried:
        """Return the strokes and some a little beside the best, those of many for which their neighbours speak."""
        best = tried.best(max(1, count // 2))
        more = np.repeat(best.strokes, TRIED_BESIDE, axis=0)
        more[:, 1] += BESIDE_AIM * self.noise.aim * rng.standard_normal(len(more))
        more[:, 2] *= np.exp(BESIDE_SPEED * rng.standard_normal(len(more)))
        beside = Tried.of(self._limits.within(more), np.zeros(len(more)), np.repeat(best.liked, TRIED_BESIDE))
        seen = samples.of(beside.strokes)
        beside.worths[:] = seen.means
        return join_tried(tried, beside.take(np.flatnonzero(seen.backing >= FEWEST_BEHIND)).best(count))

    def _what_follows(self, strokes: Floats, ahead: Ahead, rng: np.random.Generator) -> Floats:
        """Return by how much each stroke's worth changes once the next stroke is looked at, in the mean of outcomes."""
        board, view = self.view.board, self.view
        look = LookAhead(
            self.ruleset, self.surface, felt_of(self.surface), self.noise, self.stakes, view.next_turns, ahead.ready
        )
        outcomes = min(ahead.outcomes, self._left() // (len(strokes) * (1 + look.cost)))
        if outcomes < FEWEST_OUTCOMES:
            return np.zeros(len(strokes))
        made = self._limits.spread(strokes, self.noise, draws(rng, outcomes))[1]
        batch = Batch.copies(len(made), view.position, board, self.ruleset, surface=self.surface)
        played = batch.play(made, strict=False)
        self.imagined += len(made)
        rows = np.flatnonzero(played.made & ~batch.over)
        if not len(rows):
            return np.zeros(len(strokes))
        changes = np.zeros(len(made))
        changes[rows] = look.changes(batch.take(rows), view.me, ahead.further, self._left(), rng)
        self.imagined += look.imagined
        return _as_far_as_sure(changes.reshape(len(strokes), -1))

    def _worths(self, strokes: Floats, *, careful: bool) -> Floats:
        """Return what each stroke leads to.

        Careful: with chances as the pieces come to rest; else as they lie now.
        """
        if careful:
            found = self._imagined(strokes)
        else:
            if self._now is None:
                self._now = self._imagining.chances_now(self.view.layout)
            found = self._imagined(strokes, rounds.AS_BEFORE, self._now)
        worths = found.worths
        for row, outcome in self._ends(found):
            worths[row] = outcome_worth(outcome, self.view.me)
        worths = self.stakes.of(worths)
        return worths if found.every & rounds.WAS_MADE else np.where(found.made, worths, WORST)

    def _goes_on(self, strokes: Floats) -> Bools:
        """Return whether the player goes on after each stroke, or has won."""
        found = self._imagined(strokes, rounds.UNWEIGHED)
        goes_on = found.keeps
        for row, outcome in self._ends(found):
            goes_on[row] = outcome.winner in (self.view.me, None)
        return goes_on

    def _imagined(self, strokes: Floats, *chances: Any) -> Imagined:
        """Play strokes on the board as it lies; which chances count is as of `Imagining.of`."""
        count, imagining = len(strokes), self._imagining
        asked = (strokes, np.zeros(count, np.int64), self.view.layout, self._boards, *chances)
        self.imagined += count
        return imagining.in_turn(self.may_be, *asked) if self.may_be else imagining.of(*asked)

    def _ends(self, found: Imagined) -> Iterator[tuple[int, BoardOutcome]]:
        """Yield the strokes that end the board, and how."""
        outcomes: dict[int, BoardOutcome] = {}  # by what the stroke came to
        for row in found.over():
            came_to = int(found.facts[row])
            outcome = outcomes.get(came_to) or found.outcome(row, self.view.board)
            outcomes[came_to] = outcome
            yield row, outcome

    @cached_property
    def _limits(self) -> Limits:
        """The domain as arrays."""
        return Limits.of(self.domain)

    @cached_property
    def _boards(self) -> Ints:
        """The board, packed. Shapes: result (1,)."""
        return np.array([packed.pack_board(self.view.board)])

    @cached_property
    def _imagining(self) -> Imagining:
        """How strokes are imagined."""
        view, board = self.view, self.view.board
        colours = (view.me, view.me.other)
        mine, theirs = (pieces_of(None if board.solo else board.colour_of(side)) for side in colours)
        return Imagining(
            ruleset=self.ruleset,
            surface=self.surface,
            noise=self.noise,
            me=view.me,
            strikes=board.to_play is view.me,
            next_turns=view.next_turns,
            alone=board.solo,
            wanted=dict.fromkeys(COLOURS, (mine, theirs)),
            queen=rounds.BY_VERDICT if view.queen_lies else rounds.BY_NOBODY,
        )


def felt_of(surface: Surface) -> Felt:
    """Return what a player knows of the surface."""
    return Felt(
        friction=surface.board_friction,
        restitution=surface.disc_restitution,
        contact_friction=surface.disc_friction,
        frame_restitution=surface.frame_restitution,
    )


def _taken_together(fans: Floats, worths: Floats, noise: Noise) -> Floats:
    """Return the worths with each stroke's neighbours in its fan, as much as the hand makes one for the other.

    Shapes: fans (k, fan, speeds, 3), worths and result (k * fan * speeds,).
    """
    if not noise.magnitude or not len(fans):
        return worths
    apart = (fans[:, :, None, :, 1] - fans[:, None, :, :, 1]) / noise.aim  # (k, fan, fan, speeds)
    weights = np.exp(-0.5 * apart * apart)
    held = worths.reshape(fans.shape[:3])
    return np.asarray(((weights * held[:, None]).sum(axis=2) / weights.sum(axis=2)).ravel())


def _as_far_as_sure(changes: Floats) -> Floats:
    """Return the mean change of each stroke less that of all, as far as it stands out of chance (James and Stein).

    Shapes: changes (strokes, outcomes), the same errors of the hand in each column; result (strokes,).
    """
    apart = changes - changes.mean(axis=0)
    means = apart.mean(axis=1)
    chance = apart.var(axis=1).mean() / changes.shape[1]
    spread = means.var()
    return np.asarray(means * max(0.0, 1.0 - chance / spread) if spread > 0.0 else means)
