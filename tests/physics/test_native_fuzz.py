"""Broken arrays and any bytes do the compiled kernel no harm: its entries are called under a sanitizer of addresses."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from carrom.physics import native
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.surface import TOURNAMENT
from tests.support.physics import fuzz_native
from tests.support.thorough import one_of

CHECKED = (
    "-std=c11",
    one_of("-O0", "-O1"),
    "-g",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
)
EXACT = ("-ffp-contract=off", "-fno-math-errno")
LIBRARIES = ("libasan.so", "libubsan.so")
CALLS = one_of(500, 20_000)  # of some 25 entries each
# Checks of a length that are left out to see whether a sanitizer notices: the first within the first calls.
LEFT_OUT = one_of(("rows[PLACED] < rows[LYING]",), ("rows[PLACED] < rows[LYING]", "rows[FINALS] < rows[STROKES]"))


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The module as gcc checks each of its accesses, and the environment in which it can be loaded."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("gcc is not on this machine")
    folder = tmp_path_factory.mktemp("sanitized")
    sources = [native.FOLDER / name for name in native.SOURCES if name.endswith(".c")]
    if any(compiled(source, folder).returncode for source in sources):
        pytest.skip("this gcc has no sanitizers")
    made = linked([folder / f"{source.stem}.o" for source in sources], folder / "kernel.so")
    named = [subprocess.run([gcc, f"-print-file-name={name}"], capture_output=True, text=True) for name in LIBRARIES]
    preload = " ".join(done.stdout.strip() for done in named)
    return made, {**os.environ, "LD_PRELOAD": preload, "ASAN_OPTIONS": "detect_leaks=0"}  # the interpreter's own


def compiled(source: Path, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Compile one source into an object of the same name; the module's headers lie beside the originals."""
    command = ["gcc", *CHECKED, *EXACT, *native.FLAGS_OF_A_MODULE, "-I", native.FOLDER, "-c", source]
    return subprocess.run([*command, "-o", folder / f"{source.stem}.o"], capture_output=True, check=False)


def linked(objects: list[Path], made: Path) -> Path:
    """Make the module of its objects."""
    subprocess.run(["gcc", *CHECKED, *native.FLAGS_OF_A_MODULE, *objects, "-o", made], check=True, capture_output=True)
    return made


def fuzz(sanitized: tuple[Path, dict[str, str]], seed: int) -> subprocess.CompletedProcess[str]:
    made, environment = sanitized
    surface = np.concatenate((parameters_of(TOURNAMENT), sliding_table().ravel())).tobytes().hex()
    command = [sys.executable, "-W", "ignore", fuzz_native.__file__, str(made), str(seed), str(CALLS), surface]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_of([1], [1, 2, 3]))
def test_no_call_reads_or_writes_where_it_may_not(seed: int, sanitized: tuple[Path, dict[str, str]]):
    done = fuzz(sanitized, seed)

    assert done.returncode == 0, done.stderr[-3000:]
    played, refused = map(int, done.stdout.split())
    assert played > CALLS / 4 and refused > CALLS / 4


@pytest.mark.slow
@pytest.mark.parametrize("check", LEFT_OUT)
def test_the_sanitizer_sees_a_write_that_goes_too_far(
    check: str, sanitized: tuple[Path, dict[str, str]], tmp_path: Path
):
    """The same module, but for one check of a length."""
    made, environment = sanitized
    module = tmp_path / "module.c"
    text = (native.FOLDER / "module.c").read_text()
    assert text.count(check) == 1
    module.write_text(text.replace(check, "0"))
    assert compiled(module, tmp_path).returncode == 0
    others = [made.parent / f"{Path(name).stem}.o" for name in native.SOURCES if name.endswith(".c")]
    objects = [tmp_path / "module.o", *(one for one in others if one.stem != "module")]
    careless = linked(objects, tmp_path / "careless.so")

    done = fuzz((careless, environment), 1)

    assert done.returncode != 0 and "heap-buffer-overflow" in done.stderr
