"""Progress of a command: a bar on a terminal once it has taken two seconds, and nothing in a pipe or a log."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tqdm import tqdm

AFTER_S = 2.0
Item = TypeVar("Item")


def progress(items: Iterable[Item], *, total: int, unit: str) -> Iterator[Item]:
    """Return the items as they come, and show on standard error how many of all there have been.

    Args:
        unit: what an item is, in the singular: "board".
    """
    yield from _bar(items, total=total, unit=unit)


@contextmanager
def counted(unit: str) -> Iterator[Callable[[int, int], None]]:
    """Return a function to call with the count so far and the total, where the total is found out on the way."""
    with _bar(None, total=None, unit=unit) as bar:

        def report(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield report


def _bar(items: Iterable[Item] | None, *, total: int | None, unit: str) -> Any:
    # disable=None: only where standard error is a terminal
    return tqdm(items, total=total, unit=f" {unit}", delay=AFTER_S, disable=None, leave=False, dynamic_ncols=True)
