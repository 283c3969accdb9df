"""How far numba has come with compiling the kernel, function by function. numba is loaded here."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from numba.core import event
from numba.core.dispatcher import Dispatcher

COMPILING = "numba:compile"
KERNEL = "carrom.physics.kernel"


class _Compiled(event.Listener):
    """Counts the kernel's functions as numba tells of each that it starts and ends to compile."""

    def __init__(self, tell: Callable[[int, int], None]) -> None:
        self._tell = tell
        self._done: set[str] = set()  # by name: one that is compiled for two types of arguments counts once
        self._all = 0

    def on_start(self, event: event.Event) -> None:
        """The entry comes first: it is compiled as soon as it is defined, and what it calls within that."""
        if _of_the_kernel(event) and not self._all:
            defined = vars(sys.modules[KERNEL]).values()
            self._all = 1 + sum(isinstance(each, Dispatcher) for each in defined)  # the entry has no name there yet
            self._tell(0, self._all)

    def on_end(self, event: event.Event) -> None:
        """One more is compiled, unless it is a second time."""
        function = event.data["dispatcher"].py_func
        if _of_the_kernel(event) and function.__name__ not in self._done:
            self._done.add(function.__name__)
            self._tell(len(self._done), self._all)


def _of_the_kernel(event: event.Event) -> bool:
    """Whether it tells of a function of ours, not of one of numba's that it calls."""
    return bool(event.data["dispatcher"].py_func.__module__ == KERNEL)


@contextmanager
def followed(tell: Callable[[int, int], None]) -> Iterator[None]:
    """Call `tell(compiled, functions)` while the kernel is compiled within this."""
    listener = _Compiled(tell)
    event.register(COMPILING, listener)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        event.unregister(COMPILING, listener)  # type: ignore[no-untyped-call]
