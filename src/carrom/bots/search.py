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

import math
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.candidates import Aims, Felt
from carrom.bots.character import PLAIN, Taste
from carrom.bots.combinations import combinations
from carrom.bots.evaluation import COLOURS, outcome_worth
from carrom.bots.imagining import Imagining, pieces_of
from carrom.bots.look_ahead import LookAhead
from carrom.bots.noise import Noise, Rng, draws, generator
from carrom.bots.samples import Samples
from carrom.bots.stakes import BOARD, Stakes
from carrom.bots.view import View
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardOutcome
from carrom.physics import kernel, rounds
from carrom.physics.surface import Surface
from carrom.play import packed
from carrom.play.batch import Batch
from carrom.play.domain import StrokeDomain
from carrom.terms import Piece, Stroke

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


@dataclass(eq=False)
class Tried:
    """Strokes that are being weighed. Shapes: strokes (n, 3), the others (n,)."""

    strokes: Floats
    worths: Floats
    liked: Floats  # what taste adds
    spreads: Floats = field(init=False)  # what a taste for risk adds, once it is known

    def __post_init__(self) -> None:
        """Nothing is known of the spreads."""
        self.spreads = np.zeros(len(self.strokes))

    def __len__(self) -> int:
        """How many they are."""
        return len(self.strokes)

    def take(self, rows: Ints | Bools) -> "Tried":
        """Some of them."""
        some = Tried(self.strokes[rows], self.worths[rows], self.liked[rows])
        some.spreads = self.spreads[rows]
        return some

    def order(self) -> Ints:
        """The rows, the best first; worths that differ by rounding alone are the same."""
        return np.argsort(-np.round(self.worths + self.liked + self.spreads, 9), kind="stable")

    def best(self, count: int) -> "Tried":
        """The best so many."""
        return self.take(self.order()[:count])

    def spread_out(self, count: int) -> "Tried":
        """The best so many, no two of them nearly the same."""
        cells = np.round(self.strokes / np.array([0.004, 0.004, 0.4])).astype(np.int64)
        keep: list[int] = []
        taken: set[tuple[int, ...]] = set()
        for index in self.order().tolist():
            cell = tuple(cells[index].tolist())
            if cell in taken:
                continue
            taken.add(cell)
            keep.append(index)
            if len(keep) == count:
                break
        return self.take(np.array(keep, np.int64))


