"""Computers: the chance that one states for its stroke against what happened, and the time of its decisions in play."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from carrom.bots.agent import Agent
from carrom.bots.contest import play_board
from carrom.bots.noise import Noise, Rng
from carrom.bots.registry import find
from carrom.bots.search import Found
from carrom.cli.benchmarks.figures import Figure, percentile
from carrom.match.entries import Entry
from carrom.play.state import PlayState

SEED, BINS = 2027, 10
SEAT = "south"  # of side A, on one board
RACKS = {"easy": 3, "steady": 4, "strong": 12, "master": 6}  # two boards each
DECISION_MS = {"easy": 50.0, "steady": 200.0, "strong": None, "master": 1000.0}  # p95 that is asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Noting(Agent):
    """A computer that notes what it states and how long it thinks."""

    chances: list[float | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Think as ever, and note it."""
        began = time.process_time()
        found = Agent.think(self, state, rng, budget)
        self.times.append((time.process_time() - began) * 1e3)
        self.chances.append(found.chance)
        return found


def measure() -> Iterator[Figure]:
    """Boards against the reference, both with the hand of magnitude 1."""
    for name, racks in RACKS.items():
        bot = find(name)
        assert isinstance(bot, Agent)
        noting = Noting(
            name=name,
            strength=bot.strength,
            noise=Noise(1.0),
            effort=bot.effort,
            character=bot.character,
            taste=bot.taste,
        )
        happened: list[bool] = []
        for index in range(2 * racks):
            played = play_board(noting, find("greedy-h"), seed=f"{SEED}/{index // 2}", a_breaks=index % 2 == 0)
            happened += _held(played.entries, won=played.winner == "a")
        stated = np.array([0.0 if chance is None else chance for chance in noting.chances])
        truth = np.array(happened, np.float64)
        error, low, high = _calibration(stated, truth)
        yield Figure(
            name=f"{name}: calibration error of the stated chance",
            value=error,
            unit="",
            should_be=0.05,
            note=f"{low:.3f} to {high:.3f} if true; mean {stated.mean() - truth.mean():+.3f}, {len(truth)} strokes",
        )
        yield Figure(
            name=f"{name}: a decision in play, p95",
            value=percentile(noting.times, 0.95),
            unit="ms of processor",
            should_be=DECISION_MS[name],
            note=f"median {percentile(noting.times, 0.5):.0f}, longest {max(noting.times):.0f}",
        )


def _held(entries: Sequence[Entry], *, won: bool) -> list[bool]:
    """Say for each stroke of the first player whether they struck again at once, or won the board by it."""
    strikers = [entry.author for entry in entries if entry.kind == "stroke"]
    following = [*strikers[1:], SEAT if won else ""]
    return [after == SEAT for author, after in zip(strikers, following, strict=True) if author == SEAT]


def _calibration(stated: np.ndarray, truth: np.ndarray) -> tuple[float, float, float]:
    """Return the expected calibration error, and between what it would lie (95 %) if every stated chance were true."""
    rng = np.random.default_rng(random.Random(SEED).randrange(2**31))
    drawn = [_error(stated, (rng.random(len(stated)) < stated).astype(np.float64)) for _ in range(400)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return _error(stated, truth), float(low), float(high)


def _error(stated: np.ndarray, truth: np.ndarray) -> float:
    """The mean distance of what was stated from what happened, over ten groups of equal size by what was stated."""
    groups = np.array_split(np.argsort(stated, kind="stable"), BINS)
    return float(sum(abs(stated[group].mean() - truth[group].mean()) * len(group) for group in groups) / len(stated))
