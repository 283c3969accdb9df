"""The processes in which computers think: started when there is something to decide, ended when nobody plays.

A process takes one decision at a time and is replaced if it dies. Its program is `matches/bot_worker.py`; jobs and
answers
are `carrom.bots.worker`'s, pickled between the two. An answer depends on its job alone, never on who gave it or when.
"""

import asyncio
import contextlib
import logging
import pickle
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from carrom.bots.worker import CoachJob, Done, Job
from carrom_web.matches.bot_worker import LENGTH

_log = logging.getLogger(__name__)

PATIENCE_S = 120.0  # for one answer, which takes a second or two of processor; then the worker is taken to hang
START_S = 120.0
IDLE_S = 600.0  # after so long without a decision a process ends


class WorkerDiedError(RuntimeError):
    """The worker ended, or did not answer in time; the job may be asked again."""


class Worker:
    """One worker process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is none."""
        alive = self._process is not None and self._process.returncode is None
        return self._process.pid if alive and self._process else None

    async def start(self) -> None:
        """Start the process, if there is none, and wait until it can think."""
        async with self._one_at_a_time:
            await self._ready()

    async def think(self, job: Job | CoachJob) -> Done:
        """Return the answer of one job.

        Raises:
            WorkerDiedError: the process ended or hangs; the next job gets a new one.
        """
        async with self._one_at_a_time:
            process = await self._ready()
            try:
                return await asyncio.wait_for(self._exchange(process, job), PATIENCE_S)
            except (TimeoutError, EOFError, OSError) as error:
                await self._end()
                raise WorkerDiedError(f"the computers' worker gave no answer ({type(error).__name__})") from None
            except asyncio.CancelledError:
                await self._end()  # its answer would be taken for that of the next job
                raise

    async def stop(self) -> None:
        """End the process."""
        await self._end()

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        self.starts += 1
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "carrom_web.matches.bot_worker",
                stdin=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C in the terminal stops the server alone, which then ends the worker
                stdout=asyncio.subprocess.PIPE,
            )
            assert process.stdout is not None  # noqa: S101
            await asyncio.wait_for(process.stdout.readexactly(1), START_S)  # it says that it has started
        except (TimeoutError, EOFError, OSError):
            await self._end()
            raise WorkerDiedError("the computers' worker could not be started") from None
        except asyncio.CancelledError:
            await self._end()
            raise
        return process

    async def _exchange(self, process: asyncio.subprocess.Process, job: Job | CoachJob) -> Done:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101
        text = pickle.dumps(job)
        process.stdin.write(LENGTH.pack(len(text)) + text)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        done = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301  # from our own child
        if not isinstance(done, Done) or done.key != job.key:
            raise EOFError("an answer to another question")
        return done

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()


class Workers:
    """As many processes as are needed, `most` at once. Decisions are taken in the order in which they are asked for.

    A match awaits one decision at a time, so each match has its turn before any other has a second one.
    """

    def __init__(self, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._clock = clock
        self._all: list[Worker] = []
        self._free: list[Worker] = []  # which thought last thinks next: the others may end
        self._ready = asyncio.Semaphore(0)  # as many as are free; unlike a queue it lets nobody in before who waits
        self._used: dict[Worker, float] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._ended_starts = 0

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(worker.pid for worker in self._all if worker.pid is not None)

    @property
    def starts(self) -> int:
        """How many processes were started so far."""
        return self._ended_starts + sum(worker.starts for worker in self._all)

    def wake(self) -> None:
        """See to it that one process runs, or starts: somebody is about to need it."""
        if not self._all:
            self._start_one()

    async def start_all(self) -> None:
        """Have all processes running."""
        while len(self._all) < self.most:
            self._start_one()
        await asyncio.gather(*self._starting)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[Callable[[Job | CoachJob], Awaitable[Done]]]:
        """Wait for a process that is free; return what asks it for the answer of a job.

        Asking raises:
            WorkerDiedError: two processes in turn ended, or hung, over it.
        """
        self._waiting += 1
        try:
            if self._waiting > len(self._free) + len(self._starting) and len(self._all) < self.most:
                self._start_one()  # meanwhile another one may become free: whichever is ready first is taken
            await self._ready.acquire()
        finally:
            self._waiting -= 1
        worker = self._free.pop()
        try:
            yield partial(self._think, worker)
        finally:
            self._set_free(worker)

    async def _think(self, worker: Worker, job: Job | CoachJob) -> Done:
        try:
            return await worker.think(job)
        except WorkerDiedError as error:
            _log.warning("%s; a new one is asked", error)
            return await worker.think(job)

    async def end_idle(self) -> None:
        """End the processes that nobody has needed for a while."""
        while not self._ready.locked() and self._clock() - self._used[self._free[0]] > IDLE_S:
            await self._ready.acquire()  # at once, for nobody waits
            worker = self._free.pop(0)
            self._all.remove(worker)
            del self._used[worker]
            self._ended_starts += worker.starts
            await worker.stop()

    async def stop(self) -> None:
        """End all processes."""
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._all:
            await worker.stop()

    def _start_one(self) -> None:
        worker = Worker()
        self._all.append(worker)
        self._used[worker] = self._clock()
        task = asyncio.create_task(self._made_ready(worker))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _made_ready(self, worker: Worker) -> None:
        try:
            await worker.start()
        except WorkerDiedError as error:
            _log.warning("%s; it is tried again with the next decision", error)
        self._set_free(worker)

    def _set_free(self, worker: Worker) -> None:
        self._used[worker] = self._clock()
        self._free.append(worker)
        self._ready.release()
