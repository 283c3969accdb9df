"""A club player: knows rebounds, which strokes the hand can be trusted with, and takes no chances."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face, Taste
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="steady",
    character=Character(
        title="Anjali",
        line=_("Careful: takes the safe coin and leaves you little."),
        face=Face(skin="#a9714b", hair="bun", hair_colour="#20140f", clothes="#8e5572", glasses=True, smile="light"),
    ),
    strength=4.0,
    noise=Noise(2.0),
    taste=Taste(speed=-0.05, risk=-0.2),
    effort=Effort(
        places=11,
        aims=80,
        fan=5,
        speeds=(1.1, 1.6),
        rebounds=True,
        anything=400,
        rounds=(Round(48, 8), Round(16, 16), Round(5, 48)),
        break_rounds=(Round(60, 8), Round(16, 16), Round(4, 48)),
    ),
)
