"""Computers against each other: boards in pairs, the same rack and dice twice, each side breaking once."""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from carrom.bots.noise import Noise
from carrom.bots.protocol import BUDGET_S, Bot, asked_seat
from carrom.bots.registry import find
from carrom.bots.thinker import Thinker
from carrom.match.entries import Entry, Head, Player
from carrom.match.requests import Request
from carrom.match.standing import BoardResult
from carrom.play.answering import answer, start
from carrom.play.game import new_head
from carrom.play.state import PlayState, follow
from carrom.terms import Side

Z95 = 1.959964
MOST_ENTRIES = 2000  # a board that takes more than this is a bug


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """One board of a contest. `winner` is "a", "b" (the bots, not the sides) or None."""

    winner: str | None
    points: int
    strokes: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What two computers did to each other. `rating` is how many points A stands above B, with its 95 % interval."""

    a: str
    b: str
    boards: int
    wins_a: int
    wins_b: int
    points_a: int
    points_b: int
    strokes: int
    rating: float
    rating_low: float
    rating_high: float


def arena(
    a: str | Bot, b: str | Bot, *, boards: int = 40, seed: int = 1, workers: int = 1, budget_s: float = BUDGET_S
) -> ArenaResult:
    """Play so many boards and give wins, points and the rating difference.

    Board 2k and 2k + 1 have the same rack and the same dice of both players; A breaks the first, B the second.
    The result depends on the seed alone, not on the number of workers (as long as the budget does not press).
    """
    tasks = [(a, b, f"{seed}/{index // 2}", index % 2 == 0, budget_s) for index in range(boards)]
    played = list(_run(tasks, workers))
    wins_a = sum(board[0] == "a" for board in played)
    wins_b = sum(board[0] == "b" for board in played)
    low, middle, high = rating_difference(wins_a, wins_b)
    return ArenaResult(
        a=_bot(a).name,
        b=_bot(b).name,
        boards=boards,
        wins_a=wins_a,
        wins_b=wins_b,
        points_a=sum(points for winner, points, _ in played if winner == "a"),
        points_b=sum(points for winner, points, _ in played if winner == "b"),
        strokes=sum(strokes for _, _, strokes in played),
        rating=middle,
        rating_low=low,
        rating_high=high,
    )


def play_board(a: Bot, b: Bot, *, seed: int | str, a_breaks: bool = True, budget_s: float = BUDGET_S) -> BoardPlayed:
    """Play one board and give how it ended, with its record. Side A of the match is always bot `a`.

    Raises RuntimeError: they come to no end; a bot is at fault.
    """
    head = Head(
        ruleset="icf",
        edition=1,
        players=(
            Player(side=Side.A, name=a.name, kind="computer", level=a.name),
            Player(side=Side.B, name=b.name, kind="computer", level=b.name),
        ),
        breaks=Side.A if a_breaks else Side.B,
    )
    dice = random.Random(f"rack {seed}")
    hands = {Side.A: random.Random(f"a {seed}"), Side.B: random.Random(f"b {seed}")}
    entries = [start(head, dice)]
    state = follow(None, entries[0])
    strokes = 0
    while len(entries) < MOST_ENTRIES:
        seat = asked_seat(state)
        side = state.match.side_at(seat)
        request = (a if side is Side.A else b).answer(state, hands[side], budget_s, seat=seat)
        strokes += request.kind == "stroke"
        state = _answered(state, request, seat.value, dice, entries)
        finished = entries[-1].followed.board_results
        if finished and finished[0].winner is not None:
            winner = "a" if finished[0].winner is Side.A else "b"
            return BoardPlayed(winner, finished[0].points, strokes, tuple(entries))
    raise RuntimeError(f"the board with seed {seed!r} does not end")


def play_match(
    head: Head, bots: Mapping[Side, Bot], *, seed: int | str, budget_s: float = BUDGET_S
) -> tuple[Entry, ...]:
    """Play a whole match, whatever its ruleset, and give its record. All that is random comes from the seed.

    Raises:
        RuntimeError: it does not end; a bug.
    """
    dice = random.Random(f"rack {seed}")
    hands = {side: random.Random(f"{side.value} {seed}") for side in Side}
    entries = [start(head, dice)]
    state = follow(None, entries[0])
    while state.match.result is None:
        if len(entries) > MOST_ENTRIES * 25:
            raise RuntimeError(f"the match with seed {seed!r} does not end")
        seat = asked_seat(state)
        side = state.match.side_at(seat)
        request = bots[side].answer(state, hands[side], budget_s, seat=seat)
        state = _answered(state, request, seat.value, dice, entries)
    return tuple(entries)


def solo_boards(
    bot: Bot, boards: int, *, seed: int = 1, noise: float | None = None, budget_s: float = BUDGET_S
) -> list[BoardResult]:
    """So many boards of 19-coin solo by one computer, one after another; `noise` gives it another hand."""
    player = replace(bot, noise=Noise(noise)) if noise is not None and isinstance(bot, Thinker) else bot
    results: list[BoardResult] = []
    for index in range(boards):
        head = new_head(
            "baca19",
            players=(Player(side=Side.A, name=bot.name, kind="computer", level=bot.name),),
            length="board",
            breaks=Side.A,
        )
        record = play_match(head, {Side.A: player}, seed=f"{seed}/{index}", budget_s=budget_s)
        results += [result for entry in record for result in entry.followed.board_results]
    return results


def rating_difference(wins: int, losses: int) -> tuple[float, float, float]:
    """Give lower end, middle and upper end of the rating difference (Elo's scale; Wilson's interval, 95 %)."""
    n = wins + losses
    if n == 0:
        return -math.inf, 0.0, math.inf
    share = wins / n
    middle = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    return _elo(middle - half), _elo(share), _elo(middle + half)


def _elo(share: float) -> float:
    if share <= 0.0:
        return -math.inf
    if share >= 1.0:
        return math.inf
    return 400.0 * math.log10(share / (1.0 - share))


_Task = tuple[str | Bot, str | Bot, str, bool, float]


def _run(tasks: Sequence[_Task], workers: int) -> Iterator[tuple[str | None, int, int]]:
    if workers <= 1:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_play, tasks)


def _play(task: _Task) -> tuple[str | None, int, int]:
    a, b, seed, a_breaks, budget_s = task
    played = play_board(_bot(a), _bot(b), seed=seed, a_breaks=a_breaks, budget_s=budget_s)
    return played.winner, played.points, played.strokes


def _bot(bot: str | Bot) -> Bot:
    return find(bot) if isinstance(bot, str) else bot


def _answered(state: PlayState, request: Request, author: str, dice: random.Random, entries: list[Entry]) -> PlayState:
    entry, _ = answer(state, request, author=author, request_id=f"r{len(entries)}", time="", dice=dice, entries=entries)
    entries.append(entry)
    return follow(state, entry)
