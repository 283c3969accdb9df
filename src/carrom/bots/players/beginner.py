"""A child on the first evening: the nearest coin, softly or with full power."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="beginner",
    character=Character(
        title="Pip",
        line=_("Is playing carrom for the first time and is happy about every coin."),
        face=Face(skin="#e8b48f", hair="curly", hair_colour="#7a4b25", clothes="#e4572e", smile="broad"),
    ),
    strength=1.0,
    noise=Noise(8.0),
    effort=Effort(
        places=5,
        aims=8,
        fan=1,
        speeds=(1.3,),
        rebounds=False,
        anything=16,
        rounds=(Round(6, 4),),
        break_rounds=(Round(4, 2),),
    ),
)
