"""OpenSpiel's game `carrom_duel`: one board between two players, with a stroke chosen from a grid.

Importing this module registers it; `pyspiel.load_game("carrom_duel(noise=1.0)")` loads it. Actions, chance and
observations stand in docs/environments.md. Laws and engine are those of every match.
"""

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from carrom.envs.boards import DUEL_CAP, HAND, WIDTH, BoardCopy, Boards, Floats, Observations, legal_spans, within
from carrom.equipment.arrangement import opening
from carrom.equipment.position import Position
from carrom.errors import ImpossibleError
from carrom.laws.placement import rack_aim
from carrom.notation.pieces import write_position
from carrom.parts import need
from carrom.physics.batch import position_of
from carrom.play.batch import fresh_board, ruleset_named
from carrom.play.rng import SeededRng
from carrom.play.verdict_table import SEATS
from carrom.terms import Seat

need("openspiel")

import pyspiel  # noqa: E402  # the line above says what is missing, and how it is installed

NAME = "carrom_duel"
DEFAULTS: Mapping[str, Any] = {
    "ruleset": "icf",
    "noise": 0.0,  # of the hand; 1 is that of docs/environments.md
    "racks": 8,
    "seed": 1,  # of the racks
    "places": 9,
    "angles": 37,
    "speeds": 6,
    "strokes": DUEL_CAP,
}
# A normal error in three outcomes with its mean, variance and fourth moment (Gauss and Hermite).
ERRORS = ((-math.sqrt(3.0), 1 / 6), (0.0, 2 / 3), (math.sqrt(3.0), 1 / 6))
HANDS = tuple(((one, other, third), p * q * r) for one, p in ERRORS for other, q in ERRORS for third, r in ERRORS)
STROKE_WIDTH = 8  # numbers of a stroke in an information state
_ROW = np.zeros(1, np.int64)

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Carrom, one board for two",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(DEFAULTS),
)


class NoSuchGameError(ImpossibleError):
    """`carrom_duel` has no game with such parameters, or an observer none at all."""

    code = "no-such-game"


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The game's parameters, as `DEFAULTS` has them. Raises NoSuchGameError."""

    ruleset: str
    noise: float
    racks: int
    seed: int
    places: int
    angles: int
    speeds: int
    strokes: int

    def __post_init__(self) -> None:
        for name in ("racks", "places", "angles", "speeds", "strokes"):
            if getattr(self, name) < 1:
                raise NoSuchGameError("too-few", name=name, value=getattr(self, name))
        if not 0 <= self.noise < math.inf:
            raise NoSuchGameError("noise", value=self.noise)
        if ruleset_named(self.ruleset).side_count != 2:
            raise NoSuchGameError("solo", ruleset=self.ruleset)

    @property
    def count(self) -> int:
        """How many actions there are."""
        return self.places * self.angles * self.speeds

    def numbers_of(self, action: int) -> tuple[float, float, float]:
        """An action as numbers for `Boards.strokes_of`; places and angles are the middles of equal parts."""
        rest, speed = divmod(action, self.speeds)
        place, angle = divmod(rest, self.angles)
        return (
            (2 * place + 1) / self.places - 1,
            (2 * angle + 1) / self.angles - 1,
            2 * (speed + 1) / self.speeds - 1,
        )

    def stroke_of(self, action: int) -> tuple[float, float, float]:
        """An action as a stroke: offset in metres, angle in radians, speed in metres a second."""
        offset, angle, speed = boards_of(self).strokes_of(self.numbers_of(action))[0].tolist()
        return offset, angle, speed

    def rack(self, number: int) -> Position:
        """The rack of a chance outcome."""
        return opening(SeededRng(self.seed, number), Seat.SOUTH, rack_aim(ruleset_named(self.ruleset)))


class _OfThisThread(threading.local):
    def __init__(self) -> None:
        self.boards: dict[str, Boards] = {}


_held = _OfThisThread()


def boards_of(terms: Terms) -> Boards:
    """The one board on which this thread plays strokes of such games; each state has a copy of its own."""
    if terms.ruleset not in _held.boards:
        _held.boards[terms.ruleset] = Boards(1, terms.ruleset)
    return _held.boards[terms.ruleset]


