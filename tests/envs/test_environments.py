"""Environments pass their packages' checkers, are the same alone and in a vector, and begin where one says."""

from itertools import pairwise

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import carrom
import carrom.envs
from carrom.envs import doubles_v0, duel_v0, policies
from carrom.envs.boards import SOLO_CAP, WIDTH, Boards, NoSuchBoardError, legal_spans
from carrom.play.domain import LEAST_SPEED
from carrom.play.scenes import scene
from carrom.play.situation import situation_of

IDS = ("carrom/Solo19-v0", "carrom/Duel-v0")
pytestmark = pytest.mark.filterwarnings("ignore:.*(render fps|agents to be named).*")


def actions(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, (*shape, 3)).astype(np.float32)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_no_fault(name: str):
    check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize("module", [duel_v0, doubles_v0], ids=["duel", "doubles"])
def test_pettingzoo_finds_no_fault(module, capsys: pytest.CaptureFixture[str]):
    api_test(module.env(), num_cycles=200)
    seed_test(module.env, num_cycles=30)

    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("noise", [0.0, 1.0])
@pytest.mark.parametrize("name", IDS)
def test_a_row_of_a_vector_plays_to_the_bit_as_one_board_alone(name: str, noise: float):
    count, steps = 3, 60
    vector = gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", noise=noise)
    asked = actions(5, steps, count)
    seen = [vector.reset(seed=11)[0], *(vector.step(row) for row in asked)]

    for row in range(count):
        env = gymnasium.make(name, noise=noise).unwrapped
        assert np.array_equal(env.reset(seed=11 + row)[0], seen[0][row])
        ended = False
        for step in range(steps):
            observed, rewards, over, stopped, _ = seen[step + 1]
            mine = (env.reset()[0], 0.0, False, False) if ended else env.step(asked[step, row])[:4]
            assert np.array_equal(mine[0], observed[row])
            assert mine[1:] == (rewards[row], over[row], stopped[row])
            ended = mine[2] or mine[3]


def test_a_board_alone_costs_a_point_a_stroke_and_ends_at_the_cap():
    env = gymnasium.make(IDS[0]).unwrapped
    env.reset(seed=1)
    rewards = []
    ended = False
    while not ended:
        _, reward, over, stopped, _ = env.step(np.array([0, 0, -1]))
        rewards.append(reward)
        ended = over or stopped

    assert rewards == [-1.0] * SOLO_CAP and stopped and not over


def test_the_last_coin_of_a_situation_ends_the_board_and_wins():
    line = carrom.write_situation(situation_of(scene("last-coins")))
    env = gymnasium.make(IDS[1], opponent="greedy").unwrapped
    env.reset(seed=2, options={"situation": line})

    ends = set()
    for seed in range(4):
        env.reset(seed=seed, options={"situation": line})
        over = stopped = False
        while not (over or stopped):
            stroke = policies.greedy(env.boards, np.zeros(1, np.int64))
            _, reward, over, stopped, _ = env.step(env.boards.actions_of(stroke)[0])
        ends.add(reward)
    assert ends <= {-1.0, 1.0} and ends


@pytest.mark.parametrize(
    ("name", "situation"),
    [(IDS[0], "midgame"), (IDS[1], "two-dues-to-place"), (IDS[1], "opening-doubles")],
)
def test_a_situation_that_does_not_fit_is_refused(name: str, situation: str):
    env = gymnasium.make(name).unwrapped

    with pytest.raises(NoSuchBoardError) as refused:
        env.reset(options={"situation": situation_of(scene(situation))})
    assert refused.value.code == "no-such-board" and str(refused.value)


@pytest.mark.parametrize("slug", sorted(carrom.RULESETS))
def test_the_ends_of_an_action_are_the_ends_of_what_is_legal(slug: str):
    boards = Boards(2, slug)
    spans = legal_spans(boards.rules)
    ends = boards.strokes_of([[-1, -1, -1], [1, 1, 1]])

    assert ends[0].tolist() == [spans[0][0][0], spans[1][0][0], LEAST_SPEED]
    assert ends[1] == pytest.approx([span[-1][1] for span in spans], abs=1e-15)
    some = actions(3, 50).astype(np.float64)
    assert np.allclose(boards.actions_of(boards.strokes_of(some)), some)
    assert np.array_equal(boards.strokes_of(some), np.concatenate([boards.strokes_of(one) for one in some]))


def test_a_striker_on_a_piece_goes_to_the_nearest_legal_place():
    env = gymnasium.make(IDS[1]).unwrapped
    env.reset(seed=1, options={"situation": situation_of(scene("coins-on-the-line"))})
    gaps = [(left[1], right[0]) for left, right in pairwise(env.legal_spans())]
    covered, free = next(gap for gap in gaps if gap[0] < -0.12 < gap[1])  # by white 3
    asked = (covered + free) / 2 + 0.001
    action = env.boards.actions_of(np.array([[asked, 0.0, 1.0]]))

    boards = env.boards
    played = boards.play(boards.strokes_of(action), np.zeros(1, np.int64))

    assert free - covered > 0.04
    assert played.made[0] and played.strokes[0, 0] == pytest.approx(free)


def test_what_is_seen_is_seen_from_the_side_in_turn():
    boards = Boards(2, "icf")
    boards.begin(0, situation_of(scene("midgame")))
    seen = boards.observe(np.arange(2))

    assert seen.shape == (2, WIDTH) and seen.dtype == np.float32
    assert seen[0, :3] == pytest.approx([1, 0.03 / 0.37, 0.045 / 0.37])
    assert seen[1, 57] == 1 and seen[0, 57] == pytest.approx(4 / 9)
    for row in range(2):
        assert np.array_equal(boards.observe(np.array([row]))[0], seen[row])


def test_greedy_beats_chance_and_a_computer_can_be_asked():
    env = gymnasium.make_vec(IDS[1], num_envs=12, vectorization_mode="vector_entry_point")
    env.reset(seed=3)
    won = 0.0
    for _ in range(60):
        won += env.step(policies.asked(policies.greedy, env.boards))[1].sum()
    assert won >= 10

    boards = Boards(1, "icf")
    boards.begin(0, situation_of(scene("last-coins")))
    stroke = policies.policy_named("easy")(boards, np.zeros(1, np.int64))
    assert boards.play(stroke, np.zeros(1, np.int64)).made[0]
    with pytest.raises(carrom.CarromError):
        policies.policy_named("nobody")
