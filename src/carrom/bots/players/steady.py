"""A club player: knows rebounds, and which strokes their hand can be trusted with."""

from carrom.bots.agent import Agent
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round

BOT = Agent(
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
        rounds=(Round(24, 16), Round(6, 48)),
        break_rounds=(Round(60, 8), Round(16, 16), Round(4, 48)),
    ),
)
