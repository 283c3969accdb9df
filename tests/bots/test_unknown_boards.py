"""A computer that takes a board for another one: it does not see what the board is, and allows for a small error."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from carrom.bots.agent import Agent, boards_about, view_of
from carrom.bots.noise import Noise, draws
from carrom.bots.registry import find
from carrom.bots.search import Search
from carrom.bots.tried import within_domain
from carrom.match.entries import Player
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.play.domain import stroke_domain
from carrom.play.game import new_head
from carrom.play.handlers import start
from carrom.play.state import PlayState, follow
from carrom.play.surfaces import stored_surface
from carrom.terms import Side, Stroke
from tests.support.bots import situations
from tests.support.thorough import one_of

HAND = Noise(1.0)
UNEVEN = (0.97, 1.03)  # restitution of discs and of frames, times the usual


def strong(assumes: Surface | None, magnitude: float = 1.0) -> Agent:
    bot = find("strong")
    assert isinstance(bot, Agent)
    return replace(bot, noise=Noise(magnitude), assumes=assumes)


def on(surface: Surface, state: PlayState) -> PlayState:
    head = replace(state.match.head, surface_values=stored_surface(surface))
    return replace(state, match=replace(state.match, head=head))


def alone(seed: int) -> PlayState:
    """A board of 19-coin solo with nine coins and the queen left, anywhere."""
    rng, player = np.random.default_rng(seed), Player(side=Side.A, name="Asha")
    spots: list[tuple[float, float]] = []
    while len(spots) < 10:
        spot = rng.uniform(-0.3, 0.3, 2)
        if all(np.hypot(*(spot - other)) > 0.04 for other in spots) and abs(spot[1]) < 0.25:
            spots.append((float(spot[0]), float(spot[1])))
    pieces = dict(zip((1, 2, 3, 4, 5, 11, 12, 13, 14, 15), spots, strict=True))
    head = new_head("baca19", players=(player,), length="board", breaks=Side.A)
    return situations.with_board(follow(None, start(head, random.Random(seed))), pieces)


def worth(state: PlayState, stroke: Stroke, surface: Surface) -> float:
    """What a stroke is worth on a board, by many samples that had no part in its choice."""
    ask = stroke_domain(state)
    search = Search(view_of(state, ask.seat), ask, state.match.ruleset, surface, HAND)
    meant = np.array([[stroke.offset, stroke.angle, stroke.speed]])
    made = HAND.spread(meant, draws(np.random.default_rng(9), 512)).reshape(-1, 3)
    return float(search._worths(within_domain(made, ask), careful=True).mean())


@pytest.mark.parametrize(
    ("situation", "thought"),
    [(situations.rack, one_of(300, 3000)), (partial(alone, 1), 3000)],
    ids=["the break", "later"],
)
@pytest.mark.parametrize("magnitude", [0.0, 1.0])
def test_it_strikes_the_same_whatever_the_board_is(situation: Callable[[], PlayState], thought: int, magnitude: float):
    state, bot = situation(), strong(TOURNAMENT, magnitude)

    found = [bot.answer(on(surface, state), random.Random(4), budget=thought) for surface in SURFACES.values()]

    assert len({repr(request) for request in found}) == 1


def test_the_boards_that_it_counts_with_lie_about_the_one_that_it_assumes():
    for name in ("board_friction", "disc_restitution", "frame_restitution"):
        shares = [getattr(surface, name) / getattr(TOURNAMENT, name) for surface in boards_about(TOURNAMENT)]
        assert np.mean(shares) == pytest.approx(1.0)
        assert 0.015 < np.std(shares) < 0.035
    known = [(one.disc_restitution, one.frame_restitution) for one in boards_about(TOURNAMENT)]
    assert len(set(known)) == 4


def test_a_board_at_the_end_of_what_can_be_has_none_beyond_it():
    lively = replace(TOURNAMENT, disc_restitution=1.0, frame_restitution=0.995)

    assert max(surface.disc_restitution for surface in boards_about(lively)) == 1.0
    assert max(surface.frame_restitution for surface in boards_about(lively)) == 1.0


def test_on_a_board_that_is_a_little_other_a_stroke_chosen_in_doubt_is_worth_more():
    others = [
        replace(TOURNAMENT, disc_restitution=0.85 * disc, frame_restitution=0.75 * frame)
        for disc in UNEVEN
        for frame in UNEVEN
    ]
    certain, doubting = [], []
    for seed in range(16, 24):  # in half of them both choose about the same
        state = alone(seed)
        for found, bot in ((certain, strong(None)), (doubting, strong(TOURNAMENT))):
            stroke = bot.think(state, random.Random(seed)).stroke
            found.append([worth(state, stroke, surface) for surface in others])

    assert np.mean(doubting) > np.mean(certain) + 0.05
