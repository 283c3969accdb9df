"""Computers: what each part of the search gains, by the worth of the strokes it chooses in the same positions."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from carrom.bots.agent import Agent, view_of
from carrom.bots.contest import Z95, play_match
from carrom.bots.noise import Noise, draws
from carrom.bots.registry import find
from carrom.bots.search import Ahead, Effort, Round, Search
from carrom.bots.tried import within_domain
from carrom.cli.benchmarks.figures import Figure
from carrom.match.awaiting import Decision
from carrom.match.entries import Head, Player
from carrom.play.domain import stroke_domain
from carrom.play.game import new_head
from carrom.play.state import PlayState, follow
from carrom.play.surfaces import surface_of
from carrom.terms import Side

Floats = NDArray[np.float64]

HAND = Noise(1.0)
BOARDS = {"solo": 7, "icf": 5}  # of the reference, every fourth stroke of which is a position
SAMPLES, OUTCOMES, FURTHER = 768, 48, 8  # that a choice is judged by
ROUNDS = (Round(256, 4), Round(80, 12), Round(24, 32), Round(8, 96))
HALVING = Effort(
    places=17,
    aims=200,
    fan=7,
    speeds=(1.05, 1.4, 2.2),
    rebounds=True,
    anything=2500,
    rounds=ROUNDS,
    break_rounds=(Round(96, 12), Round(24, 24), Round(6, 96)),
)
BESIDE = replace(HALVING, beside=16)
EFFORTS = {
    "two rounds": replace(HALVING, rounds=(Round(48, 24), Round(8, 128))),
    "halving in four rounds": HALVING,
    "and strokes beside the best": BESIDE,
    "and the next stroke of 4 in 16 outcomes": replace(BESIDE, ahead=Ahead(4, 16, 16)),
    "and of 8 in 32": replace(BESIDE, ahead=Ahead(8, 32, 16)),
    "and combinations": replace(BESIDE, ahead=Ahead(8, 32, 16), combinations=True),
    "and one more where the laws leave an obligation": replace(BESIDE, ahead=Ahead(8, 32, 16, further=4)),
    "as many strokes as master": replace(find("master").effort, ahead=Ahead(8, 32, 16)),  # type: ignore[attr-defined]
}


def measure() -> Iterator[Figure]:
    """For each part, what a stroke is worth more than with the first; alone in strokes, in twos in points."""
    for kind, unit in (("solo", "strokes"), ("icf", "points")):
        worths = np.array([_worths(state, f"c{row}", 99 + row) for row, state in enumerate(_positions(kind))])
        for column, name in enumerate(EFFORTS):
            gained = worths[:, column] - worths[:, 0]
            half = Z95 * gained.std() / len(gained) ** 0.5
            note = f"+- {half:.3f}, {len(gained)} positions"
            yield Figure(name=f"{kind}: {name}", value=float(gained.mean()), unit=unit, better="more", note=note)


def _positions(kind: str) -> list[PlayState]:
    found = []
    for board in range(BOARDS[kind]):
        count, state = 0, None
        for entry in play_match(_head(kind), dict.fromkeys(Side, find("greedy-h")), seed=f"pos{kind}{board}"):
            state = follow(state, entry)
            playing = state.match.board
            if state.match.awaiting.kind is Decision.STROKE and playing is not None and playing.broken:
                if count % 4 == board % 4:
                    found.append(state)
                count += 1
    return found


def _head(kind: str) -> Head:
    sides = (Side.A,) if kind == "solo" else (Side.A, Side.B)
    players = [Player(side=side, name="x", kind="computer", level="x") for side in sides]
    return new_head("baca19" if kind == "solo" else "icf", players=players, length="board", breaks=Side.A)


def _worths(state: PlayState, seed: str, judge: int) -> Floats:
    """The worth of each part's choice, by many fresh samples and with the next stroke. Shapes: result (efforts,)."""
    ask = stroke_domain(state)
    bot = find("strong")
    assert isinstance(bot, Agent)
    chosen = []
    for effort in EFFORTS.values():
        stroke = replace(bot, noise=HAND, effort=effort).think(state, random.Random(seed)).stroke
        chosen.append((stroke.offset, stroke.angle, stroke.speed))
    search = Search(
        view=view_of(state, ask.seat),
        domain=ask,
        ruleset=state.match.ruleset,
        surface=surface_of(state.match.head),
        noise=HAND,
    )
    rng, strokes = np.random.default_rng(judge), np.array(chosen)
    made = within_domain(HAND.spread(strokes, draws(rng, SAMPLES)).reshape(-1, 3), ask)
    return search.judged(strokes, made, Ahead(len(strokes), OUTCOMES, 16, further=FURTHER), rng)
