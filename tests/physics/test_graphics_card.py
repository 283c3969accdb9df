"""Strokes on a graphics card: the processor's bits where there is one, a clear refusal where there is none.

What the module asks of the driver is tried everywhere, on a driver of these tests: memory of this process, and the
processor's own kernel for the card's.
"""

import ctypes
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from carrom.messages import sentence
from carrom.parts import MissingPartError, installed
from carrom.physics import graphics_card as module
from carrom.physics import kernel
from carrom.physics.batch import StrokeResults
from carrom.physics.errors import GraphicsCardError
from carrom.physics.graphics_card import GraphicsCard, graphics_card
from carrom.physics.native import native
from carrom.physics.simulate import simulate_batch, simulate_layouts
from tests.support.physics.samples import any_stroke, midgame_strokes, scattered

FIELDS = ("layouts", "pocketed", "first_contact", "struck", "spread", "durations", "event_counts", "status")


class Status(IntEnum):
    SUCCESS = 0
    OUT_OF_MEMORY = 2


class HostDriver:
    """The calls of NVIDIA's driver that are used, on memory of this process; counts what is not given back."""

    class CUdevice_attribute:
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = "major"
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = "minor"

    def __init__(self, *, cards: int = 1, capability: tuple[int, int] = (9, 0), room: int = 1 << 30) -> None:
        self.cards, self.capability, self.room = cards, capability, room
        self.held: dict[int, Any] = {}
        self.launches = 0

    def cuMemAlloc(self, size: int) -> tuple[Any, ...]:
        if size > self.room:
            return (Status.OUT_OF_MEMORY, 0)
        memory = ctypes.create_string_buffer(max(size, 1))
        self.held[ctypes.addressof(memory)] = memory
        return (Status.SUCCESS, ctypes.addressof(memory))

    def cuMemFree(self, place: int) -> tuple[Any, ...]:
        del self.held[place]
        return (Status.SUCCESS,)

    def cuMemcpyHtoD(self, place: int, source: int, size: int) -> tuple[Any, ...]:
        assert size <= len(self.held[place])
        ctypes.memmove(place, source, size)
        return (Status.SUCCESS,)

    def cuMemcpyDtoH(self, target: int, place: int, size: int) -> tuple[Any, ...]:
        assert size <= len(self.held[place])
        ctypes.memmove(target, place, size)
        return (Status.SUCCESS,)

    def cuLaunchKernel(self, _entry: Any, blocks: int, *rest: Any) -> tuple[Any, ...]:
        """Play the strokes as `play_strokes` of native/device.c would, from the same arguments."""
        self.launches += 1
        block, ((*places, count, rows), kinds) = rest[2], rest[-2]
        assert len(kinds) == 10 and (blocks - 1) * block < count <= blocks * block
        shapes: list[tuple[tuple[int, ...], Any]] = [
            ((count, 3), np.float64),
            ((rows, 20, 2), np.float64),
            ((kernel.PARAMETERS,), np.float64),
            ((257, 2), np.float64),
            ((count, 20, 2), np.float64),
            ((count, 20), np.int8),
            ((count, kernel.FACTS), np.int32),
            ((count,), np.float64),
        ]
        arrays = [
            np.frombuffer(self.held[place], kind, int(np.prod(shape))).reshape(shape)
            for place, (shape, kind) in zip(places, shapes, strict=True)
        ]
        facts = arrays[6].astype(np.int64)
        nothing = np.empty((0, kernel.SEGMENT_COLUMNS)), np.empty((0, kernel.EVENT_COLUMNS))
        native().simulate_strokes(*arrays[:6], facts, arrays[7], *nothing)
        arrays[6][:] = facts
        return (Status.SUCCESS,)

    def cuDeviceGetAttribute(self, which: str, _device: int) -> tuple[Any, ...]:
        return (Status.SUCCESS, self.capability[which == "minor"])

    def cuDeviceGetCount(self) -> tuple[Any, ...]:
        return (Status.SUCCESS, self.cards)

    def cuDeviceGetName(self, _size: int, _device: int) -> tuple[Any, ...]:
        return (Status.SUCCESS, b"Host\0\0")

    def cuModuleLoadData(self, image: bytes) -> tuple[Any, ...]:
        assert image.startswith(b"//") and image.endswith(b"}\n\0")
        return (Status.SUCCESS, "module")

    def cuModuleGetFunction(self, _module: str, entry: bytes) -> tuple[Any, ...]:
        assert b".entry " + entry in module.PTX.read_bytes()
        return (Status.SUCCESS, "entry")

    def __getattr__(self, name: str) -> Any:
        assert name in ("cuInit", "cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuCtxSynchronize")
        return lambda *_: (Status.SUCCESS, 0) if name.endswith(("Get", "Retain")) else (Status.SUCCESS,)


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostDriver]:
    """A driver of these tests with one card, which `backend="cuda"` finds."""
    one = HostDriver()
    card = GraphicsCard(one)
    monkeypatch.setattr(module, "graphics_card", lambda: card)
    yield one
    assert not one.held


