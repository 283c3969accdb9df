"""Full power at a coin: a computer that knows what to hit, and nothing else."""

import math
from dataclasses import dataclass

from carrom.bots.agent import Computer, view_of
from carrom.bots.baselines.random_strokes import within
from carrom.bots.noise import Noise, Rng
from carrom.bots.search import Found
from carrom.equipment.measurements import BASE_MIDDLE
from carrom.play.domain import stroke_domain
from carrom.play.state import PlayState
from carrom.terms import Stroke

SPEED = 8.0  # m/s, or as fast as the laws leave


@dataclass(frozen=True, slots=True, kw_only=True)
class Smash(Computer):
    """Strikes straight at one of the pieces that it would like to see fall, as hard as it can."""

    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Give a hard stroke; it is worth nothing that is known."""
        domain = stroke_domain(state)
        view = view_of(state, domain.seat)
        offset = within(domain.spans, rng)
        numbers = view.wanted or tuple(view.numbers.tolist())
        x, y = view.layout[0, numbers[int(rng.random() * len(numbers))]]
        angle = math.atan2(offset - x, y + BASE_MIDDLE)
        return Found(Stroke(offset, float(angle), min(SPEED, domain.speed[1])), 0.0, 0)


BOT = Smash(name="smash", strength=-2.0, noise=Noise(1.0))
