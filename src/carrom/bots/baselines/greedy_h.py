"""The reference: tries straight strokes, cuts and one rebound under the hand's noise, and plays the most certain.

It looks at nothing beyond its stroke: what the stroke leaves behind, what the opponent makes of it, whether the cover
lies well. Held to 23.1 strokes a board of 19-coin solo at magnitude 1 (`carrom bench bots`), about what BACA calls
typical; all measured strengths refer to it.
"""

from dataclasses import dataclass

import numpy as np

from carrom.bots import candidates
from carrom.bots.agent import Computer, view_of
from carrom.bots.evaluation import I_COVER, MINE, UP, Bools, Floats, Standings, outcome_worth
from carrom.bots.noise import Noise, Rng, draws, generator
from carrom.bots.outcomes import Outcomes, imagine
from carrom.bots.search import BREAK_SPEEDS, GREATEST_SPEED_WORTH_TRYING, Found, felt_of
from carrom.bots.tried import within_domain
from carrom.bots.view import View
from carrom.laws.ruleset import Ruleset
from carrom.physics.surface import Surface
from carrom.play import packed
from carrom.play.domain import StrokeDomain, stroke_domain
from carrom.play.state import PlayState
from carrom.play.verdict_table import table_of
from carrom.terms import Piece, Stroke

IDEAS, SAMPLES, PLACES = 100, 32, 21
SPEED = 1.2  # times the least that geometry says
FELL = {Piece.WHITE: packed.FELL_WHITE, Piece.BLACK: packed.FELL_BLACK, Piece.QUEEN: packed.FELL_QUEEN}
STRUCK = {Piece.WHITE: packed.STRUCK_WHITE, Piece.BLACK: packed.STRUCK_BLACK, Piece.QUEEN: packed.STRUCK_QUEEN}


@dataclass(frozen=True, slots=True, kw_only=True)
class Greedy(Computer):
    """Makes the one of its likeliest strokes that most often leaves it less to do."""

    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Return the stroke and the share of its samples that helped. It always simulates 3,200 strokes."""
        domain, ruleset = stroke_domain(state), state.match.ruleset
        view, surface, numbers = view_of(state, domain.seat), self.surface(state), generator(rng)
        strokes = self._ideas(view, domain, ruleset, surface, numbers)
        made = within_domain(self.noise.spread(strokes, draws(numbers, SAMPLES)).reshape(-1, 3), domain)
        outcomes = imagine(view, made, surface, ruleset)
        helped = np.zeros(len(made))
        helped[outcomes.rows] = _helps(view, outcomes)
        chances = helped.reshape(len(strokes), SAMPLES).mean(axis=1)
        first = int(np.argmax(chances))
        offset, angle, speed = (float(value) for value in strokes[first])
        return Found(Stroke(offset, angle, speed), float(chances[first]), len(made))

    def _ideas(
        self, view: View, domain: StrokeDomain, ruleset: Ruleset, surface: Surface, numbers: np.random.Generator
    ) -> Floats:
        """The strokes that are tried: hard ones at the rack, else the likeliest, filled up with any."""
        offsets = candidates.striker_offsets(domain.spans, PLACES, numbers)
        if not view.board.broken:
            least, greatest = np.clip(BREAK_SPEEDS, *domain.speed)
            return within_domain(candidates.openings(offsets, least, greatest, numbers, IDEAS).strokes, domain)
        seen = (view.coins, view.numbers, _useful(view, ruleset), offsets, felt_of(surface), self.noise)
        aims = [candidates.direct(*seen), candidates.coin_rebounds(*seen), candidates.striker_rebounds(*seen)]
        strokes = candidates.likeliest(candidates.join(aims), IDEAS).strokes * [1.0, 1.0, SPEED]
        greatest = min(domain.speed[1], GREATEST_SPEED_WORTH_TRYING)
        missing = IDEAS - len(strokes)
        more = candidates.any_strokes(view.coins, offsets, 0.5, greatest, numbers, missing).strokes
        return within_domain(np.concatenate([strokes, more]), domain)


def _useful(view: View, ruleset: Ruleset) -> tuple[int, ...]:
    """The pieces of those that the player wants which leave less to do if they fall alone now."""
    kinds = sorted(set(view.kinds), key=lambda kind: kind.value)
    strokes = [
        packed.put(1, FELL[kind]) | packed.put(1, STRUCK[kind]) | packed.put(1, packed.TOUCHED) for kind in kinds
    ]
    boards = np.full(len(kinds), packed.pack_board(view.board))
    verdicts = table_of(ruleset).look_up(boards, np.array(strokes, np.int64))
    none = np.zeros((len(kinds), *view.layout.shape[1:]))
    outcomes = Outcomes(np.arange(len(kinds)), none, verdicts, view.board.to_play, Piece.QUEEN in view.kinds)
    helps = dict(zip(kinds, _helps(view, outcomes).tolist(), strict=True))
    useful = [int(number) for number, kind in zip(view.numbers, view.kinds, strict=True) if helps[kind]]
    return tuple(number for number in useful if number in view.wanted) or view.wanted


def _helps(view: View, outcomes: Outcomes) -> Bools:
    """Flags of the strokes that leave less to do, or end the board well. Shapes: (m,)."""
    before = _to_do(Standings.of(view.board, view.me))
    after = _to_do(Standings(outcomes.verdicts.after, outcomes.to_play(view.me), view.me))
    helped: Bools = after < before
    for rows, outcome in outcomes.ends(view.board):
        helped[rows] = outcome.winner is None or outcome_worth(outcome, view.me) > 0.0
    return helped


def _to_do(boards: Standings) -> Floats:
    """Work left for the player to pocket: coins, coins owed, the queen, and half of her while she is not covered."""
    coins = boards.white_up + boards.black_up if boards.solo else boards.up
    queen = np.select([boards.queen == UP, boards.queen == I_COVER, boards.queen == MINE], [1.0, 0.5, 0.0], 1.0)
    return np.asarray(coins + boards.owed + queen)


BOT = Greedy(name="greedy-h", strength=-1.0, noise=Noise(1.0))
