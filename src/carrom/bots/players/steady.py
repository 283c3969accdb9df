"""A club player: knows rebounds, and which strokes his hand can be trusted with."""

from carrom.bots.noise import Noise
from carrom.bots.search import Effort
from carrom.bots.thinker import Thinker

BOT = Thinker(
    name="steady",
    strength=2.0,
    noise=Noise(2.0),
    effort=Effort(
        places=11,
        aims=80,
        fan=5,
        speeds=(1.1, 1.6),
        rebounds=True,
        anything=400,
        openings=60,
        survivors=24,
        samples=16,
        finalists=6,
        final_samples=48,
    ),
)
