"""The club player who prefers rebounds where others play straight."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face, Taste
from carrom.bots.noise import Noise
from carrom.bots.search import Ahead, Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="club",
    character=Character(
        title="Rui",
        line=_("Loves the frame: takes rebounds where others play straight."),
        face=Face(skin="#d9a27e", hair="short", hair_colour="#8d8d8d", clothes="#457b9d", glasses=True, beard=True),
    ),
    strength=5.0,
    noise=Noise(1.3),
    taste=Taste(rebounds=0.35),
    effort=Effort(
        places=13,
        aims=140,
        fan=7,
        speeds=(1.05, 1.5),
        rebounds=True,
        anything=800,
        rounds=(Round(96, 4), Round(32, 16), Round(8, 64)),
        break_rounds=(Round(80, 8), Round(20, 24), Round(5, 64)),
        ahead=Ahead(3, 8, 12),
    ),
)