def join_tried(first: Tried, second: Tried) -> Tried:
    """Put strokes together."""
    both = Tried(
        *(np.concatenate([getattr(each, name) for each in (first, second)]) for name in ("strokes", "worths", "liked"))
    )
    both.spreads = np.concatenate([first.spreads, second.spreads])
    return both


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
        meant = self.noise.spread(stroke, draws(rng, count))
        return float(self._led_to(within_domain(meant.reshape(-1, 3), self.domain), careful=False)[1].mean())

    def judged(self, strokes: Floats, made: Floats, ahead: Ahead, rng: np.random.Generator) -> Floats:
        """Return what strokes are worth by samples that did not choose them, the next stroke included.

        Shapes: strokes (n, 3); made (n * m, 3), m of each as the hand makes it; result (n,).
        """
        means = self._led_to(made, careful=True)[0].reshape(len(strokes), -1).mean(axis=1)
        return np.asarray(means + self._what_follows(strokes, ahead, rng))

    def _tried(self, strokes: Floats, worths: Floats | None = None, liked: float | Floats = 0.0) -> "Tried":
        """Return strokes with their worths and what the player's taste adds."""
        likes = liked + self.taste.speed * strokes[:, 2]
        return Tried(strokes, np.zeros(len(strokes)) if worths is None else worths, likes)

    def _left(self, share: float = 1.0) -> int:
        """How many strokes may still be imagined of this share of the budget."""
        return UNBOUNDED if self.budget is None else max(0, int(share * self.budget) - self.imagined)

    def _breaks(self, count: int, rng: np.random.Generator) -> Floats:
        """Return hard strokes at the rack, in the domain."""
        least, greatest = np.clip(BREAK_SPEEDS, *self.domain.speed)
        offsets = candidates.striker_offsets(self.domain.spans, count, rng)
        return within_domain(candidates.openings(offsets, least, greatest, rng, count).strokes, self.domain)

    def _screened(self, effort: Effort, count: int, rng: np.random.Generator) -> "Tried":
        """Return the best strokes made exactly: those aimed for, and of the others a third."""
        view, felt = self.view, felt_of(self.surface)
        offsets = candidates.striker_offsets(self.domain.spans, effort.places, rng)
        greatest = min(self.domain.speed[1], GREATEST_SPEED_WORTH_TRYING)
        seen = (view.coins, view.numbers, view.wanted, offsets, felt, self.noise)
        aims = candidates.direct_or_rebounds(*seen) if effort.rebounds else candidates.direct(*seen)
        if effort.combinations:
            aims = candidates.join([aims, combinations(*seen)])
        likely = candidates.likeliest(aims, effort.aims)
        whole = min(len(likely), self._left(FOR_FANS) // max(1, effort.fan * len(effort.speeds)))
        likely = likely.take(rng.permutation(len(likely))[:whole])
        fans = _fans(likely, effort)
        aimed = within_domain(fans.reshape(-1, 3), self.domain)
        worths = _taken_together(aimed.reshape(fans.shape), self._exact(aimed), self.noise)
        liked = likely.is_rebound * self.taste.rebounds
        fine = self._tried(aimed, worths, np.repeat(liked, effort.fan * len(effort.speeds)))
        loose = candidates.any_strokes(view.coins, offsets, 0.5, greatest, rng, effort.anything).strokes
        if not len(aimed) + len(loose):
            loose = np.array([[offsets[0], 0.0, 1.0]])
        loose = within_domain(loose[rng.permutation(len(loose))], self.domain)[: max(1, self._left(0.5))]
        others = self._tried(loose, self._exact(loose))
        of_others = min(len(loose), max(1, count // 3))
        return join_tried(fine.spread_out(count - of_others), others.spread_out(of_others))

    def _exact(self, strokes: Floats) -> Floats:
        """Return the worth of each stroke made exactly."""
        parts = [self._led_to(strokes[at : at + CHUNK], careful=False)[0] for at in range(0, len(strokes), CHUNK)]
        return np.concatenate([np.zeros(0), *parts])

    def _under_noise(self, tried: "Tried", errors: Floats, samples: Samples) -> None:
        """Let each stroke meet the errors of a hand and note its mean; beyond the budget, what it had less a doubt."""
        most = max(1, min(len(tried), self._left() // len(errors)))
        size = max(1, CHUNK // 2 // len(errors))
        for start in range(0, most, size):
            some = slice(start, min(start + size, most))
            meant = self.noise.spread(tried.strokes[some], errors)
            made = within_domain(meant.reshape(-1, 3), self.domain)
            samples.add(tried.strokes[some], meant, self._led_to(made, careful=True)[0].reshape(meant.shape[:2]))
        seen = samples.of(tried.strokes[:most])
        tried.worths[most:] -= NOT_SAMPLED
        tried.worths[:most] = seen.means
        tried.spreads[:most] = self.taste.risk * seen.deviations

    def _with_some_beside(self, tried: "Tried", samples: Samples, count: int, rng: np.random.Generator) -> "Tried":
        """Return the strokes and some a little beside the best, those of many for which their neighbours speak."""
        best = tried.best(max(1, count // 2))
        more = np.repeat(best.strokes, TRIED_BESIDE, axis=0)
        more[:, 1] += BESIDE_AIM * self.noise.aim * rng.standard_normal(len(more))
        more[:, 2] *= np.exp(BESIDE_SPEED * rng.standard_normal(len(more)))
        beside = Tried(within_domain(more, self.domain), np.zeros(len(more)), np.repeat(best.liked, TRIED_BESIDE))
        seen = samples.of(beside.strokes)
        beside.worths[:] = seen.means
        return join_tried(tried, beside.take(seen.backing >= FEWEST_BEHIND).best(count))

    def _what_follows(self, strokes: Floats, ahead: Ahead, rng: np.random.Generator) -> Floats:
        """Return by how much each stroke's worth changes once the next stroke is looked at, in the mean of outcomes."""
        board, view = self.view.board, self.view
        look = LookAhead(
            self.ruleset, self.surface, felt_of(self.surface), self.noise, self.stakes, view.next_turns, ahead.ready
        )
        outcomes = min(ahead.outcomes, self._left() // (len(strokes) * (1 + look.cost)))
        if outcomes < FEWEST_OUTCOMES:
            return np.zeros(len(strokes))
        meant = self.noise.spread(strokes, draws(rng, outcomes))
        made = within_domain(meant.reshape(-1, 3), self.domain)
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

    def _led_to(self, strokes: Floats, *, careful: bool) -> tuple[Floats, Floats]:
        """Return what each stroke leads to, and whether the player goes on or has won.

        Careful: with chances as the pieces come to rest; else as they lie now.
        """
        view = self.view
        rows = np.zeros(len(strokes), np.int64)
        asked = (strokes, rows, view.layout, self._boards)
        imagining = self._careful if careful else self._quick
        found = imagining.in_turn(self.may_be, *asked) if self.may_be else imagining.of(*asked)
        self.imagined += len(strokes)
        worths, goes_on = found.worths, found.keeps.astype(np.float64)
        outcomes: dict[int, BoardOutcome] = {}  # by what the stroke came to
        for row in found.over():
            came_to = int(found.facts[row])
            outcome = outcomes.get(came_to) or found.outcome(row, view.board)
            outcomes[came_to] = outcome
            worths[row], goes_on[row] = outcome_worth(outcome, view.me), outcome.winner in (view.me, None)
        worths = self.stakes.of(worths)
        if found.made.all():
            return worths, goes_on
        return np.where(found.made, worths, WORST), np.where(found.made, goes_on, 0.0)

    @cached_property
    def _boards(self) -> Ints:
        """The board, packed. Shapes: result (1,)."""
        return np.array([packed.pack_board(self.view.board)])

    @cached_property
    def _careful(self) -> Imagining:
        """How strokes are imagined whose chances are looked at as the pieces come to rest."""
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
            queen=rounds.BY_VERDICT if Piece.QUEEN in view.kinds else rounds.BY_NOBODY,
        )

    @cached_property
    def _quick(self) -> Imagining:
        """How strokes are imagined whose chances are those of the pieces as they lie now."""
        view, now = self.view, np.zeros((2, kernel.DISCS))
        sights = view.sights(view.layout, self.noise)
        now[:, view.numbers] = sights.mine[0], sights.theirs[0]
        return replace(self._careful, now=now)


def within_domain(strokes: Floats, domain: StrokeDomain) -> Floats:
    """Return each stroke, moved to the nearest one that may be made. Shapes: (n, 3) to (n, 3)."""
    out = strokes.copy()
    out[:, 0] = _nearest(strokes[:, 0], domain.spans)
    out[:, 1] = _nearest(np.remainder(strokes[:, 1] + math.pi, 2.0 * math.pi) - math.pi, domain.angles)
    out[:, 2] = np.clip(strokes[:, 2], *domain.speed)
    return out


def felt_of(surface: Surface) -> Felt:
    """Return what a player knows of the surface."""
    return Felt(
        friction=surface.board_friction,
        restitution=surface.disc_restitution,
        contact_friction=surface.disc_friction,
        frame_restitution=surface.frame_restitution,
    )


def _fans(aims: Aims, effort: Effort) -> Floats:
    """Return each aim with its fan of directions and its speeds. Off a frame the fan is wide: a frame is no mirror.

    Shapes: result (aims, fan, speeds, 3).
    """
    turns = np.linspace(-1.0, 1.0, effort.fan) if effort.fan > 1 else np.zeros(1)
    width = np.where(aims.family == candidates.DIRECT, np.minimum(0.9 * aims.window, 0.02), 0.06)
    width = np.where(aims.family == candidates.COMBINATION, np.clip(2.0 * aims.window, 0.005, 0.03), width)
    out = np.repeat(aims.strokes[:, None, None, :], effort.fan, axis=1).repeat(len(effort.speeds), axis=2)
    out[..., 1] += (width[:, None] * turns)[:, :, None]
    out[..., 2] *= np.asarray(effort.speeds)
    return out


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


def _nearest(values: Floats, spans: tuple[tuple[float, float], ...]) -> Floats:
    """Return for each value the nearest one inside a span."""
    found, *others = (np.minimum(np.maximum(values, start), end) for start, end in spans)
    for other in others:
        found = np.where(np.abs(other - values) < np.abs(found - values), other, found)
    return np.asarray(found, np.float64)
