"""The compiled kernel on disk: `python -m carrom.physics.kernel_cache` fills it.

Compiling takes some seconds and 100 MB that a process never gives back; loading takes some tenths of a second. So a
server lets a child process compile when it starts, and loads the result at the first stroke.

The folder is `carrom.data_folder.kernel_cache`, the same for the site and for the command line, unless numba was
imported before the kernel: then numba chooses. What cannot be written to is passed over, for numba's own choice.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from carrom.data_folder import kernel_cache

_following: list[Callable[[int, int], None]] = []


def follow_compiling(tell: Callable[[int, int], None]) -> None:
    """Have `tell(compiled, functions)` called while this process compiles the kernel, first with 0 of all functions.

    A kernel that is found compiled is loaded in some tenths of a second, and nobody is told.
    """
    _following.append(tell)


@contextmanager
def telling() -> Iterator[None]:
    """Load the kernel within this, so that those who follow hear how far its compiling has come."""
    share_cache()
    with ExitStack() as followed_by:
        if _following:
            from carrom.physics.compiling import followed

            for tell in _following:
                followed_by.enter_context(followed(tell))
        yield


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
