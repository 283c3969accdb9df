"""A champion: a sure hand, many ideas, and a look at the next stroke."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face
from carrom.bots.noise import Noise
from carrom.bots.search import Ahead, Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="strong",
    character=Character(
        title="Farah",
        line=_("A champion's hand. Thinks one stroke further than you hope."),
        face=Face(skin="#c68a5e", hair="scarf", hair_colour="#3a5a40", clothes="#3a5a40", smile="light"),
    ),
    strength=6.0,
    noise=Noise(0.8),
    effort=Effort(
        places=17,
        aims=200,
        fan=7,
        speeds=(1.05, 1.4, 2.2),
        rebounds=True,
        anything=2500,
        rounds=(Round(256, 4), Round(80, 12), Round(24, 32), Round(8, 96)),
        break_rounds=(Round(96, 12), Round(24, 24), Round(6, 96)),
        solo_break_rounds=(Round(400, 12), Round(40, 48), Round(8, 200)),
        beside=16,
        ahead=Ahead(4, 16, 16),
    ),
)
