"""The kernel's C gives the same bits on a 64-bit ARM, which fuses operations where it may: played by qemu."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from carrom.physics import native
from carrom.physics.kernel_inputs import sliding_table
from carrom.physics.simulate import _layouts
from carrom.terms import Seat
from tests.support.physics import kernel_strokes
from tests.support.thorough import one_of
from tools import build_kernel

PROGRAM = Path(kernel_strokes.__file__).with_name("play_on_arm.c")
EMULATORS = ("qemu-aarch64-static", "qemu-aarch64")
COUNT = one_of(1_000, 3_000)


def played_by_arm(folder: Path, emulator: str, given: bytes, *flags: str) -> bytes:
    """What the C, compiled for ARM, makes of strokes."""
    target = ["-target", "aarch64-linux-musl", "-nostdlib", "-static", "-I", native.FOLDER, "-DCARROM_WHOLE=int32_t"]
    build_kernel.zig("cc", *target, *build_kernel.EXACT, "-Wno-error", *flags, PROGRAM, "-o", folder / "play")
    return subprocess.run([emulator, folder / "play"], input=given, capture_output=True, check=True).stdout


@pytest.mark.slow
def test_a_thousand_strokes_give_the_same_bits_on_arm(tmp_path: Path):
    emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
    if emulator is None:
        pytest.skip("qemu for aarch64 is not on this machine")
    strokes = kernel_strokes.samples(COUNT)
    parts = [sliding_table()]
    for position, stroke, surface in strokes:
        parameters = np.array(kernel_strokes.SURFACES_PLAYED[surface].parameters)
        parts += [np.array(stroke), _layouts((position,), Seat.SOUTH), parameters]
    given = np.concatenate([part.reshape(-1) for part in parts]).tobytes()

    reported = played_by_arm(tmp_path, emulator, given)

    expected = b"".join(part.tobytes() for row in kernel_strokes.played(strokes) for part in row)
    assert reported == expected
    assert played_by_arm(tmp_path, emulator, given, "-ffp-contract=fast") != expected  # what the flag is for
