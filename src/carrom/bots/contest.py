"""Computers against each other, on pairs of boards with the same rack and random numbers, each breaking once; and solo.

Everything random comes from the seed and thinking is counted in strokes, so a result depends neither on the machine's
speed nor on the number of processes. A computer that fails on a board forfeits it; the others are played.
"""

import math
import random
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from carrom.bots.agent import Computer
from carrom.bots.noise import Noise
from carrom.bots.protocol import BOT_ERROR, Bot, asked_seat
from carrom.bots.registry import find_any
from carrom.errors import CarromError
from carrom.laws.ruleset import Ruleset
from carrom.match.entries import UMPIRE, Entry, Head, Player
from carrom.match.requests import Penalise, Request
from carrom.match.snapshot import BoardResult
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play.game import new_head
from carrom.play.handlers import answer, start
from carrom.play.state import PlayState, follow
from carrom.terms import Seat, Side
from carrom.workers import Workers, run_tasks

Z95 = 1.959964
MOST_ENTRIES = 2000  # a board that takes more than this comes to no end
MOST_BOARDS = 25  # of a match
NO_END = "no-end"


class BotFailedError(CarromError):
    """A computer could not go on with its match, or the match came to no end."""

    code = "bot-failed"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault on a board, counted from 0, and the side that forfeits it; None: nobody alone is at fault.

    `code` is that of the refusal of an illegal answer, "bot-error" for an exception in the computer, or "no-end".
    """

    board: int
    bot: str | None
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """One board of a contest. `winner` is "a", "b" (the bots, not the sides) or None."""

    winner: str | None
    points: int
    strokes: int
    entries: tuple[Entry, ...]
    fault: Fault | None = None
    slam: bool = False  # the winner broke and cleared the board before the other side had a stroke


@dataclass(frozen=True, slots=True)
class SoloBoard:
    """One board of 19-coin solo: what it counts, which is the cap if it was stopped there or forfeited."""

    strokes: int
    stopped: bool = False
    fault: Fault | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How the boards of an arena are played.

    Attributes:
        seed: of racks and hands.
        ruleset: a name, or a ruleset of two sides.
        doubles: two of each computer, as a pair.
        noise: the magnitude of the hand of all; None: each its own.
        budget: strokes simulated for a decision; None: as many as each takes.
    """

    seed: int = 1
    ruleset: str | Ruleset = "icf"
    doubles: bool = False
    noise: float | None = None
    budget: int | None = None

    def as_values(self) -> dict[str, object]:
        """The terms, for a file."""
        named = self.ruleset if isinstance(self.ruleset, str) else self.ruleset.slug
        return {
            "seed": self.seed,
            "ruleset": named,
            "doubles": self.doubles,
            "noise": self.noise,
            "budget": self.budget,
        }


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """Result of two computers against each other. `rating` is how many points A stands above B, with its 95 % interval.

    A forfeited board is lost with the points that the laws give for a board lost to the umpire.
    """

    a: str
    b: str
    boards: int
    wins_a: int
    wins_b: int
    points_a: int
    points_b: int
    slams_a: int
    slams_b: int
    strokes: int
    rating: float
    rating_low: float
    rating_high: float
    faults: tuple[Fault, ...] = ()


def arena(
    a: str | Bot,
    b: str | Bot,
    *,
    boards: int = 40,
    seed: int = 1,
    noise: float | None = None,
    workers: int | Workers = 1,
    budget: int | None = None,
) -> ArenaResult:
    """Play so many boards and give wins, points and the rating difference; `noise` gives both the same other hand.

    Board 2k and 2k + 1 have the same rack and the same random numbers of both players; A breaks the first, B the
    second.
    The result depends on the seed and the budget alone (`carrom.bots.protocol.Bot.answer`).

    Raises:
        UnknownBotError: no computer has this name. NotPortableError, ProcessEndedError: with several workers.
    """
    played = arena_boards(a, b, boards=boards, seed=seed, noise=noise, workers=workers, budget=budget)
    return result_of(_bot(a), _bot(b), played)


def arena_boards(
    a: str | Bot,
    b: str | Bot,
    *,
    boards: int,
    seed: int = 1,
    noise: float | None = None,
    workers: int | Workers = 1,
    budget: int | None = None,
) -> Iterator[BoardPlayed]:
    """Return the boards of an arena in order, each as soon as it is played, without their entries; see `arena`."""
    terms = Terms(seed=seed, noise=noise, budget=budget)
    return play_boards([(a, b, index) for index in range(boards)], terms, workers=workers)


