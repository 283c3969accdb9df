"""A computer of the club: the included planner with a calm hand that looks at few strokes."""

from dataclasses import replace

from carrom.bots import find
from carrom.bots.noise import Noise

BOT = replace(find("easy"), name="straight", strength=2.5, noise=Noise(1.5))
