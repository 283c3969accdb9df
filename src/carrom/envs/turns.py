"""PettingZoo environments: a board for two or four agents, one for each seat, with turns by the laws."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from carrom.envs.boards import DUEL_CAP, Boards, Floats, Observations, winners
from carrom.envs.single import OBSERVATIONS
from carrom.notation.characters import ascii_board
from carrom.play.verdict_table import SEATS
from carrom.terms import Seat

_ROW = np.zeros(1, np.int64)
_TWO = (Seat.SOUTH, Seat.NORTH)


class BoardAEC(AECEnv[str, Observations, Floats]):
    """One board; side A has south (and north of four), side B the others. Who wins gets 1, who loses -1."""

    def __init__(
        self, *, players: int, ruleset: str = "icf", noise: float = 0.0, render_mode: str | None = None
    ) -> None:
        """A board that `reset` racks. Raises BadHeadError: no such ruleset."""
        super().__init__()
        self.metadata = {
            "name": "duel_v0" if players == 2 else "doubles_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.boards = Boards(1, ruleset, players=players, noise=noise)
        self.possible_agents = [seat.value for seat in (_TWO if players == 2 else SEATS)]
        self.sides = {name: index % 2 for index, name in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, OBSERVATIONS)
        self.action_spaces = {name: spaces.Box(-1.0, 1.0, (3,), np.float32) for name in self.possible_agents}
        self.rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers of its own for `sample`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Rack the board, or begin with `options["situation"]`. Raises NotationError, NoSuchBoardError."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.boards.rngs = [self.rng]
        if options and "situation" in options:
            self.boards.begin(0, options["situation"])
        else:
            self.boards.rack([0])
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self._in_turn()

    def observe(self, agent: str) -> Observations:
        """The board as the side in turn sees it; agents that wait see the same."""
        return self.boards.observe(_ROW)[0]

    def step(self, action: Floats) -> None:
        """The stroke of the agent in turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        self._cumulative_rewards[agent] = 0.0
        won = int(winners(self.boards.play(self.boards.strokes_of(action), _ROW))[0])
        over = bool(self.boards.batch.over[0])
        stopped = not over and bool(self.boards.taken[0] >= DUEL_CAP)
        for name in self.agents:
            self.rewards[name] = float(won if self.sides[name] == 0 else -won)
            self.terminations[name], self.truncations[name] = over, stopped
        self.agent_selection = agent if over or stopped else self._in_turn()
        self._accumulate_rewards()
        if over or stopped:
            self._deads_step_first()

    def render(self) -> str | None:
        """The board drawn with characters."""
        return ascii_board(self.boards.batch.position(0)) if self.render_mode == "ansi" else None

    def _in_turn(self) -> str:
        return SEATS[self.boards.batch.seat[0]].value


def wrapped(players: int, **options: Any) -> AECEnv[str, Observations, Floats]:
    """With PettingZoo's own checks of what callers do."""
    return wrappers.OrderEnforcingWrapper(BoardAEC(players=players, **options))
