"""Hands that are estimated from strokes, where they are known: of computers with a hand of 0.5, 1 and 2."""

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from carrom.bots.agent import Computer
from carrom.bots.contest import play_board
from carrom.bots.noise import Noise
from carrom.bots.own_hand import CHOICES, MAGNITUDES, OwnHand, estimate, likelihoods
from carrom.bots.registry import find
from carrom.cli.benchmarks.figures import Figure, percentile
from carrom.play.record import Record

SEED = 2028
PLAYERS = ("steady", "greedy-h")
HANDS = (0.5, 1.0, 2.0)
PEOPLE, STROKES = 8, 100  # of each player and hand, strokes of each of them


def measure() -> Iterator[Figure]:
    """How often the interval holds the hand, how far the estimates lie from it, and the time for a stroke."""
    times: list[float] = []
    for name in PLAYERS:
        player = find(name)
        assert isinstance(player, Computer)
        for magnitude in HANDS:
            hands = [_estimated(replace(player, noise=Noise(magnitude)), each, times) for each in range(PEOPLE)]
            held = sum(hand.low <= magnitude <= hand.high for hand in hands)
            ratio = float(np.exp(np.mean([np.log(hand.magnitude / magnitude) for hand in hands])))
            width = float(np.mean([hand.high / hand.low for hand in hands]))
            yield Figure(
                name=f"{name} with a hand of {magnitude:g}: the interval holds it",
                value=100.0 * held / PEOPLE,
                unit="%",
                should_be=None,
                note=f"{held} of {PEOPLE}; estimate {ratio:.2f} times the hand, upper end {width:.2f} times the lower",
            )
    yield Figure(
        name="what a stroke says, p95",
        value=percentile(times, 0.95),
        unit="ms of processor",
        should_be=10.0,
        note=f"median {percentile(times, 0.5):.1f}",
    )


def _estimated(player: Computer, number: int, times: list[float]) -> OwnHand:
    """The hand of one player against themselves, by their first strokes that say something."""
    summed, strokes, board = np.zeros((len(MAGNITUDES), len(CHOICES))), 0, 0
    while strokes < STROKES:
        played = play_board(player, player, seed=f"{SEED}/{number}/{board}")
        board += 1
        for _, before, made in Record(played.entries).strokes():
            began = time.process_time()
            said = likelihoods(before, made)
            if said is None or strokes == STROKES:
                continue
            times.append((time.process_time() - began) * 1e3)
            summed, strokes = summed + said, strokes + 1
    found = estimate(summed, strokes)
    assert found is not None
    return found
