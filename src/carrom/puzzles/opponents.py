"""The chance that is left to an opponent: how often a club player's best stroke pockets something, by simulation.

Geometry alone does not say it: off a frame a piece falls that no straight stroke reaches. Same board, same answer.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.noise import Noise, draws
from carrom.bots.outcomes import imagine
from carrom.bots.search import felt_of
from carrom.bots.tried import within_domain
from carrom.bots.view import View
from carrom.equipment.position import Position
from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play.domain import domain_on
from carrom.terms import Piece, piece_of

Floats = NDArray[np.float64]

CLUB = Noise(2.5)  # the hand of a club player; a strong player's pockets nearly everything off some frame
PLACES, AIMS, FAN, SPEEDS, TURN = 15, 60, 5, (1.05, 1.4, 2.2), 0.02
BEST, SAMPLES = 12, 64
SEED = 64


def best_chance(
    position: Position, board: BoardState, ruleset: Ruleset, *, only: int | None = None, surface: Surface = TOURNAMENT
) -> float:
    """How often a club player whose turn it is pockets something useful by their best stroke, and keeps the turn.

    Args:
        only: the number of the one piece that counts; None: each of their coins, and the queen while she is up.
    """
    view = View(board, board.to_play, board.seat, position)
    wanted = _wanted(view) if only is None else (only,)
    domain = domain_on(position, board.seat, ruleset)
    if not domain.spans or not wanted:
        return 0.0
    rng = np.random.default_rng(SEED)
    offsets = candidates.striker_offsets(domain.spans, PLACES, rng)
    seen = (view.coins, view.numbers, wanted, offsets, felt_of(surface), CLUB)
    ways = (candidates.direct(*seen), candidates.coin_rebounds(*seen), candidates.striker_rebounds(*seen))
    aims = candidates.likeliest(candidates.join(ways), AIMS)
    if not len(aims):
        return 0.0
    strokes = np.repeat(aims.strokes[:, None, None, :], FAN, axis=1).repeat(len(SPEEDS), axis=2)
    strokes[..., 1] += (TURN * np.linspace(-1.0, 1.0, FAN))[None, :, None]
    strokes[..., 2] *= np.asarray(SPEEDS)
    made = within_domain(strokes.reshape(-1, 3), domain)
    fell = _keeps(view, made, wanted, ruleset, surface).reshape(strokes.shape[:3])
    # neighbours in a fan speak for one another: a stroke that only works exactly is no good one
    beside = fell.astype(float).mean(axis=1, keepdims=True) + fell
    best = made[np.argsort(-beside.ravel(), kind="stable")[:BEST]]
    tried = within_domain(CLUB.spread(best, draws(rng, SAMPLES)).reshape(-1, 3), domain)
    return float(_keeps(view, tried, wanted, ruleset, surface).reshape(len(best), -1).mean(axis=1).max())


def _wanted(view: View) -> tuple[int, ...]:
    """The numbers of the pieces that a side is after."""
    own = view.board.colour_of(view.me)
    kinds = {own} if view.board.queen_down else {own, Piece.QUEEN}
    return tuple(number for number in view.position.numbers if piece_of(number) in kinds)


def _keeps(
    view: View, strokes: Floats, wanted: tuple[int, ...], ruleset: Ruleset, surface: Surface
) -> NDArray[np.bool_]:
    """Return whether strokes pocket one of the wanted pieces and keep the turn, or end the board.

    Shapes: strokes (n, 3), result (n,).
    """
    outcomes = imagine(view, strokes, surface, ruleset)
    fell = np.isnan(outcomes.layouts[:, list(wanted), 0]).any(axis=1)
    out = np.zeros(len(strokes), np.bool_)
    out[outcomes.rows] = fell & (outcomes.verdicts.keeps | outcomes.verdicts.over)
    return out
