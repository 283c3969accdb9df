"""The compiled kernel on disk: `python -m carrom.physics.kernel_cache` fills it.

Compiling takes some seconds and 100 MB that a process never gives back; loading takes some tenths of a second. So a
server lets a child process compile when it starts, and loads the result at the first stroke.

The folder is `carrom.data_folder.kernel_cache`, the same for the site and for the command line, unless numba was
imported before the kernel: then numba chooses. What cannot be written to is passed over, for numba's own choice.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from carrom.data_folder import kernel_cache

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
    share_cache()
    timers = [threading.Timer(LOADS_WITHIN, tell) for tell in _asked]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()


def share_cache() -> None:
    """Have numba look for the compiled kernel where all of this machine's commands and servers keep it."""
    if "numba" not in sys.modules:
        os.environ["NUMBA_CACHE_DIR"] = str(kernel_cache())


def compile_kernel() -> None:
    """Compile the kernel, or load it if that was done before; numba is imported here."""
    share_cache()
    from carrom.physics import kernel  # noqa: F401  # compiled or loaded by its import


if __name__ == "__main__":
    compile_kernel()
