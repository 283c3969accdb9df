"""Tasks in other processes and on a cluster give what they give here, also when a worker dies."""

import os
import random
import signal
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from carrom.bots.contest import arena, solo_boards
from carrom.equipment.arrangement import opening
from carrom.parts import MissingPartError
from carrom.physics import simulate
from carrom.physics.simulate import simulate_batch
from carrom.puzzles.sources import Made, from_records, from_self_play
from carrom.workers import ClusterError, NotPortableError, ProcessEndedError, Workers, run_tasks
from tests.support.command_line import carrom, refused

MEETS_WITHIN_S = 60.0  # tasks that run at once


def doubled(number: int, folder: str = "") -> int:
    """Twice the number; if a folder is given, the first process that works on it for this number is killed."""
    if folder and number % 3 == 0:
        mark = Path(folder) / str(number)
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def meets_the_other(number: int, folder: str) -> str:
    """The node that this task runs on, once the other one of two runs too."""
    import ray

    Path(folder, str(number)).touch()
    until = time.monotonic() + MEETS_WITHIN_S
    while not Path(folder, str(1 - number)).exists() and time.monotonic() < until:
        time.sleep(0.01)
    return str(ray.get_runtime_context().get_node_id())


def fails(number: int) -> int:
    if number == 2:
        raise ValueError("two")
    return number


def dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_tasks_and_a_failure_is_raised_in_its_turn(workers: int):
    assert list(run_tasks(doubled, [(number,) for number in range(9)], workers)) == list(range(0, 18, 2))

    found = run_tasks(fails, [(number,) for number in range(4)], workers)
    assert [next(found), next(found)] == [0, 1]
    with pytest.raises(ValueError, match="two"):
        next(found)


def test_what_cannot_be_sent_to_another_process_is_refused_before_any_task():
    with pytest.raises(NotPortableError):
        next(run_tasks(doubled, [(lambda: 1,)], 2))


def test_without_ray_the_command_that_installs_it_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("carrom.parts.PARTS", {"ray": ("no_such_module",)})

    with pytest.raises(MissingPartError, match=r"\[ray\]"):
        next(run_tasks(doubled, [(1,)], Workers(0, "ray")))


def test_the_number_of_workers_is_checked():
    assert refused("solo", "easy", "--workers", "0") == "bad-usage"


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'carrom[ray]'")
def test_a_cluster_that_does_not_answer_is_named_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")

    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:1"):
        next(run_tasks(doubled, [(1,)], Workers(0, "ray")))


@pytest.fixture(scope="class")  # tests of another cluster, or of none, may come after these
def cluster() -> Iterator[None]:
    """A cluster of two nodes on this machine, each with one processor."""
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed: pip install 'carrom[ray]'")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield
    ray.shutdown()
    nodes.shutdown()


def self_played(path: Path, matches: int, *more: str) -> str:
    """The file that the command writes."""
    few = ("--budget", "40", "--players", "beginner,beginner:easy@2", "--seed", "3")
    status, _out, err = carrom("self-play", str(matches), "-o", str(path), *few, *more)
    assert status == 0, err
    return path.read_text(encoding="utf-8")


def as_said(found: Iterable[Made]) -> list[tuple[object, ...]]:
    """Puzzles as they can be compared: an error by what it says."""
    return [(made.name, made.puzzles, made.refused, str(made.error)) for made in found]


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
class TestACluster:
    def test_results_are_those_of_one_process_and_a_failure_is_raised_in_its_turn(self):
        assert list(run_tasks(doubled, [(number,) for number in range(30)], Workers(0, "ray"))) == list(range(0, 60, 2))
        with pytest.raises(ValueError, match="two"):
            list(run_tasks(fails, [(number,) for number in range(4)], Workers(0, "ray")))

    def test_a_killed_worker_costs_nothing(self, tmp_path: Path):
        tasks = [(number, str(tmp_path)) for number in range(8)]

        assert list(run_tasks(doubled, tasks, Workers(0, "ray"))) == list(range(0, 16, 2))
        assert sorted(mark.name for mark in tmp_path.iterdir()) == ["0", "3", "6"]

    def test_a_task_that_kills_its_workers_is_given_up(self):
        with pytest.raises(ProcessEndedError):
            list(run_tasks(dies, [(1,)], Workers(0, "ray")))

    def test_boards_of_a_seed_are_the_same(self):
        here = list(solo_boards("easy", 4, seed=3, budget=200))

        assert list(solo_boards("easy", 4, seed=3, budget=200, workers=Workers(0, "ray"))) == here

    def test_both_nodes_work_at_once(self, tmp_path: Path):
        tasks = [(number, str(tmp_path)) for number in range(2)]

        assert len(set(run_tasks(meets_the_other, tasks, Workers(0, "ray")))) == 2

    def test_an_arena_of_a_seed_is_the_same(self):
        here = arena("beginner", "easy", boards=4, seed=3, budget=40)

        assert arena("beginner", "easy", boards=4, seed=3, budget=40, workers=Workers(0, "ray")) == here

    def test_puzzles_of_boards_and_of_records_are_the_same(self, tmp_path: Path):
        here = list(from_self_play(2, seed=5, players=("easy@1.0",)))
        record = self_played(tmp_path / "one.carrom", 1)

        assert sum(made.boards for made in here) > 0
        assert list(from_self_play(2, seed=5, players=("easy@1.0",), workers=Workers(0, "ray"))) == here
        texts = [("one", record), ("broken", record[:-40])]
        assert as_said(from_records(texts, workers=Workers(0, "ray"))) == as_said(from_records(texts))

    def test_matches_of_self_play_are_the_same_to_the_byte(self, tmp_path: Path):
        here = self_played(tmp_path / "here.carrom", 4)

        assert self_played(tmp_path / "there.carrom", 4, "--backend", "ray") == here

    def test_a_batch_of_strokes_is_the_same_to_the_bit(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(simulate, "A_TASK", 40)
        rng = np.random.default_rng(1)
        strokes = np.column_stack((rng.uniform(-0.2, 0.2, 100), rng.uniform(-0.5, 0.5, 100), rng.uniform(1, 6, 100)))
        here = simulate_batch(opening(random.Random(1)), strokes)
        there = simulate_batch(opening(random.Random(1)), strokes, backend="ray")

        for name in ("layouts", "pocketed", "durations", "status"):
            assert getattr(here, name).tobytes() == getattr(there, name).tobytes(), name
