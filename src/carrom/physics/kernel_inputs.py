"""The kernel's inputs besides strokes and positions: a surface's parameters and the table of sliding discs."""

import json
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrom.physics.surface import Surface


@cache
def sliding_table() -> NDArray[np.float64]:
    """Stopping force and bend of a disc that slides and spins (`build_sliding_table`). Shapes: result (257, 2)."""
    text = Path(__file__).with_name("sliding.json").read_text(encoding="ascii")
    return np.array(json.loads(text))


@lru_cache(maxsize=64)
def parameters_of(surface: Surface) -> NDArray[np.float64]:
    """A surface as the kernel takes it. Shapes: result (PARAMETERS,)."""
    return np.array(surface.parameters)
