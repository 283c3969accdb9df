"""The process in which computers think: started, asked, and started again if it dies. One decision at a time.

Its own program is `matches/worker.py`; jobs and answers are `carrom.bots.worker`'s, pickled between the two.
"""

import asyncio
import contextlib
import logging
import pickle
import sys

from carrom.bots.worker import Done, Job
from carrom_web.common.child_process import LENGTH

_log = logging.getLogger(__name__)

PATIENCE_S = 60.0  # for one answer, whose length is counted in strokes; then the worker is taken to hang
WARM_UP_S = 120.0


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

    async def think(self, job: Job) -> Done:
        """Give the answer of one job.

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
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "carrom_web.matches.worker",
            stdin=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal stops the server alone, which then ends the worker
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None  # noqa: S101
            await asyncio.wait_for(process.stdout.readexactly(1), WARM_UP_S)  # it says that it is ready
        except (TimeoutError, EOFError, OSError):
            await self._end()
            raise WorkerDiedError("the computers' worker could not be started") from None
        except asyncio.CancelledError:
            await self._end()
            raise
        return process

    async def _exchange(self, process: asyncio.subprocess.Process, job: Job) -> Done:
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
