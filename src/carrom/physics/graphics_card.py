"""Many strokes on an NVIDIA graphics card: the kernel's own C, compiled to PTX, one stroke a thread.

The results are those of the processor, to the bit: every operation is rounded by itself (docs/decisions/0005). Needs
the part `gpu` and NVIDIA's driver; `native/nvidia.ptx` is made by tools/build_kernel.py.
"""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.parts import need
from carrom.physics.errors import GraphicsCardError
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.surface import Surface

PTX = Path(__file__).parent / "native" / "nvidia.ptx"
ENTRY = b"play_strokes"
BLOCK = 64  # threads; 32 to 128 are equally fast
AT_ONCE = 1 << 18  # strokes; they and what becomes of them take 210 MB of the card's memory
OLDEST = (7, 5)  # compute capability


class GraphicsCard:
    """A card's context with the kernel in it; calls take turns."""

    def __init__(self, driver: Any) -> None:
        """Open the first card. Raises GraphicsCardError."""
        self.driver = driver
        self._turn = threading.Lock()
        try:
            self._ask("cuInit", 0)
        except RuntimeError:  # cuda-bindings finds no library of the driver
            raise GraphicsCardError("no-driver") from None
        if not self._ask("cuDeviceGetCount"):
            raise GraphicsCardError("none")
        device = self._ask("cuDeviceGet", 0)
        which = driver.CUdevice_attribute
        capability = (
            self._ask("cuDeviceGetAttribute", which.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
            self._ask("cuDeviceGetAttribute", which.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
        )
        if capability < OLDEST:
            found, least = (f"{major}.{minor}" for major, minor in (capability, OLDEST))
            raise GraphicsCardError("too-old", capability=found, least=least)
        self.name = self._ask("cuDeviceGetName", 100, device).split(b"\0")[0].decode()
        self._context = self._ask("cuDevicePrimaryCtxRetain", device)
        self._ask("cuCtxSetCurrent", self._context)
        self._module = self._ask("cuModuleLoadData", PTX.read_bytes() + b"\0")
        self._entry = self._ask("cuModuleGetFunction", self._module, ENTRY)

    def simulate_strokes(
        self,
        strokes: NDArray[np.float64],
        layouts: NDArray[np.float64],
        surface: Surface,
        finals: NDArray[np.float64],
        fallen: NDArray[np.int8],
        facts: NDArray[np.int64],
        durations: NDArray[np.float64],
    ) -> None:
        """Do what `kernel.simulate_strokes` does, without recording.

        Raises:
            GraphicsCardError: the card has too little memory, or fails.
        """
        with self._turn:
            self._ask("cuCtxSetCurrent", self._context)  # of this thread
            for start in range(0, len(strokes), AT_ONCE):
                part = slice(start, start + AT_ONCE)
                own = layouts if len(layouts) == 1 else layouts[part]
                few = facts[part].astype(np.int32)
                self._play(strokes[part], own, surface, finals[part], fallen[part], few, durations[part])
                facts[part] = few

    def _play(
        self, strokes: NDArray[np.float64], layouts: NDArray[np.float64], surface: Surface, *results: NDArray[Any]
    ) -> None:
        given = (strokes, layouts, parameters_of(surface), sliding_table())
        with self._copied(*given, *results) as places:
            values = (*places, len(strokes), len(layouts))
            kinds = (*[None] * len(places), ctypes.c_int, ctypes.c_int)
            blocks = (len(strokes) + BLOCK - 1) // BLOCK
            self._ask("cuLaunchKernel", self._entry, blocks, 1, 1, BLOCK, 1, 1, 0, 0, (values, kinds), 0)
            self._ask("cuCtxSynchronize")
            for array, place in zip(results, places[len(given) :], strict=True):
                self._ask("cuMemcpyDtoH", array.ctypes.data, place, array.nbytes)

    @contextmanager
    def _copied(self, *arrays: NDArray[Any]) -> Iterator[list[Any]]:
        """Places of the card's memory with what arrays hold, free again afterwards."""
        places: list[Any] = []
        try:
            for array in arrays:
                assert array.flags.c_contiguous  # noqa: S101  # else other memory would be copied
                places.append(self._ask("cuMemAlloc", array.nbytes))
                self._ask("cuMemcpyHtoD", places[-1], array.ctypes.data, array.nbytes)
            yield places
        finally:
            for place in places:
                self._ask("cuMemFree", place)

    def _ask(self, name: str, *arguments: Any) -> Any:
        """Call the driver and return what it answers. Raises GraphicsCardError."""
        status, *answer = getattr(self.driver, name)(*arguments)
        if int(status):
            raise GraphicsCardError("failed", call=name, status=getattr(status, "name", status))
        return answer[0] if len(answer) == 1 else None


@cache
def graphics_card() -> GraphicsCard:
    """The first card, opened when it is first asked for, which takes some seconds.

    Raises:
        GraphicsCardError: there is none that can be used; it says why.
        MissingPartError: the part `gpu` is not installed.
    """
    need("gpu")
    from cuda.bindings import driver

    return GraphicsCard(driver)
