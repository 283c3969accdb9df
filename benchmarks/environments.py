"""Environments for learning: judged steps a second of processor time on one core, and what the baselines reach."""

import time
from collections.abc import Iterator

import gymnasium
import numpy as np

import carrom.envs  # noqa: F401  # registers them
from carrom.cli.benchmarks.figures import Figure
from carrom.envs import policies

BOARDS, WARM, STEPS = 1024, 15, 45
ALONE = 3000
VECTOR_SHOULD, SINGLE_SHOULD = 20_000, 3_000
PLAYED = 128  # boards at once for the baselines


def measure() -> Iterator[Figure]:
    """Random actions, of which each is a stroke; then who plays how well."""
    for name in ("carrom/Solo19-v0", "carrom/Duel-v0"):
        should = name == "carrom/Solo19-v0"
        yield Figure(
            name=f"{name}, {BOARDS:,} boards, steps",
            value=_vector(name),
            unit="1/s",
            should_be=VECTOR_SHOULD if should else None,
            better="more",
        )
        yield Figure(
            name=f"{name}, one board, steps",
            value=_single(name),
            unit="1/s",
            should_be=SINGLE_SHOULD if should else None,
            better="more",
        )
    for noise in (0.0, 1.0):
        for policy in ("random", "greedy"):
            value = _solo(policy, noise)
            yield Figure(name=f"strokes of {policy} on a board alone, noise {noise:g}", value=value, unit="")
    yield Figure(name="boards that greedy wins against random", value=100 * _duel(), unit="%", better="more")


def _vector(name: str) -> float:
    env = gymnasium.make_vec(name, num_envs=BOARDS, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    actions = np.random.default_rng(1).uniform(-1, 1, (WARM + STEPS, BOARDS, 3))
    for row in actions[:WARM]:
        env.step(row)
    began = time.process_time()
    for row in actions[WARM:]:
        env.step(row)
    return STEPS * BOARDS / (time.process_time() - began)


def _single(name: str) -> float:
    env = gymnasium.make(name).unwrapped
    env.reset(seed=1)
    actions = np.random.default_rng(1).uniform(-1, 1, (2 * ALONE, 3))
    for index, action in enumerate(actions):
        if index == ALONE:
            began = time.process_time()
        over, stopped = env.step(action)[2:4]
        if over or stopped:
            env.reset()
    return ALONE / (time.process_time() - began)


def _solo(policy: str, noise: float) -> float:
    name = "carrom/Solo19-v0"
    env = gymnasium.make_vec(name, num_envs=PLAYED, vectorization_mode="vector_entry_point", noise=noise)
    env.reset(seed=1)
    strokes = np.zeros(PLAYED)
    open_ = np.ones(PLAYED, bool)
    while open_.any():
        actions = policies.asked(policies.policy_named(policy), env.unwrapped.boards)
        _, rewards, over, stopped, _ = env.step(actions)
        strokes[open_] -= rewards[open_]
        open_ &= ~(over | stopped)
    return float(strokes.mean())


def _duel() -> float:
    env = gymnasium.make_vec("carrom/Duel-v0", num_envs=PLAYED, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    won = lost = 0
    while won + lost < PLAYED:
        rewards = env.step(policies.asked(policies.greedy, env.unwrapped.boards))[1]
        won, lost = won + int((rewards > 0).sum()), lost + int((rewards < 0).sum())
    return won / (won + lost)
