"""A strong player: a sure hand, many ideas, every one of them weighed."""

from carrom.bots.agent import Agent
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round

BOT = Agent(
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
        rounds=(Round(48, 24), Round(8, 128)),
        break_rounds=(Round(96, 12), Round(24, 24), Round(6, 96)),
        solo_break_rounds=(Round(400, 12), Round(40, 48), Round(8, 200)),
    ),
)