def same(one: StrokeResults, other: StrokeResults) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in FIELDS)


def samples(count: int) -> tuple[list[Any], list[Any]]:
    rng = np.random.default_rng(20)
    cases = [any_stroke(rng) for _ in range(count)]
    return [position for position, _ in cases], [stroke for _, stroke in cases]


@pytest.mark.parametrize("at_once", [7, 64, 1 << 18])
def test_strokes_go_to_the_card_in_parts_and_come_back_whole(
    at_once: int, driver: HostDriver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "AT_ONCE", at_once)
    positions, strokes = samples(100)

    assert same(simulate_batch(positions, strokes, backend="cuda"), simulate_batch(positions, strokes))
    assert driver.launches == -(-100 // at_once)


def test_one_position_serves_all_strokes_and_no_stroke_needs_no_card(driver: HostDriver):
    rng = np.random.default_rng(21)
    position = scattered(rng, 8)
    strokes = midgame_strokes(rng, position, 90)
    strokes[5] = (0.0, 0.0, -1.0)  # cannot be played: its row says so

    on_card = simulate_batch(position, strokes, backend="cuda", strict=False)

    assert same(on_card, simulate_batch(position, strokes, strict=False)) and on_card.status[5]
    assert len(simulate_layouts(np.full((1, 20, 2), np.nan), np.empty((0, 3)), backend="cuda")) == 0
    assert driver.launches == 1


def test_a_card_that_fails_is_an_error_and_gives_its_memory_back(driver: HostDriver):
    positions, strokes = samples(40)
    driver.room = 10_000

    with pytest.raises(GraphicsCardError) as failed:
        simulate_batch(positions, strokes, backend="cuda")

    assert "cuMemAlloc answered OUT_OF_MEMORY" in sentence(failed.value)


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ({"cards": 0}, "There is no NVIDIA graphics card"),
        ({"capability": (6, 1)}, "compute capability 6.1, but strokes need 7.5"),
    ],
)
def test_a_machine_without_a_card_that_can_be_used_says_why(without: dict[str, Any], said: str):
    with pytest.raises(GraphicsCardError) as refused:
        GraphicsCard(HostDriver(**without))

    assert said in sentence(refused.value)


def test_without_the_part_or_the_driver_it_says_what_to_do() -> None:
    try:
        graphics_card()
    except MissingPartError as error:
        assert not installed("gpu") and "[gpu]" in sentence(error)
    except GraphicsCardError as error:
        assert error.args[0] in ("no-driver", "none", "too-old")


@pytest.mark.slow
def test_a_real_card_gives_the_processors_bits():
    try:
        card = graphics_card()
    except (MissingPartError, GraphicsCardError) as error:
        pytest.skip(f"no graphics card: {sentence(error)}")
    positions, strokes = samples(20_000)

    assert same(simulate_batch(positions, strokes, backend="cuda"), simulate_batch(positions, strokes)), card.name