class CarromDuelGame(pyspiel.Game):
    """The game; `params` as `DEFAULTS`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Raises NoSuchGameError: a parameter that cannot be. BadHeadError: no such ruleset."""
        self.terms = Terms(**{**DEFAULTS, **(params or {})})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.terms.count,
            max_chance_outcomes=max(self.terms.racks, len(HANDS) if self.terms.noise else 1),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.terms.strokes,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> "CarromDuelState":
        """The state before the rack is drawn."""
        return CarromDuelState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The rack, and each stroke's errors if the hand errs."""
        return 1 + (self.terms.strokes if self.terms.noise else 0)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "CarromDuelObserver | CarromDuelRecall":
        """An observer: of the board, or with perfect recall of all that led to it. Raises NoSuchGameError."""
        if params:
            raise NoSuchGameError("observer", names=", ".join(params))
        recalls = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return CarromDuelRecall(self.terms) if recalls else CarromDuelObserver()


class CarromDuelState(pyspiel.State):
    """One board: nothing is racked yet, a player is to strike, a hand errs, or it is over."""

    def __init__(self, game: CarromDuelGame) -> None:
        """Called by `Game.new_initial_state` alone."""
        super().__init__(game)
        self.terms = game.terms
        self.board: BoardCopy | None = None
        self.asked: int | None = None  # the stroke that was chosen, while the hand's errors are to be drawn
        self.won = 0  # 1 player 0, -1 player 1

    # --- what OpenSpiel asks of every game ---

    def current_player(self) -> int:
        """Player 0 sits at SOUTH and breaks, player 1 at NORTH; or chance, or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.board is None or self.asked is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.board.to_play

    def is_terminal(self) -> bool:
        """Whether the board is over, or so many strokes were made that it is stopped."""
        return self.board is not None and (self.board.over or self.board.taken >= self.terms.strokes)

    def returns(self) -> list[float]:
        """1 and -1 for the winner of the board and the other; zeros before, and where nobody wins."""
        return [float(self.won), float(-self.won)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The racks, all alike; or the errors of a hand with their chances."""
        if self.board is None:
            return [(number, 1 / self.terms.racks) for number in range(self.terms.racks)]
        return [(number, chance) for number, (_errors, chance) in enumerate(HANDS)]

    def _legal_actions(self, player: int) -> list[int]:
        """The strokes whose place is free; if a piece is at each of the grid's places, all: they move the striker."""
        boards, terms = self._boards(), self.terms
        of_a_place = terms.angles * terms.speeds
        first = np.array([terms.numbers_of(place * of_a_place) for place in range(terms.places)])
        free = [bool(boards.batch.allowed(boards.strokes_of(one), _ROW)[0]) for one in first]
        places = [place for place, is_free in enumerate(free) if is_free] or range(terms.places)
        return [action for place in places for action in range(place * of_a_place, (place + 1) * of_a_place)]

    def _apply_action(self, action: int) -> None:
        if self.board is None:
            boards = boards_of(self.terms)
            position = self.terms.rack(action)
            boards.batch.put([0], [position], [fresh_board(boards.rules)])
            boards.taken[0] = 0
            self.board = boards.copy_of(0)
        elif self.asked is not None:
            asked, self.asked = self.asked, None
            self._play(asked, HANDS[action][0])
        elif self.terms.noise:
            self.asked = action
        else:
            self._play(action, (0.0, 0.0, 0.0))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return "offset {:.5f} angle {:.5f} speed {:.3f}".format(*self.terms.stroke_of(action))
        if self.board is None:
            return f"rack {action}"
        return "errors {:+.2f} {:+.2f} {:+.2f}".format(*HANDS[action][0])

    def __str__(self) -> str:
        """The board in words, every place to the bit."""
        if self.board is None:
            return "not racked"
        board = self.board
        chosen = "" if self.asked is None else f" chosen {self.asked}"
        lying = write_position(position_of(board.layout.ravel().tolist()))
        return (
            f"{SEATS[board.seat].value} strokes {board.taken} laws {board.packed}{chosen} won {self.won} pieces {lying}"
        )

    # --- the board ---

    def _boards(self) -> Boards:
        """The board of this thread with what stands on this one."""
        boards = boards_of(self.terms)
        if self.board is not None:
            boards.put_copy(0, self.board)
        return boards

    def _play(self, action: int, errors: tuple[float, float, float]) -> None:
        boards = self._boards()
        stroke = boards.strokes_of(self.terms.numbers_of(action))
        if self.terms.noise:
            stroke = self._shaken(stroke, errors)
        played = boards.play(stroke, _ROW)
        self.board = boards.copy_of(0)
        if self.board.over:
            one, other = played.points[0].tolist()
            self.won = (one > other) - (one < other)

    def _shaken(self, stroke: Floats, errors: tuple[float, float, float]) -> Floats:
        """A stroke as such a hand makes it; what would be beyond the legal spans stays at their ends."""
        size = HAND * np.array([1.0, 1.0, stroke[0, 2]])
        shaken = stroke + self.terms.noise * size * np.array(errors)
        for column, spans in enumerate(legal_spans(ruleset_named(self.terms.ruleset))):
            shaken[:, column] = within(shaken[:, column], spans)
        return shaken

    def observation(self) -> Observations:
        """The board as the side in turn sees it; zeros before it is racked. Shapes: result (74,)."""
        return np.zeros(WIDTH, np.float32) if self.board is None else self._boards().observe(_ROW)[0]


