"""Gymnasium environments of one board."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from carrom.envs.boards import DUEL_CAP, SOLO_CAP, WIDTH, Boards, Floats, Observations, winners
from carrom.envs.policies import Policy, policy_named
from carrom.notation.characters import ascii_board
from carrom.play.domain import Span

OBSERVATIONS = spaces.Box(-1.0, 1.0, (WIDTH,), np.float32)
ACTIONS = spaces.Box(-1.0, 1.0, (3,), np.float32)
_ROW = np.zeros(1, np.int64)


class _BoardEnv(gymnasium.Env[Observations, Any]):
    """Base of both: one board and its observation."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(self, boards: Boards, render_mode: str | None) -> None:
        self.boards = boards
        self.render_mode = render_mode
        self.observation_space = OBSERVATIONS
        self.action_space: spaces.Space[Any] = ACTIONS

    def legal_spans(self) -> tuple[Span, ...]:
        """Spans in which the striker may lie now, in metres from the middle; an action between goes to the nearest."""
        return self.boards.spans(0)

    def render(self) -> str | None:
        """The board drawn with characters."""
        return ascii_board(self.boards.batch.position(0)) if self.render_mode == "ansi" else None

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Rack the board, or begin with `options["situation"]`. Raises NotationError, NoSuchBoardError."""
        super().reset(seed=seed)
        self.boards.rngs = [self.np_random]
        if options and "situation" in options:
            self.boards.begin(0, options["situation"])
        else:
            self.boards.rack([0])

    def _seen(self) -> Observations:
        return self.boards.observe(_ROW)[0]


class Solo19Env(_BoardEnv):
    """`carrom/Solo19-v0`: clear a board alone with as few strokes as possible; each costs 1, 45 are the most."""

    def __init__(self, *, ruleset: str = "baca19", noise: float = 0.0, render_mode: str | None = None) -> None:
        """A board that `reset` racks. Raises BadHeadError: no such ruleset."""
        super().__init__(Boards(1, ruleset, noise=noise), render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """A racked board, or the one of `options["situation"]`."""
        self._begin(seed, options)
        return self._seen(), {}

    def step(self, action: Floats) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Make a stroke; the reward is -1."""
        played = self.boards.play(self.boards.strokes_of(action), _ROW)
        over = bool(self.boards.batch.over[0])
        info = {"pocketed": [int(number) for number in played.results.pocketed[0] if number >= 0]}
        return self._seen(), -1.0, over, not over and bool(self.boards.taken[0] >= SOLO_CAP), info


class DuelEnv(_BoardEnv):
    """`carrom/Duel-v0`: a board against an opponent: 1 for winning it, -1 for losing it, 0 for every stroke before."""

    def __init__(
        self,
        *,
        ruleset: str = "icf",
        opponent: str | Policy = "random",
        noise: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        """A board that `reset` racks. Raises BadHeadError: no such ruleset. UnknownBotError: no such opponent."""
        super().__init__(Boards(1, ruleset, noise=noise), render_mode)
        self.opponent = policy_named(opponent)
        self.side = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """A board on which the learner is to play; who breaks is drawn. A situation is played by its own side."""
        self._begin(seed, options)
        is_given = options is not None and "situation" in options
        while True:
            self.side = int(self.boards.batch.to_play[0]) if is_given else int(self.np_random.integers(2))
            if not self._others_turn()[1]:
                return self._seen(), {"side": "AB"[self.side]}
            self.boards.rack([0])  # the opponent has cleared it

    def step(self, action: Floats) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Make a stroke; then the opponent plays until it is one's turn again."""
        boards = self.boards
        won = int(winners(boards.play(boards.strokes_of(action), _ROW))[0])
        if not boards.batch.over[0]:
            won = self._others_turn()[0]
        over = bool(boards.batch.over[0])
        reward = float(won if self.side == 0 else -won)
        return self._seen(), reward, over, not over and bool(boards.taken[0] >= DUEL_CAP), {}

    def _others_turn(self) -> tuple[int, bool]:
        """Let the opponent play its turn; who has won, and whether the board is over."""
        boards, won = self.boards, 0
        while not boards.batch.over[0] and boards.batch.to_play[0] != self.side and boards.taken[0] < DUEL_CAP:
            won = int(winners(boards.play(self.opponent(boards, _ROW), _ROW))[0])
        return won, bool(boards.batch.over[0])
