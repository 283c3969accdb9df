"""A beginner: a shaky hand, straight strokes, little thought."""

from carrom.bots.noise import Noise
from carrom.bots.search import Effort
from carrom.bots.thinker import Thinker

BOT = Thinker(
    name="easy",
    strength=1.0,
    noise=Noise(4.0),
    effort=Effort(
        places=7,
        aims=24,
        fan=3,
        speeds=(1.1, 1.6),
        rebounds=False,
        anything=60,
        openings=20,
        survivors=12,
        samples=8,
        finalists=3,
        final_samples=16,
    ),
)