class CarromDuelObserver:
    """An observation: who the player is, who is in turn, and the board as the side in turn sees it.

    Attributes:
        tensor: all of it. (78,)
        dict: the same by `player` (2,), `to_play` (2,) and `board` (74,).
    """

    def __init__(self) -> None:
        """An observer of zeros, until it takes up a state."""
        self.tensor = np.zeros(4 + WIDTH, np.float32)
        self.dict = {"player": self.tensor[:2], "to_play": self.tensor[2:4], "board": self.tensor[4:]}

    def set_from(self, state: CarromDuelState, player: int) -> None:
        """Take up a state as a player sees it."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.board is not None:
            self.dict["to_play"][state.board.to_play] = 1
        self.dict["board"][:] = state.observation()

    def string_from(self, state: CarromDuelState, _player: int) -> str:
        """A state in words."""
        return str(state)


class CarromDuelRecall:
    """An information state: who the player is, the rack, and each stroke with the errors of the hand that made it.

    Attributes:
        tensor: all of it. (2 + racks + 8 * strokes,)
        dict: the same by `player` (2,), `rack` (racks,) and `strokes` (strokes, 8). A stroke's numbers are 1 once it is
            chosen; 1 once it is made; place, angle and speed from -1 to 1, as in the other environments; and the hand's
            errors in the three, in standard deviations.
    """

    def __init__(self, terms: Terms) -> None:
        """An observer of zeros, until it takes up a state."""
        self.terms = terms
        self.tensor = np.zeros(2 + terms.racks + STROKE_WIDTH * terms.strokes, np.float32)
        player, rack, strokes = np.split(self.tensor, [2, 2 + terms.racks])
        self.dict = {"player": player, "rack": rack, "strokes": strokes.reshape(terms.strokes, STROKE_WIDTH)}

    def set_from(self, state: CarromDuelState, player: int) -> None:
        """Take up a state as a player sees it."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        rack, *actions = state.history() or [None]
        if rack is not None:
            self.dict["rack"][rack] = 1
        step = 2 if self.terms.noise else 1  # the hand's errors are an action of chance
        for row, first in zip(self.dict["strokes"], range(0, len(actions), step), strict=False):
            row[0] = 1
            row[2:5] = self.terms.numbers_of(actions[first])
            if first + step <= len(actions):
                row[1] = 1
                row[5:] = HANDS[actions[first + 1]][0] if self.terms.noise else 0

    def string_from(self, state: CarromDuelState, player: int) -> str:
        """All that led to a state."""
        return f"player {player} history {state.history_str()}"


pyspiel.register_game(GAME_TYPE, CarromDuelGame)
