"""A board for two players as a PettingZoo environment: `carrom.envs.duel_v0.env()`."""

from typing import Any

from pettingzoo import AECEnv

from carrom.envs.boards import Floats, Observations
from carrom.envs.turns import BoardAEC, wrapped


def env(**options: Any) -> AECEnv[str, Observations, Floats]:
    """The environment with PettingZoo's checks; `ruleset=`, `noise=`, `render_mode=`."""
    return wrapped(2, **options)


def raw_env(**options: Any) -> BoardAEC:
    """The environment alone."""
    return BoardAEC(players=2, **options)
