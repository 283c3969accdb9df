"""The compiled kernel and what it is given, each loaded or made when it is first asked for. numba is loaded here."""

import json
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel_cache import telling
from carrom.physics.surface import Surface


@cache
def kernel() -> ModuleType:
    """The compiled kernel."""
    with telling():
        from carrom.physics import kernel as compiled
    return compiled


@cache
def sliding_table() -> NDArray[np.float64]:
    """Stopping force and bend of a disc that slides and spins (`make_sliding`). Shapes: result (257, 2)."""
    text = Path(__file__).with_name("sliding.json").read_text(encoding="ascii")
    return np.array(json.loads(text))


@lru_cache(maxsize=64)
def parameters_of(surface: Surface) -> NDArray[np.float64]:
    """A surface as the kernel takes it. Shapes: result (PARAMETERS,)."""
    return np.array(surface.parameters)
