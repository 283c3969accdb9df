"""The compiled kernel on disk: `python -m carrom.physics.kernel_cache` fills it.

Compiling takes some seconds and 100 MB that a process never gives back; loading takes some tenths of a second. So a
server lets a child process compile when it starts, and loads the result at the first stroke.

The folder is numba's: that of the environment variable NUMBA_CACHE_DIR when it is set (the caller sets it, to a folder
under CARROM_DATA, before anything imports numba), else `__pycache__` beside the kernel, if it can be written to.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOADS_WITHIN = 3.0  # seconds; what takes longer to load is being compiled
_asked: list[Callable[[], None]] = []


def tell_if_compiling(tell: Callable[[], None]) -> None:
    """Have `tell` called, by another thread, whenever this process has to wait until the kernel is compiled.

    It has to if loading takes longer than LOADS_WITHIN: what numba finds of what it compiled, numba alone knows.
    """
    _asked.append(tell)


@contextmanager
def telling() -> Iterator[None]:
    """Load the kernel within this, so that those who asked are told if it takes its time."""
    timers = [threading.Timer(LOADS_WITHIN, tell) for tell in _asked]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()


def compile_kernel() -> None:
    """Compile the kernel, or load it if that was done before; numba is imported here."""
    from carrom.physics import kernel  # noqa: F401  # compiled or loaded by its import


if __name__ == "__main__":
    compile_kernel()
