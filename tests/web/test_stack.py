"""Calls below `with_room` ask the system for no memory, whatever their depth."""

from collections.abc import Callable

import pytest

from carrom_web.core.stack import with_room

resource = pytest.importorskip("resource", reason="this system does not count pages of memory")

DEPTHS, CALLS = range(0, 160, 2), 400
FEW = 100  # pages of memory: those that the first calls write to


def leaf(one: int) -> int:
    return one + 1


def pages_asked_for(depth: int) -> int:
    """Pages of memory that this thread was given for calls in a loop at a depth."""
    if depth:
        return pages_asked_for(depth - 1)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for number in range(CALLS):
        leaf(number)
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def most(ask: Callable[[int], int]) -> int:
    return max(ask(depth) for depth in DEPTHS)


@pytest.mark.skipif(not hasattr(resource, "RUSAGE_THREAD"), reason="this system does not count them by thread")
def test_loops_at_any_depth_take_no_memory_from_the_system():
    if most(pages_asked_for) < CALLS:
        pytest.skip("this Python keeps the memory that it has asked for")

    assert most(with_room(pages_asked_for)) < FEW
