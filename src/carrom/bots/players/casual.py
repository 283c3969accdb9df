"""A Sunday afternoon player: attacks, and likes loud strokes."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face, Taste
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="casual",
    character=Character(
        title="Tomas",
        line=_("Attacks everything, hard, and often gets away with it."),
        face=Face(skin="#f0c7a4", hair="cap", hair_colour="#264653", clothes="#264653", beard=True, smile="light"),
    ),
    strength=3.0,
    noise=Noise(2.8),
    taste=Taste(speed=0.12, risk=0.25),
    effort=Effort(
        places=9,
        aims=48,
        fan=3,
        speeds=(1.4, 2.2),
        rebounds=False,
        anything=200,
        rounds=(Round(24, 8), Round(6, 24)),
        break_rounds=(Round(40, 8), Round(6, 24)),
    ),
)
