"""Other machines give the same bits.

The kernel's C on a 64-bit ARM, which fuses operations where it may, is played by qemu; the committed module for Windows
is loaded by a Windows program that wine runs.
"""

import os
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
ON_WINDOWS = Path(kernel_strokes.__file__).with_name("play_on_windows.c")
EMULATORS = ("qemu-aarch64-static", "qemu-aarch64")
WINES = ("wine64", "/usr/lib/wine/wine64", "wine")
COUNT = one_of(1_000, 3_000)


def played_by_arm(folder: Path, emulator: str, given: bytes, *flags: str) -> bytes:
    """What the C, compiled for ARM, makes of strokes."""
    target = ["-target", "aarch64-linux-musl", "-nostdlib", "-static", "-I", native.FOLDER, "-DCARROM_WHOLE=int32_t"]
    build_kernel.zig("cc", *target, *build_kernel.EXACT, "-Wno-error", *flags, PROGRAM, "-o", folder / "play")
    return subprocess.run([emulator, folder / "play"], input=given, capture_output=True, check=True).stdout


def handed_over(strokes: list[kernel_strokes.Sample]) -> bytes:
    """Strokes as these programs read them."""
    parts = [sliding_table()]
    for position, stroke, surface in strokes:
        parameters = np.array(kernel_strokes.SURFACES_PLAYED[surface].parameters)
        parts += [np.array(stroke), _layouts((position,), Seat.SOUTH), parameters]
    return np.concatenate([part.reshape(-1) for part in parts]).tobytes()


def played_here(strokes: list[kernel_strokes.Sample]) -> bytes:
    return b"".join(part.tobytes() for row in kernel_strokes.played(strokes) for part in row)


@pytest.mark.slow
def test_a_thousand_strokes_give_the_same_bits_on_arm(tmp_path: Path):
    emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
    if emulator is None:
        pytest.skip("qemu for aarch64 is not on this machine")
    strokes = kernel_strokes.samples(COUNT)
    given, expected = handed_over(strokes), played_here(strokes)

    assert played_by_arm(tmp_path, emulator, given) == expected
    assert played_by_arm(tmp_path, emulator, given, "-ffp-contract=fast") != expected  # what the flag is for


def program_for_windows(folder: Path) -> None:
    """Build play.exe and the python3.dll that the module asks for; the module is laid beside them."""
    general = ["-target", "x86_64-windows-gnu", "-march=x86_64", "-O1", "-ffp-contract=off", "-g0", "-I", native.FOLDER]
    small = ["-target", "x86_64-windows-gnu", "-fcompiler-rt", "-OReleaseSmall", "-fstrip", "-mcpu=x86_64"]
    build_kernel.zig("cc", *general, "-DPYTHON", "-c", ON_WINDOWS, "-o", folder / "python.o")
    build_kernel.zig("cc", *general, "-c", ON_WINDOWS, "-o", folder / "play.o")
    library = ["-dynamic", "-fentry=DllMainCRTStartup", "-fno-emit-implib"]
    build_kernel.zig("build-lib", *small, *library, folder / "python.o", f"-femit-bin={folder / 'python3.dll'}")
    system = ["-fentry=start", "-lkernel32"]
    build_kernel.zig("build-exe", *small, *system, folder / "play.o", f"-femit-bin={folder / 'play.exe'}")
    shutil.copy(build_kernel.NATIVE / "windows-x86_64.abi3", folder)


@pytest.mark.slow
def test_a_thousand_strokes_give_the_same_bits_by_the_module_for_windows(tmp_path: Path):
    wine = next(filter(None, map(shutil.which, WINES)), None)
    if wine is None:
        pytest.skip("wine is not on this machine")
    program_for_windows(tmp_path)
    strokes = kernel_strokes.samples(COUNT)
    given, expected = handed_over(strokes), played_here(strokes)
    environment = {**os.environ, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    best = native.native().use(0)

    for variant in {1, best}:
        command = [wine, "play.exe", str(variant), "windows-x86_64.abi3"]
        done = subprocess.run(command, input=given, capture_output=True, cwd=tmp_path, env=environment, check=True)
        assert done.stdout == expected, variant
