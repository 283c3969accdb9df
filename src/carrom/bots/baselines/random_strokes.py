"""Random strokes: any place, direction and speed that the laws allow."""

from dataclasses import dataclass

from carrom.bots.agent import Computer
from carrom.bots.noise import Noise, Rng
from carrom.bots.search import Found
from carrom.play.domain import Span, stroke_domain
from carrom.play.state import PlayState
from carrom.terms import Stroke


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomStrokes(Computer):
    """Chooses evenly from everything that may be made."""

    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Give any stroke; it is worth nothing that is known."""
        domain = stroke_domain(state)
        offset, angle = within(domain.spans, rng), within(domain.angles, rng)
        return Found(Stroke(offset, angle, within((domain.speed,), rng)), 0.0, 0)


def within(spans: tuple[Span, ...], rng: Rng) -> float:
    """Give a number inside some spans, all of them equally likely."""
    ahead = rng.random() * sum(end - start for start, end in spans)
    for start, end in spans:
        if ahead <= end - start:
            return start + ahead
        ahead -= end - start
    return spans[-1][1]


BOT = RandomStrokes(name="random-strokes", strength=-3.0, noise=Noise(1.0))
