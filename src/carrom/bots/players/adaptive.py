"""An adaptive computer: a club player's thinking, and a hand that the site sets before each match (`adaptive@1.6`)."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face
from carrom.bots.noise import Noise
from carrom.bots.search import Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="adaptive",
    character=Character(
        title="Sam",
        line=_("Adapts to you: more accurate after you win, less after you lose."),
        face=Face(skin="#b97f56", hair="short", hair_colour="#1f1a17", clothes="#bc6c25", smile="light"),
    ),
    strength=0.0,
    noise=Noise(2.4),
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
