"""Whoever waits for the physics to be compiled is told so, once it takes longer than loading does."""

import threading

import pytest

from carrom.physics import kernel_cache


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when somebody was told."""
    event = threading.Event()
    monkeypatch.setattr(kernel_cache, "_asked", [])
    kernel_cache.tell_if_compiling(event.set)
    return event


def test_a_kernel_that_takes_longer_than_loading_is_told_of(told: threading.Event, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_cache, "LOADS_WITHIN", 0.0)

    with kernel_cache.telling():
        assert told.wait(10)


def test_a_kernel_that_is_loaded_in_time_is_not_told_of(told: threading.Event):
    with kernel_cache.telling():
        waiting = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    for timer in waiting:
        timer.join(10)

    assert waiting and not told.is_set()
