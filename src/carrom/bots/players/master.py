"""The strongest computer: hardly an error, and as much thinking as a second allows."""

from carrom.bots.agent import Agent
from carrom.bots.character import Character, Face
from carrom.bots.noise import Noise
from carrom.bots.search import Ahead, Effort, Round
from carrom.messages import gettext_noop as _

BOT = Agent(
    name="master",
    character=Character(
        title="Otto",
        line=_("A machine. It hardly errs, and it has already thought of your reply."),
        face=Face(skin="#b8c4cc", hair="panel", hair_colour="#5b6770", clothes="#3d4a57", smile="none"),
    ),
    strength=7.0,
    noise=Noise(0.2),
    effort=Effort(
        places=21,
        aims=500,
        fan=9,
        speeds=(1.05, 1.4, 2.2),
        rebounds=True,
        anything=6000,
        rounds=(Round(600, 4), Round(200, 12), Round(48, 48), Round(12, 128)),
        break_rounds=(Round(200, 12), Round(40, 24), Round(8, 96)),
        solo_break_rounds=(Round(300, 12), Round(30, 48), Round(6, 120)),
        beside=32,
        ahead=Ahead(8, 32, 16, further=4),
        break_ahead=Ahead(6, 16, 12),
    ),
)