def play_boards(
    boards: Iterable[tuple[str | Bot, str | Bot, int]], terms: Terms, *, workers: int | Workers = 1
) -> Iterator[BoardPlayed]:
    """Return boards between pairs of computers in order, each as soon as it is played; even numbers are A's to break.

    Raises:
        UnknownBotError, NotPortableError, ProcessEndedError.
    """
    tasks = [(*(_with_hand(_bot(bot), terms.noise) for bot in (a, b)), index, terms) for a, b, index in boards]
    return run_tasks(_arena_board, tasks, workers)


def result_of(a: Bot, b: Bot, boards: Iterable[BoardPlayed]) -> ArenaResult:
    """Add up the boards of an arena."""
    played = list(boards)
    wins_a = sum(board.winner == "a" for board in played)
    wins_b = sum(board.winner == "b" for board in played)
    low, middle, high = rating_difference(wins_a, wins_b)
    return ArenaResult(
        a=a.name,
        b=b.name,
        boards=len(played),
        wins_a=wins_a,
        wins_b=wins_b,
        points_a=sum(board.points for board in played if board.winner == "a"),
        points_b=sum(board.points for board in played if board.winner == "b"),
        slams_a=sum(board.slam for board in played if board.winner == "a"),
        slams_b=sum(board.slam for board in played if board.winner == "b"),
        strokes=sum(board.strokes for board in played),
        rating=middle,
        rating_low=low,
        rating_high=high,
        faults=tuple(board.fault for board in played if board.fault is not None),
    )


def play_board(
    a: Bot,
    b: Bot,
    *,
    seed: int | str,
    a_breaks: bool = True,
    budget: int | None = None,
    number: int = 0,
    ruleset: str | Ruleset = "icf",
    doubles: bool = False,
) -> BoardPlayed:
    """Play one board and give how it ended, with its record. Side A of the match is always bot `a`.

    A computer that raises an exception or gives an illegal answer forfeits: the umpire gives the board to the other. A
    board without an end has no winner.
    """
    players = [
        Player(side=side, name=bot.name, kind="computer", level=bot.name)
        for _ in range(2 if doubles else 1)
        for side, bot in ((Side.A, a), (Side.B, b))
    ]
    head = new_head(ruleset, players=players, breaks=Side.A if a_breaks else Side.B)
    table = _Table(head, {Side.A: a, Side.B: b}, seed, budget, number)
    while table.fault is None and not table.results:
        table.go_on()
    if table.fault is not None and table.at_fault is not None:
        table.answered(Penalise("board", table.at_fault, table.fault.sentence), UMPIRE)
    won = next((result for result in table.results if result.winner is not None), None)
    winner = None if won is None else "a" if won.winner is Side.A else "b"
    slam = won is not None and table.fault is None and table.struck == {won.winner}
    return BoardPlayed(winner, won.points if won else 0, table.strokes, tuple(table.entries), table.fault, slam)


def play_match(
    head: Head, bots: Mapping[Side, Bot], *, seed: int | str, budget: int | None = None
) -> tuple[Entry, ...]:
    """Play a whole match, whatever its ruleset, and return its record. Everything that is random comes from the seed.

    Raises:
        BotFailedError: a computer raises an exception or gives an illegal answer, or the match does not end.
    """
    table = _Table(head, bots, seed, budget, 0, boards=MOST_BOARDS)
    while table.state.match.result is None:
        table.go_on()
        if table.fault is not None:
            if table.fault.bot is None:
                raise BotFailedError("no-end", answers=len(table.entries))
            raise BotFailedError("fault", bot=table.fault.bot, fault=table.fault.sentence)
    return tuple(table.entries)


def solo_boards(
    bot: str | Bot,
    boards: int,
    *,
    seed: int = 1,
    first: int = 0,
    noise: float | None = None,
    workers: int | Workers = 1,
    budget: int | None = None,
    surface: Surface = TOURNAMENT,
    assumes: Surface | None = None,
) -> Iterator[SoloBoard]:
    """Return boards of 19-coin solo in order, each as soon as it is played; `noise` gives the computer another hand.

    With `assumes` the computer, if it is one of ours, takes the surface for another than the one that it plays on.
    Each board depends on the seed and its own number alone, counted from `first`: parts can be played apart.

    Raises:
        UnknownBotError: no computer has this name. NotPortableError, ProcessEndedError: with several workers.
    """
    player = _with_hand(_bot(bot), noise)
    if assumes is not None and isinstance(player, Computer):
        player = replace(player, assumes=assumes)
    return run_tasks(_solo_board, [(player, seed, first + index, budget, surface) for index in range(boards)], workers)


