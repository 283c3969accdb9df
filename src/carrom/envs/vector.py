"""Many boards as one environment of Gymnasium: `gymnasium.make_vec("carrom/Solo19-v0", num_envs=512)`.

Each row plays to the bit as the environment of one board does with its seed. A board that has ended is racked again by
the next step, whose action for it is not made (`AutoresetMode.NEXT_STEP`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.envs.boards import DUEL_CAP, SOLO_CAP, Boards, Floats, Ints, Observations, winners
from carrom.envs.policies import Policy, policy_named
from carrom.envs.single import ACTIONS, OBSERVATIONS

Step = tuple[Observations, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class _BoardsEnv(VectorEnv[Observations, Floats, NDArray[Any]]):
    """Base of both: boards in rows, seeds, and the racking of those that have ended."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012
    cap = SOLO_CAP

    def __init__(self, boards: Boards, num_envs: int) -> None:
        self.boards = boards
        self.num_envs = num_envs
        self.single_observation_space = OBSERVATIONS
        self.single_action_space = ACTIONS
        self.observation_space = batch_space(OBSERVATIONS, num_envs)
        self.action_space = batch_space(ACTIONS, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """All boards racked, or all beginning with `options["situation"]`; row k has the seed and k."""
        if seed is not None or not hasattr(self, "_seeded"):
            first = [seed + row for row in range(self.num_envs)] if isinstance(seed, int) else seed
            seeds = first if first is not None else [None] * self.num_envs
            self.boards.rngs = [np_random(one)[0] for one in seeds]
            self._seeded = True
        self._begin(self._rows, options)
        self._ended[:] = False
        return self.boards.observe(self._rows), {}

    def step(self, actions: Floats) -> Step:
        """A stroke on each board that has not ended; the others are racked."""
        boards, fresh = self.boards, np.flatnonzero(self._ended)
        going = self._rows[~self._ended]
        if len(fresh):
            self._begin(fresh, None)
        rewards = np.zeros(self.num_envs)
        if len(going):
            rewards[going] = self._played(boards.strokes_of(np.asarray(actions)[going]), going)
        over = np.zeros(self.num_envs, np.bool_)
        over[going] = boards.batch.over[going]
        stopped = ~over & (boards.taken >= self.cap)
        stopped[fresh] = False
        self._ended = over | stopped
        return boards.observe(self._rows), rewards, over, stopped, {}

    def _begin(self, rows: Ints, options: dict[str, Any] | None) -> None:
        if options and "situation" in options:
            for row in rows.tolist():
                self.boards.begin(row, options["situation"])
        else:
            self.boards.rack(rows.tolist())

    def _played(self, strokes: Floats, rows: Ints) -> Floats:
        raise NotImplementedError


class Solo19VectorEnv(_BoardsEnv):
    """`carrom/Solo19-v0`, many boards at once."""

    def __init__(self, num_envs: int = 1, *, ruleset: str = "baca19", noise: float = 0.0, **_of_gymnasium: Any) -> None:
        """So many boards. Raises BadHeadError: no such ruleset."""
        super().__init__(Boards(num_envs, ruleset, noise=noise), num_envs)

    def _played(self, strokes: Floats, rows: Ints) -> Floats:
        self.boards.play(strokes, rows)
        return np.full(len(rows), -1.0)


class DuelVectorEnv(_BoardsEnv):
    """`carrom/Duel-v0`, many boards at once."""

    cap = DUEL_CAP

    def __init__(
        self,
        num_envs: int = 1,
        *,
        ruleset: str = "icf",
        opponent: str | Policy = "random",
        noise: float = 0.0,
        **_of_gymnasium: Any,
    ) -> None:
        """So many boards. Raises BadHeadError: no such ruleset. UnknownBotError: no such opponent."""
        super().__init__(Boards(num_envs, ruleset, noise=noise), num_envs)
        self.opponent = policy_named(opponent)
        self.sides = np.zeros(num_envs, np.int64)

    def _begin(self, rows: Ints, options: dict[str, Any] | None) -> None:
        super()._begin(rows, options)
        is_given = options is not None and "situation" in options
        while len(rows):
            drawn = [int(self.boards.rngs[row].integers(2)) for row in rows.tolist()] if not is_given else None
            self.sides[rows] = self.boards.batch.to_play[rows] if drawn is None else drawn
            self._others_turn(rows)
            rows = rows[self.boards.batch.over[rows]]  # the opponent has cleared them
            if len(rows):
                self.boards.rack(rows.tolist())

    def _played(self, strokes: Floats, rows: Ints) -> Floats:
        won = winners(self.boards.play(strokes, rows)).astype(np.float64)
        going = ~self.boards.batch.over[rows]
        won[going] = self._others_turn(rows[going])
        return np.where(self.sides[rows] == 0, won, -won)

    def _others_turn(self, rows: Ints) -> Floats:
        """Let the opponent play its turns; who has won."""
        boards = self.boards
        won = np.zeros(len(rows))
        while True:
            batch = boards.batch
            theirs = ~batch.over[rows] & (batch.to_play[rows] != self.sides[rows]) & (boards.taken[rows] < DUEL_CAP)
            if not theirs.any():
                return won
            these = rows[theirs]
            won[theirs] = winners(boards.play(self.opponent(boards, these), these))
