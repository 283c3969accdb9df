"""Whether strokes can be simulated yet: the kernel is compiled by a child process into the cache of the data folder.

The server loads what the child compiled; compiling inside the server would cost it some 50 MB for ever.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from carrom.errors import CarromError
from carrom_web.matches.compile_kernel import load_kernel

_log = logging.getLogger(__name__)


class EngineState(StrEnum):
    """What the page is told."""

    GETTING_READY = "getting-ready"
    READY = "ready"
    FAILED = "failed"


class EngineNotReadyError(CarromError):
    """The kernel could not be made ready."""

    code = "engine-not-ready"


@dataclass(frozen=True, slots=True)
class Compiled:
    """How far compiling has come."""

    functions: int
    of: int


class Engine:
    """The kernel's state in this process; `run` is called once, when the server starts."""

    def __init__(self) -> None:
        self.state = EngineState.GETTING_READY
        self.compiled: Compiled | None = None  # none: nothing had to be compiled so far
        self.change = asyncio.Event()  # set at the next change, which leaves another one here

    async def run(self, warm_up: Callable[[], None] = load_kernel) -> None:
        """Compile in a child, load here by doing `warm_up`, say so."""
        try:
            await self._compile()
            await asyncio.to_thread(warm_up)
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("the physics kernel could not be made ready")
            self.become(EngineState.FAILED)
        else:
            self.become(EngineState.READY)

    def become(self, state: EngineState, compiled: Compiled | None = None) -> None:
        """Change, and wake all who wait for a change."""
        self.state, self.compiled = state, compiled
        change, self.change = self.change, asyncio.Event()
        change.set()

    async def _compile(self) -> None:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "carrom_web.matches.compile_kernel",
            stdin=asyncio.subprocess.PIPE,  # held open: the child ends when this process is gone
            start_new_session=True,  # Ctrl-C in the terminal stops the server alone, which then ends the child
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert child.stdout is not None and child.stderr is not None  # noqa: S101
        try:
            _, errors = await asyncio.gather(self._follow(child.stdout), child.stderr.read())
            await child.wait()  # not `communicate`: that would close its standard input
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
        if child.returncode:
            _log.error("compiling the kernel failed: %s", errors.decode(errors="replace")[-4000:])

    async def _follow(self, lines: asyncio.StreamReader) -> None:
        """Read how far the child has come, until it ends."""
        async for line in lines:
            functions, of = map(int, line.split())
            self.become(EngineState.GETTING_READY, Compiled(functions, of))

    async def wait(self) -> None:
        """Return when strokes can be simulated, however long that takes: the page shows meanwhile what it waits for.

        Raises:
            EngineNotReadyError: they never can be.
        """
        while self.state is EngineState.GETTING_READY:
            await self.change.wait()
        if self.state is EngineState.FAILED:
            raise EngineNotReadyError()


ENGINE = Engine()
