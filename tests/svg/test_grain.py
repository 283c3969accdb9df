"""The grain of the board's wood is the picture that its tool draws."""

import io

import numpy as np
from PIL import Image

from tools import make_grain


def test_the_grain_is_drawn_by_its_tool_and_weighs_little():
    held = make_grain.TARGET.read_bytes()
    drawn, again = (np.asarray(Image.open(io.BytesIO(data)), float) for data in (held, make_grain.picture()))

    assert len(held) < 5_500
    assert drawn.shape == again.shape == (make_grain.SIDE, make_grain.SIDE, 4)
    assert np.abs(drawn - again)[..., 3].mean() < 1.0  # another version of the library may round otherwise
    assert drawn[..., 3].std() > 10
