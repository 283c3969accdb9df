"""A beginner: a shaky hand, straight strokes, little thought."""

from carrom.bots.agent import Agent
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round

BOT = Agent(
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
        rounds=(Round(12, 8), Round(3, 16)),
        break_rounds=(Round(20, 8), Round(3, 16)),
    ),
)
