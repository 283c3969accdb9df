"""A learner: a shaky hand, straight strokes, little thinking."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="easy",
    character=Character(
        title="Mina",
        line=_("Plays straight shots, and not all of them arrive."),
        face=Face(skin="#c98e63", hair="long", hair_colour="#2b1d16", clothes="#2a9d8f", smile="broad"),
    ),
    strength=2.0,
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