def rating_difference(wins: int, losses: int) -> tuple[float, float, float]:
    """Give lower end, middle and upper end of the rating difference (Elo's scale; Wilson's interval, 95 %)."""
    low, share, high = won_share(wins, losses)
    return _elo(low), _elo(share), _elo(high)


def won_share(wins: int, losses: int) -> tuple[float, float, float]:
    """Give lower end, middle and upper end of the share that is won (Wilson's interval, 95 %); of nothing 0 to 1."""
    n = wins + losses
    if n == 0:
        return 0.0, 0.5, 1.0
    share = wins / n
    middle = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    return middle - half, share, middle + half


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of some values with the lower and upper end of its 95 % interval; of one value infinite."""
    mean = statistics.fmean(values)
    half = Z95 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return mean, mean - half, mean + half


def _elo(share: float) -> float:
    if share <= 0.0:
        return -math.inf
    if share >= 1.0:
        return math.inf
    return 400.0 * math.log10(share / (1.0 - share))


@dataclass
class _Table:
    """A match between computers as it is played. The racks and each hand depend on the seed alone."""

    head: Head
    bots: Mapping[Side, Bot]
    seed: int | str
    budget: int | None
    number: int
    boards: int = 1  # that may be played
    strokes: int = 0
    struck: set[Side] = field(default_factory=set)
    entries: list[Entry] = field(default_factory=list)
    fault: Fault | None = None
    at_fault: Side | None = None

    def __post_init__(self) -> None:
        """Begin the match."""
        self._rack = random.Random(f"rack {self.seed}")
        self._hands = {side: random.Random(f"{side.value} {self.seed}") for side in Side}
        self.entries.append(start(self.head, self._rack))
        self.state: PlayState = follow(None, self.entries[0])

    @property
    def results(self) -> tuple[BoardResult, ...]:
        """The boards that the last entry ended."""
        return self.entries[-1].followed.board_results

    def go_on(self) -> None:
        """Let the awaited computer answer; if it cannot, note its fault."""
        most = MOST_ENTRIES * self.boards
        if len(self.entries) >= most:
            self.fault = Fault(self.number, None, NO_END, f"It has not ended after {most} answers.")
            return
        seat = asked_seat(self.state)
        side = self.state.match.side_at(seat)
        try:
            request = self.bots[side].answer(self.state, self._hands[side], seat=seat, budget=self.budget)
            self.answered(request, seat.value)
        except Exception as error:  # a computer is foreign code: what it breaks, it breaks for itself
            refused = isinstance(error, CarromError) and str(error)
            sentence = str(error) if refused else f"{type(error).__name__}: {error}"
            code = error.code if isinstance(error, CarromError) else BOT_ERROR
            self.fault, self.at_fault = Fault(self.number, self.bots[side].name, code, sentence), side

    def answered(self, request: Request, author: str) -> None:
        """Put a request to the match. Raises CarromError: it is refused, nothing has changed."""
        request_id = f"r{len(self.entries)}"
        entry, _ = answer(
            self.state, request, author=author, request_id=request_id, time="", rng=self._rack, entries=self.entries
        )
        self.entries.append(entry)
        if request.kind == "stroke":
            self.strokes += 1
            self.struck.add(self.state.match.side_at(Seat(author)))
        self.state = follow(self.state, entry)


def _arena_board(a: Bot, b: Bot, index: int, terms: Terms) -> BoardPlayed:
    played = play_board(
        a,
        b,
        seed=f"{terms.seed}/{index // 2}",
        a_breaks=index % 2 == 0,
        budget=terms.budget,
        number=index,
        ruleset=terms.ruleset,
        doubles=terms.doubles,
    )
    return replace(played, entries=())


def _solo_board(bot: Bot, seed: int, index: int, budget: int | None, surface: Surface) -> SoloBoard:
    player = Player(side=Side.A, name=bot.name, kind="computer", level=bot.name)
    head = new_head("baca19", players=(player,), length="board", breaks=Side.A, surface=surface)
    table = _Table(head, {Side.A: bot}, f"{seed}/{index}", budget, index)
    while table.fault is None and not table.results:
        table.go_on()
    if table.fault is not None:
        return SoloBoard(table.state.match.ruleset.stroke_cap or table.strokes, stopped=True, fault=table.fault)
    (result,) = table.results
    return SoloBoard(result.points, stopped=result.how == "stopped")


def _with_hand(bot: Bot, magnitude: float | None) -> Bot:
    """The computer with a hand of that magnitude, if it has a hand that is known here and another one is asked for."""
    if magnitude is None or not isinstance(bot, Computer):
        return bot
    return replace(bot, noise=Noise(magnitude))


def _bot(bot: str | Bot) -> Bot:
    return find_any(bot) if isinstance(bot, str) else bot
