"""The compiled engine: which file is loaded, what it refuses, and what happens on a machine that has no file."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from carrom.cli import main
from carrom.equipment.position import Position
from carrom.physics import kernel, native
from carrom.physics.errors import NoKernelError
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.simulate import _layouts, simulate_batch
from carrom.physics.surface import TOURNAMENT
from carrom.terms import Seat
from tests.support.physics import kernel_strokes
from tools import build_kernel

HERE = native.FOLDER / native.file_name()  # the committed engine of this machine


def arrays(count: int = 3) -> dict[str, Any]:
    """What the entry is given for so many strokes of the striker alone."""
    return {
        "strokes": np.tile((0.0, 0.1, 2.0), (count, 1)),
        "layouts": _layouts((Position(),), Seat.SOUTH),
        "parameters": parameters_of(TOURNAMENT).copy(),
        "table": sliding_table().copy(),
        "finals": np.full((count, kernel.DISCS, 2), np.nan),
        "fallen": np.full((count, kernel.DISCS), -1, np.int8),
        "facts": np.zeros((count, kernel.FACTS), np.int64),
        "durations": np.zeros(count),
        "segments": np.empty((0, kernel.SEGMENT_COLUMNS)),
        "events": np.empty((0, kernel.EVENT_COLUMNS)),
    }


def play(given: dict[str, Any]) -> None:
    native.native().simulate_strokes(*given.values())


def read_only(array_: np.ndarray) -> np.ndarray:
    array_.setflags(write=False)
    return array_


def test_the_arrays_of_this_test_can_be_played():
    given = arrays()

    play(given)

    assert (given["facts"][:, kernel.F_STATUS] == kernel.DONE).all() and (given["durations"] > 0).all()


BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "single floats": lambda given: {"strokes": given["strokes"].astype(np.float32)},
    "whole numbers in place of floats": lambda given: {"layouts": np.zeros((1, kernel.DISCS, 2), np.int64)},
    "the other order of bytes": lambda given: {"strokes": given["strokes"].astype(">f8")},
    "columns in place of rows": lambda given: {"strokes": np.asfortranarray(given["strokes"])},
    "every other row": lambda given: {"finals": np.full((6, kernel.DISCS, 2), np.nan)[::2]},
    "a stroke cut off": lambda given: {"strokes": given["strokes"].ravel()[:-1]},
    "no layout": lambda given: {"layouts": np.empty((0, kernel.DISCS, 2))},
    "too few layouts": lambda given: {"layouts": np.full((2, kernel.DISCS, 2), np.nan)},
    "a parameter missing": lambda given: {"parameters": given["parameters"][:-1]},
    "a parameter too many": lambda given: {"parameters": np.append(given["parameters"], 0.0)},
    "a short table": lambda given: {"table": given["table"][:-1]},
    "a long table": lambda given: {"table": np.vstack((given["table"], (0.0, 0.0)))},
    "no room for places": lambda given: {"finals": given["finals"][:2]},
    "no room for what fell": lambda given: {"fallen": given["fallen"][:2]},
    "unsigned bytes": lambda given: {"fallen": np.zeros((3, kernel.DISCS), np.uint8)},
    "facts of four bytes": lambda given: {"facts": np.zeros((3, kernel.FACTS), np.int32)},
    "no room for facts": lambda given: {"facts": given["facts"][:0]},
    "no room for durations": lambda given: {"durations": given["durations"][:1]},
    "a segment cut off": lambda given: {"segments": np.empty(7)},
    "an event cut off": lambda given: {"events": np.empty((3, 4))},
    "places that cannot be written": lambda given: {"finals": read_only(given["finals"])},
    "facts that cannot be written": lambda given: {"facts": read_only(given["facts"])},
    "bytes": lambda given: {"strokes": given["strokes"].tobytes()},
    "an odd address": lambda given: {"strokes": np.frombuffer(bytes(73), np.uint8)[1:].view(np.float64)},
    "no array": lambda given: {"durations": 3},
    "nothing": lambda given: {"durations": None},
    "a list": lambda given: {"strokes": given["strokes"].tolist()},
}


@pytest.mark.parametrize("what", BROKEN)
def test_arrays_that_do_not_fit_are_refused_and_nothing_is_written(what: str):
    given = arrays()
    given |= BROKEN[what](given)

    with pytest.raises((TypeError, ValueError, BufferError)):
        play(given)

    assert isinstance(given["durations"], int | None) or not np.any(given["durations"])


@pytest.mark.parametrize("count", [0, 9, 11])
def test_another_number_of_arrays_is_refused(count: int):
    with pytest.raises(TypeError, match=f"10 arrays, not {count}"):
        native.native().simulate_strokes(*[np.zeros(3)] * count)


@pytest.mark.parametrize("number", [-1, 2, 4, 2**40])
def test_a_variant_that_there_is_not_is_refused(number: int):
    with pytest.raises((ValueError, OverflowError)):
        native.native().use(number)

    with pytest.raises(TypeError):
        native.native().use("best")  # type: ignore[arg-type]


def test_no_array_is_held_when_the_call_is_over():
    given = arrays()
    before = {name: sys.getrefcount(value) for name, value in given.items()}
    play(given)
    with pytest.raises(TypeError):
        native.native().simulate_strokes(*list(given.values())[:9], 3)

    assert {name: sys.getrefcount(value) for name, value in given.items()} == before


def test_another_thread_runs_while_strokes_are_played():
    position, table = Position(), np.tile((0.0, 0.1, 2.0), (200_000, 1))
    thread = threading.Thread(target=simulate_batch, args=(position, table))
    turns = 0
    thread.start()
    while thread.is_alive():
        turns += 1
        time.sleep(0)

    assert turns > 100  # were the lock held there would be one or two


@pytest.mark.parametrize(
    ("platform", "machine", "name"),
    [
        ("linux", "x86_64", "linux-x86_64.abi3"),
        ("linux", "aarch64", "linux-aarch64.abi3"),
        ("linux", "riscv64", "linux-riscv64.abi3"),
        ("darwin", "arm64", "macos-aarch64.abi3"),
        ("darwin", "x86_64", "macos-x86_64.abi3"),
        ("freebsd14", "amd64", "freebsd14-x86_64.abi3"),
    ],
)
def test_each_kind_of_machine_has_its_file(platform: str, machine: str, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(native, "sys", SimpleNamespace(platform=platform, maxsize=2**63 - 1))
    monkeypatch.setattr(native, "os", SimpleNamespace(uname=lambda: SimpleNamespace(machine=machine)))

    assert native.file_name() == name


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("3.12.1 [MSC v.1937 64 bit (AMD64)]", "windows-x86_64.abi3"),
        ("3.12.1 [MSC v.1937 64 bit (ARM64)]", "windows-aarch64.abi3"),
        ("3.12.1 [MSC v.1937 32 bit (Intel)]", "windows-x86.abi3"),
    ],
)
def test_each_windows_has_its_file(version: str, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(native, "sys", SimpleNamespace(platform="win32", version=version))

    assert native.file_name() == name


def test_a_32_bit_python_does_not_load_a_64_bit_file(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(native, "sys", SimpleNamespace(platform=sys.platform, maxsize=2**31 - 1))

    assert native.file_name() not in build_kernel.MODULES


# --- a machine without a file


@pytest.fixture
def unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine that nobody has built for; gives its data folder."""
    monkeypatch.setenv("CARROM_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(native, "file_name", lambda: "plan9-mips.abi3")
    native.native.cache_clear()
    yield tmp_path / "data"
    monkeypatch.undo()
    native.native.cache_clear()


@pytest.fixture
def compiler() -> None:
    if not any(map(native.shutil.which, native.COMPILERS)):
        pytest.skip("there is no C compiler on this machine")


@pytest.mark.usefixtures("compiler")
def test_the_system_s_compiler_makes_the_engine_once_and_it_plays_to_the_same_bits(
    unknown: Path, monkeypatch: pytest.MonkeyPatch
):
    strokes = kernel_strokes.samples(5_000)
    here = native.native().simulate_strokes

    assert [path.name.split("-", 1)[1] for path in (unknown / "kernel").iterdir()] == ["plan9-mips.abi3"]
    expected = kernel_strokes.checksums(strokes, native.load(HERE).simulate_strokes)
    assert kernel_strokes.checksums(strokes, here) == expected
    native.native.cache_clear()
    monkeypatch.setenv("PATH", "")
    assert native.native().simulate_strokes is not None  # without a compiler now: it is there


def test_without_a_compiler_the_error_says_what_to_install(unknown: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(unknown))

    with pytest.raises(NoKernelError, match=r"no compiled engine for plan9-mips\. Install a C compiler") as refused:
        native.native()

    assert refused.value.code == "no-kernel"


def test_a_compiler_that_fails_is_named_with_its_last_line(
    unknown: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    broken = tmp_path / "broken-cc"
    broken.write_text("#!/bin/sh\necho first >&2\necho 'no such machine' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", f"{broken} --quietly")

    with pytest.raises(NoKernelError, match="broken-cc could not compile the engine for plan9-mips: no such machine"):
        native.native()

    assert list((unknown / "kernel").iterdir()) == []


@pytest.mark.usefixtures("compiler")
def test_a_folder_that_cannot_be_written_is_named(unknown: Path):
    unknown.write_text("a file where the folder should be")

    with pytest.raises(NoKernelError, match=r"cannot be written to .*kernel: .*CARROM_DATA"):
        native.native()


def test_a_file_of_another_machine_is_refused(tmp_path: Path):
    other = next(name for name in build_kernel.MODULES if name != native.file_name() and "linux" in name)

    with pytest.raises(NoKernelError, match="cannot be loaded"):
        native.load(native.FOLDER / other)


@pytest.mark.parametrize(("name", "flags"), [("pypy", ""), ("cpython", "t")])
def test_another_python_is_refused(name: str, flags: str, monkeypatch: pytest.MonkeyPatch):
    this = SimpleNamespace(name=name)
    monkeypatch.setattr(
        native, "sys", SimpleNamespace(implementation=this, abiflags=flags, version_info=sys.version_info)
    )

    with pytest.raises(NoKernelError, match=f"not for {name} 3"):
        native.native.__wrapped__()


def test_the_command_line_shows_the_error_with_its_code(
    unknown: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PATH", str(unknown))

    assert main(["simulate", "--position", "opening", "--stroke", "offset 0 angle 0 speed 5"]) == 2
    assert capsys.readouterr().err.startswith("error: no-kernel: There is no compiled engine for plan9-mips.")


# --- every Python from 3.11 on

OTHER_PYTHON = """
import sys
from array import array
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
path, folder = sys.argv[1:]
loader = ExtensionFileLoader("_kernel", path)
module = module_from_spec(spec_from_loader("_kernel", loader))
loader.exec_module(module)
def read(name, kind="d"):
    with open(f"{folder}/{name}", "rb") as file:
        return array(kind, file.read())
results = {name: read(name, kind) for name, kind in
    (("finals", "d"), ("fallen", "b"), ("facts", "q"), ("durations", "d"))}
nothing = array("d")
module.simulate_strokes(
    *map(read, ("strokes", "layouts", "parameters", "table")), *results.values(), nothing, nothing)
for name, found in results.items():
    with open(f"{folder}/{name}", "wb") as file:
        file.write(found.tobytes())
"""


def other_pythons() -> list[Path]:
    """Pythons on this machine that are newer than the oldest one, as pyenv and Debian put them."""
    places = [*Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python"), *Path("/usr/bin").glob("python3.1[2-9]")]
    return sorted(path for path in places if not path.parts[-3].endswith("t"))


def test_the_same_file_plays_in_every_newer_python(tmp_path: Path):
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no newer Python on this machine")
    rng = np.random.default_rng(7)
    given = arrays(500)
    given["strokes"][:] = rng.uniform((-0.1, -0.5, 1.0), (0.1, 0.5, 6.0), (500, 3))
    expected = {name: value.copy() for name, value in given.items()}
    play(expected)
    for python in pythons:
        for name, value in given.items():
            value.tofile(tmp_path / name)
        program = [python, "-c", OTHER_PYTHON, HERE, tmp_path]
        subprocess.run(program, check=True, env={})
        for name in ("finals", "fallen", "facts", "durations"):
            assert (tmp_path / name).read_bytes() == expected[name].tobytes(), (python, name)
