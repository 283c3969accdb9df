"""How far a command has come: a bar on a terminal once it has taken two seconds, and nothing in a pipe or a log."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

AFTER_S = 2.0
Item = TypeVar("Item")


def progress(items: Iterable[Item], *, total: int, unit: str) -> Iterator[Item]:
    """Give the items as they come, and show on standard error how many of all there have been.

    Args:
        unit: what an item is, in the singular: "board".
    """
    # disable=None: only where standard error is a terminal
    yield from tqdm(items, total=total, unit=f" {unit}", delay=AFTER_S, disable=None, leave=False, dynamic_ncols=True)
