"""A strong player: a sure hand, many ideas, every one of them weighed."""

from carrom.bots.noise import Noise
from carrom.bots.search import Effort
from carrom.bots.thinker import Thinker

BOT = Thinker(
    name="strong",
    strength=3.0,
    noise=Noise(0.8),
    effort=Effort(
        places=17,
        aims=200,
        fan=7,
        speeds=(1.05, 1.4, 2.2),
        rebounds=True,
        anything=2500,
        openings=200,
        survivors=48,
        samples=24,
        finalists=8,
        final_samples=128,
    ),
)
