"""Whether strokes can be simulated yet: the kernel is compiled by a child process into the cache of the data folder.

The server loads what the child compiled; compiling inside the server would cost it some 50 MB for ever.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
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


class Engine:
    """The kernel's state in this process; `run` is called once, when the server starts."""

    def __init__(self) -> None:
        self.state = EngineState.GETTING_READY
        self._done = asyncio.Event()

    async def run(self, warm_up: Callable[[], None] = load_kernel) -> None:
        """Compile in a child, load here by doing `warm_up`, say so."""
        try:
            await self._compile()
            await asyncio.to_thread(warm_up)
            self.state = EngineState.READY
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("the physics kernel could not be made ready")
            self.state = EngineState.FAILED
        self._done.set()

    async def _compile(self) -> None:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "carrom_web.matches.compile_kernel",
            stdin=asyncio.subprocess.PIPE,  # held open: the child ends when this process is gone
            start_new_session=True,  # Ctrl-C in the terminal stops the server alone, which then ends the child
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            assert child.stderr is not None  # noqa: S101
            errors = await child.stderr.read()
            await child.wait()  # not `communicate`: that would close its standard input
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
        if child.returncode:
            _log.error("compiling the kernel failed: %s", errors.decode(errors="replace")[-4000:])

    async def wait(self) -> None:
        """Return when strokes can be simulated, however long that takes: the page shows meanwhile what it waits for.

        Raises:
            EngineNotReadyError: they never can be.
        """
        if self.state is EngineState.GETTING_READY:
            await self._done.wait()
        if self.state is EngineState.FAILED:
            raise EngineNotReadyError(
                "The engine could not be started. Nothing has changed; the server's log says why."
            )


ENGINE = Engine()
