"""The channel layer of one process looks for what has expired once a second, and forgets nothing else."""

import asyncio
import inspect
import time

import pytest
from channels.layers import InMemoryChannelLayer

from carrom_web.core.memory_layer import EVERY_S, MemoryLayer


def test_what_it_overrides_is_there_in_the_version_that_is_pinned():
    """A private member of channels: each message asks it."""
    parameters = inspect.signature(InMemoryChannelLayer._clean_expired).parameters

    assert list(parameters) == ["self"]
    assert all(
        "self._clean_expired()" in inspect.getsource(method)
        for method in (InMemoryChannelLayer.receive, InMemoryChannelLayer.group_send)
    )


async def test_messages_arrive_in_order_and_expire_all_the_same(monkeypatch: pytest.MonkeyPatch):
    layer = MemoryLayer(expiry=1)
    await layer.group_add("match", "one")
    await layer.group_add("match", "two")
    for number in range(3):
        await layer.group_send("match", {"type": "changed", "number": number})

    assert [(await layer.receive("one"))["number"] for _ in range(3)] == [0, 1, 2]

    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 5)
    layer._cleaned_at -= EVERY_S
    await layer.group_send("match", {"type": "changed", "number": 3})

    assert (await layer.receive("one"))["number"] == 3
    with pytest.raises(TimeoutError):  # nobody took its messages in time, so that it has left the group
        async with asyncio.timeout(0.05):
            await layer.receive("two")


async def test_many_messages_look_once(monkeypatch: pytest.MonkeyPatch):
    looked = []
    monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", lambda self: looked.append(self))
    layer = MemoryLayer()
    await layer.group_add("match", "one")
    for number in range(50):
        await layer.group_send("match", {"type": "changed", "number": number})
        await layer.receive("one")

    assert 1 <= len(looked) <= 3
