"""Tasks made here, in several processes, or on a Ray cluster: the results come in order and are the same everywhere.

A task depends on its own values alone, so it does not matter where it runs, nor that it runs again because a worker
died. One task should take some tenths of a second: on a cluster, sending it costs about a millisecond.
"""

import logging
import os
import pickle
import re
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal, TypeVar, get_args

from carrom.errors import CarromError, NotAllowedError
from carrom.parts import need

Backend = Literal["processes", "ray"]
BACKENDS: tuple[str, ...] = get_args(Backend)
Result = TypeVar("Result")
ADDRESS = re.compile(r"([\w.-]+):(\d+)")
ANSWERS_WITHIN_S = 10.0
RETRIES = 5  # of a task whose worker died: more often, and it is the task that kills its workers


class NotPortableError(NotAllowedError):
    """A computer cannot be sent to another process."""

    code = "bot-not-portable"


class ProcessEndedError(CarromError):
    """A process in which tasks ran ended by itself."""

    code = "process-ended"


class ClusterError(CarromError):
    """A Ray cluster cannot be used. Reasons: unreachable, version."""

    code = "cluster"


@dataclass(frozen=True, slots=True)
class Workers:
    """A place where tasks run.

    Attributes:
        count: how many at once; with Ray as many as the cluster has processors, if this is 0.
        backend: "processes" of this machine (1: no other), or "ray": the cluster that RAY_ADDRESS names, or else one
            that is started here. Needs the part `ray`.
    """

    count: int = 1
    backend: Backend = "processes"


def run_tasks(
    work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], workers: int | Workers = 1
) -> Iterator[Result]:
    """Return the results of the tasks in order, each as soon as it and those before it are there.

    Args:
        work: a function of a module, which a task gives its arguments.
        workers: how many processes, or where else.

    Raises:
        NotPortableError: with other processes: the first task cannot be sent there.
        ProcessEndedError: a process ended by itself; on a cluster, with one task several times.
        ClusterError: the cluster cannot be reached, or has another version of carrom.
        MissingPartError: Ray is not installed.
    """
    found = Workers(workers) if isinstance(workers, int) else workers
    if found.backend == "ray":
        need("ray")
        _check_portable(tasks[:1])
        yield from _on_a_cluster(work, tasks, found.count)
    elif found.count <= 1:
        yield from (work(*task) for task in tasks)
    else:
        _check_portable(tasks[:1])
        yield from _in_processes(work, tasks, found.count)


def _in_processes(work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], count: int) -> Iterator[Result]:
    pool = ProcessPoolExecutor(count)
    try:
        yield from pool.map(work, *zip(*tasks, strict=True))
    except BrokenProcessPool:
        raise ProcessEndedError() from None
    finally:
        pool.shutdown(cancel_futures=True)


def _on_a_cluster(work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], count: int) -> Iterator[Result]:
    import ray

    with _connected():
        cluster: Any = ray  # whose functions have no types
        remote = cluster.remote(max_retries=RETRIES)(_checked)
        at_once = count or 2 * max(1, int(cluster.cluster_resources().get("CPU", 1)))  # each has the next one at hand
        left, running = iter(tasks), deque[Any]()
        try:
            while True:
                while len(running) < at_once and (task := next(left, None)) is not None:
                    running.append(remote.remote(version("carrom"), work, task))
                if not running:
                    return
                yield ray.get(running[0])
                running.popleft()
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
            raise ProcessEndedError() from None
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None  # as it would have been raised here
        finally:
            for one in running:
                ray.cancel(one, force=True)


@contextmanager
def _connected() -> Iterator[None]:
    """Use the cluster that the process uses already, or connect, and leave it afterwards."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # else it reports to its makers
    import ray

    if ray.is_initialized():
        yield
        return
    address = os.environ.get("RAY_ADDRESS", "")
    try:
        if (named := ADDRESS.fullmatch(address)) is not None:  # Ray itself would try for minutes
            socket.create_connection((named[1], int(named[2])), ANSWERS_WITHIN_S).close()
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        raise ClusterError("unreachable", address=address, cause=str(error).splitlines()[0]) from None
    try:
        yield
    finally:
        ray.shutdown()


def _checked(here: str, work: Callable[..., Result], task: tuple[Any, ...]) -> Result:
    """Run a task on a node of a cluster. Raises ClusterError: carrom is another there."""
    there = version("carrom")
    if there != here:
        raise ClusterError("version", here=here, there=there)
    return work(*task)


def _check_portable(tasks: Sequence[tuple[Any, ...]]) -> None:
    try:
        pickle.dumps(tasks)
    except Exception as error:  # what a value raises that cannot be pickled is its own
        raise NotPortableError(error=error) from None
