"""Draw the grain of the board's wood, a picture that darkens what lies below: static/board/grain.webp.

    .venv/bin/python tools/make_grain.py

Flat-sawn wood, its grain running away from the player: bent growth rings, fibres and pores from value noise. The same
bytes each time for the same version of Pillow.
"""

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float64]

TARGET = Path(__file__).resolve().parent.parent / "src" / "carrom_web" / "static" / "board" / "grain.webp"
SIDE = 370  # pixels of the 740 mm that are played on: the start page has no room for more bytes
LATTICE = 256
SEED = 7
WAVE, RINGS, FIBRES = 0.16, 9.0, 120.0  # how far rings bend, and how many rings and fibres there are across
DARK = (96, 58, 22)
DARKEST = 110  # of 255
QUALITY = 14


def main() -> None:
    """Write the picture."""
    TARGET.write_bytes(picture())


def picture() -> bytes:
    """The picture as WebP: one colour, more or less of it."""
    shade = np.clip(grain(SIDE), 0.0, 1.0)
    held = np.empty((SIDE, SIDE, 4), np.uint8)
    held[..., :3] = DARK
    held[..., 3] = np.round(shade * DARKEST)
    file = io.BytesIO()
    Image.fromarray(held, "RGBA").save(file, "WEBP", quality=QUALITY, alpha_quality=QUALITY, method=6)
    return file.getvalue()


def grain(side: int) -> Floats:
    """How dark the wood is, 0 to about 1. Shapes: result (side, side), rows from far to near."""
    noise = Noise(SEED)
    v, u = np.mgrid[0:side, 0:side] / side
    bend = noise(u * 2.1 + 7, v * 1.3) * WAVE + noise(u * 7 + 3, v * 2.6) * WAVE * 0.22
    ring = (u + bend) * RINGS
    figure = 0.5 + 0.5 * np.sin(2 * np.pi * (ring + 1.1 * noise(ring * 0.45, v * 0.5 + 11)))
    fibre = noise((u + bend * 0.7) * FIBRES, v * 4.2)
    pore = noise((u + bend * 0.5) * FIBRES * 1.9, v * 34 + 5)
    dark = 0.4 + 0.34 * (figure * figure - 0.38) + 0.55 * (fibre - 0.5)
    return np.asarray(dark + np.where(pore > 0.8, (pore - 0.8) * 1.4, 0.0))


class Noise:
    """Smooth noise from 0 to 1 on a lattice of random values."""

    def __init__(self, seed: int) -> None:
        """Draw the lattice."""
        rng = np.random.default_rng(seed)
        self.values = rng.random(LATTICE)
        self.order = np.tile(rng.permutation(LATTICE), 2)

    def __call__(self, x: Floats, y: Floats) -> Floats:
        """The value at points of any shape."""
        xi, yi = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
        fx, fy = x - xi, y - yi
        fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
        a, b = self.order[xi & 255], self.order[(xi + 1) & 255]
        j, k = yi & 255, (yi + 1) & 255
        p, q = self.values[self.order[a + j]], self.values[self.order[b + j]]
        s, t = self.values[self.order[a + k]], self.values[self.order[b + k]]
        return np.asarray(p + (q - p) * fx + (s - p + (p - q - s + t) * fx) * fy)


if __name__ == "__main__":
    main()
