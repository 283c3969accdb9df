"""Computers: what strokes lose on a board a little other than assumed, chosen without and with that in mind."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from carrom.bots.agent import Agent, view_of
from carrom.bots.contest import Z95, play_match
from carrom.bots.noise import Noise, draws
from carrom.bots.registry import find
from carrom.bots.search import Ahead, Search
from carrom.bots.tried import within_domain
from carrom.cli.benchmarks.figures import Figure
from carrom.match.awaiting import Decision
from carrom.match.entries import Player
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play.domain import stroke_domain
from carrom.play.game import new_head
from carrom.play.state import PlayState, follow
from carrom.terms import Side, Stroke

Floats = NDArray[np.float64]

HAND = Noise(1.0)
BOARDS = 6  # of 19-coin solo, every stroke of which is a position
SAMPLES = 1024  # that a choice is judged by, the same on each surface
NOTHING_AHEAD = Ahead(1, 0, 1)  # the position after the stroke as it stands


def _surface(friction: float = 1.0, disc: float = 1.0, frame: float = 1.0) -> Surface:
    return replace(
        TOURNAMENT,
        board_friction=TOURNAMENT.board_friction * friction,
        disc_restitution=TOURNAMENT.disc_restitution * disc,
        frame_restitution=TOURNAMENT.frame_restitution * frame,
    )


SURFACES = {
    "as assumed": TOURNAMENT,
    "friction +5 %": _surface(friction=1.05),
    "friction -5 %": _surface(friction=0.95),
    "restitution of pieces +3 %": _surface(disc=1.03),
    "restitution of pieces -3 %": _surface(disc=0.97),
    "restitution of frames +3 %": _surface(frame=1.03),
    "restitution of frames -3 %": _surface(frame=0.97),
    "friction +5 %, both restitutions +3 %": _surface(1.05, 1.03, 1.03),
    "friction +5 %, both restitutions -3 %": _surface(1.05, 0.97, 0.97),
    "friction -5 %, both restitutions +3 %": _surface(0.95, 1.03, 1.03),
    "friction -5 %, both restitutions -3 %": _surface(0.95, 0.97, 0.97),
}


def measure() -> Iterator[Figure]:
    """For each surface, how many strokes are lost with one by not knowing it, against a sure choice as assumed."""
    bot = find("strong")
    assert isinstance(bot, Agent)
    sure = replace(bot, noise=HAND)
    players = {"sure of the board": sure, "not sure of it": replace(sure, assumes=TOURNAMENT)}
    positions = _positions(sure)
    usual: Floats | None = None
    for who, player in players.items():
        chosen = [player.think(state, random.Random(f"c{at}")).stroke for at, state in enumerate(positions)]
        for name, surface in SURFACES.items():
            pairs = zip(positions, chosen, strict=True)
            worths = np.array([_worth(state, stroke, surface) for state, stroke in pairs])
            usual = worths if usual is None else usual
            lost = usual - worths
            half = Z95 * lost.std() / len(lost) ** 0.5
            note = f"+- {half:.3f}, {len(lost)} positions"
            yield Figure(name=f"{who}: {name}", value=float(lost.mean()), unit="strokes", note=note)


def _positions(player: Agent) -> list[PlayState]:
    found = []
    seated = (Player(side=Side.A, name="x", kind="computer", level="x"),)
    head = new_head("baca19", players=seated, length="board", breaks=Side.A)
    for board in range(BOARDS):
        state = None
        for entry in play_match(head, dict.fromkeys(Side, player), seed=f"rob{board}"):
            state = follow(state, entry)
            if state.match.awaiting.kind is Decision.STROKE and state.match.board is not None:
                found.append(state)
    return found


def _worth(state: PlayState, stroke: Stroke, surface: Surface) -> float:
    """The worth of a choice on a surface, by many fresh samples. Units: strokes still needed, below zero."""
    ask = stroke_domain(state)
    search = Search(view_of(state, ask.seat), ask, state.match.ruleset, surface, HAND)
    meant = np.array([[stroke.offset, stroke.angle, stroke.speed]])
    made = within_domain(HAND.spread(meant, draws(np.random.default_rng(7), SAMPLES)).reshape(-1, 3), ask)
    return float(search.judged(meant, made, NOTHING_AHEAD, np.random.default_rng(7))[0])
