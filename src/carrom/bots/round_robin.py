"""Every computer against every other: the boards of all pairs, played on the same racks, and ratings from them.

Boards go into a file one by one, so an arena that was stopped goes on where it was; which boards are played is decided
by the names and the seed alone.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.bots.contest import BoardPlayed, Fault, Terms, play_boards
from carrom.errors import NotAllowedError
from carrom.workers import Workers

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ANCHOR, ANCHOR_RATING = "greedy-h", 1500
PRIOR = 0.5  # boards that each is thought to have won and lost against each it met: no rating runs away
RESAMPLES = 300
ROUNDS = 200


class ArenaFileError(NotAllowedError):
    """A file holds boards of another arena, or something else."""

    code = "arena-file"


@dataclass(frozen=True, slots=True)
class Rated:
    """How strong a computer is beside the others, with its 95 % interval."""

    name: str
    rating: float
    low: float
    high: float
    boards: int
    won: int
    points: int
    conceded: int


@dataclass(frozen=True, slots=True)
class Met:
    """One board of two of them; `index` counts the boards of this pair, two of them a rack."""

    a: str
    b: str
    index: int
    board: BoardPlayed


def schedule(names: Sequence[str], boards: int) -> list[tuple[str, str, int]]:
    """Return what is played, a rack at a time for all pairs, so that it may be stopped anywhere."""
    racks = range((boards + 1) // 2)
    pairs = list(combinations(names, 2))
    return [(a, b, index) for rack in racks for a, b in pairs for index in (2 * rack, 2 * rack + 1) if index < boards]


def play_all(
    names: Sequence[str], boards: int, terms: Terms, *, workers: int | Workers = 1, done: Sequence[Met] = ()
) -> Iterator[Met]:
    """Return the boards of all pairs as they are played; those that are done come first.

    Raises:
        UnknownBotError, NotPortableError, ProcessEndedError.
    """
    yield from done
    known = {(met.a, met.b, met.index) for met in done}
    left = [each for each in schedule(names, boards) if each not in known]
    for (a, b, index), played in zip(left, play_boards(left, terms, workers=workers), strict=True):
        yield Met(a, b, index, played)


def read_file(path: Path, names: Sequence[str], terms: Terms) -> list[Met]:
    """Return the boards that a file holds; none where there is no such file. A last line that was cut off is left out.

    Raises:
        ArenaFileError: they were played between others, or under other terms.
    """
    if not path.exists():
        return []
    lines = path.read_text("utf-8").split("\n")
    try:
        head, boards = json.loads(lines[0]), [_met(json.loads(line)) for line in lines[1:-1]]
    except (ValueError, KeyError, TypeError):
        raise ArenaFileError("unreadable", path=path) from None
    if head != _head(names, terms):
        raise ArenaFileError("other", path=path)
    return boards


def write_head(path: Path, names: Sequence[str], terms: Terms) -> None:
    """Begin a file."""
    path.write_text(json.dumps(_head(names, terms)) + "\n", "utf-8")


def append(path: Path, met: Met) -> None:
    """Add a board to a file."""
    row = {"a": met.a, "b": met.b, "index": met.index, **asdict(met.board)}
    del row["entries"]
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def rated(boards: Iterable[Met], seed: int = 1) -> list[Rated]:
    """Give ratings by Bradley and Terry's model, the strongest first, `greedy-h` at 1500 if it is among them.

    Intervals come from resampling racks of pairs, each with its two boards.
    """
    met = list(boards)
    names = sorted({name for each in met for name in (each.a, each.b)})
    racks: dict[tuple[str, str, int], Floats] = defaultdict(lambda: np.zeros((len(names), len(names))))
    for each in met:
        one, other = names.index(each.a), names.index(each.b)
        share = {"a": 1.0, "b": 0.0, None: 0.5}[each.board.winner]
        rack = racks[each.a, each.b, each.index // 2]
        rack[one, other] += share
        rack[other, one] += 1.0 - share
    tables = np.stack([racks[rack] for rack in sorted(racks)])
    rng = np.random.default_rng(seed)
    total = tables.sum(axis=0)
    have_met = total + total.T > 0  # in a sample, too, that by chance leaves all boards of a computer out
    middle = _ratings(total, have_met, names)
    samples = [tables[rng.integers(len(tables), size=len(tables))].sum(axis=0) for _ in range(RESAMPLES)]
    low, high = np.quantile(_ratings(np.stack(samples), have_met, names), [0.025, 0.975], axis=0)
    found = [
        _rated(name, middle[row], low[row], high[row], [each for each in met if name in (each.a, each.b)])
        for row, name in enumerate(names)
    ]
    return sorted(found, key=lambda each: (-each.rating, each.name))


def _rated(name: str, rating: float, low: float, high: float, own: list[Met]) -> Rated:
    is_a = [each.a == name for each in own]
    won = [each.board.winner == ("a" if first else "b") for each, first in zip(own, is_a, strict=True)]
    points = sum(each.board.points for each, has in zip(own, won, strict=True) if has)
    against = sum(
        each.board.points for each, has in zip(own, won, strict=True) if not has and each.board.winner is not None
    )
    return Rated(name, float(rating), float(low), float(high), len(own), sum(won), points, against)


def _ratings(wins: Floats, have_met: Bools, names: Sequence[str]) -> Floats:
    """Ratings on Elo's scale from tables of boards won, row against column (Hunter's iteration).

    Shapes: wins (..., n, n), result (..., n).
    """
    won = wins + PRIOR * have_met
    played = won + won.swapaxes(-1, -2)
    strength = np.ones(won.shape[:-1])
    for _ in range(ROUNDS):
        shares = played / (strength[..., :, None] + strength[..., None, :])
        strength = won.sum(axis=-1) / np.maximum(shares.sum(axis=-1), 1e-12)
        strength /= np.exp(np.log(strength).mean(axis=-1, keepdims=True))
    scale = 400.0 * np.log10(strength)
    at_anchor = scale[..., names.index(ANCHOR), None] if ANCHOR in names else 0.0
    return np.asarray(scale - at_anchor + ANCHOR_RATING)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of how much stronger A is, which stops as soon as it knows: by so many points of rating, or by so many.

    Racks are counted, each with its two boards, so what the break is worth does not blur it (as fishtest counts).
    """

    low: float
    high: float
    error: float = 0.05  # of either kind

    def verdict(self, scores: Sequence[float]) -> str | None:
        """Give "high", "low", or None while it goes on. Scores: A's share of each rack, 0 to 1."""
        ratio = self.log_likelihood(scores)
        bound = math.log((1.0 - self.error) / self.error)
        return "high" if ratio >= bound else "low" if ratio <= -bound else None

    def log_likelihood(self, scores: Sequence[float]) -> float:
        """How much likelier the scores are if A is stronger by `high` than if by `low`, as a logarithm."""
        if len(scores) < 2:
            return 0.0
        values = np.asarray(scores)
        variance = max(float(values.var()), 1.0 / (4.0 * len(values)))
        at_low, at_high = (1.0 / (1.0 + 10.0 ** (-points / 400.0)) for points in (self.low, self.high))
        return float(len(values) * (at_high - at_low) * (2.0 * values.mean() - at_low - at_high) / (2.0 * variance))


def rack_scores(boards: Sequence[BoardPlayed]) -> list[float]:
    """A's share of each rack of which both boards are played, in their order."""
    shares = [{"a": 1.0, "b": 0.0, None: 0.5}[board.winner] for board in boards]
    return [sum(shares[at : at + 2]) / 2.0 for at in range(0, len(shares) - 1, 2)]


def _head(names: Sequence[str], terms: Terms) -> dict[str, Any]:
    return {"carrom-arena": 1, "bots": list(names), **terms.as_values()}


def _met(row: Mapping[str, Any]) -> Met:
    fault = None if row["fault"] is None else Fault(**row["fault"])
    board = BoardPlayed(row["winner"], row["points"], row["strokes"], (), fault, row["slam"])
    return Met(row["a"], row["b"], row["index"], board)
