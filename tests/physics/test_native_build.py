"""The committed engines are what tools/build_kernel.py makes of the committed sources, byte for byte."""

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools import build_kernel

QUICK = (
    "linux-x86_64.abi3",
    "kernel.wasm",
    "nvidia.ptx",
)  # tools/build_kernel.py builds all of them together


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else pytest.mark.thorough) for name in build_kernel.committed()],
)
def test_a_committed_engine_is_built_again_to_the_byte(name: str, tmp_path: Path):
    build_kernel.build(name, tmp_path / name)

    built, there = (tmp_path / name).read_bytes(), build_kernel.committed()[name].read_bytes()
    assert built == there, f"{name} is not what its sources give; tools/build_kernel.py builds it"


@pytest.mark.thorough  # on an empty machine every build is of an empty cache, in another folder than the committed one
@pytest.mark.parametrize("name", QUICK)
def test_another_folder_and_an_empty_cache_change_no_byte(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(build_kernel, "NATIVE", shutil.copytree(build_kernel.NATIVE, tmp_path / "sources"))

    build_kernel.build(name, tmp_path / name)

    monkeypatch.undo()
    assert (tmp_path / name).read_bytes() == build_kernel.committed()[name].read_bytes()


def test_nothing_else_is_committed_beside_the_sources():
    tracked = subprocess.run(
        ["git", "ls-files", "."], cwd=build_kernel.NATIVE, capture_output=True, text=True, check=True
    ).stdout.splitlines()

    assert {name for name in tracked if not name.endswith((".py", ".c", ".h"))} == {
        *build_kernel.MODULES,
        build_kernel.DEVICE,
    }


def test_engines_are_small():
    sizes = {name: path.stat().st_size for name, path in build_kernel.committed().items()}

    assert sizes.pop(build_kernel.DEVICE) < 310_000  # text
    assert max(sizes.values()) < 210_000 and sum(sizes.values()) < 785_000, sizes


@pytest.mark.parametrize("name", [name for name in build_kernel.MODULES if name.startswith("linux")])
def test_on_linux_no_c_library_is_named_so_glibc_and_musl_load_the_same_file(name: str):
    content = (build_kernel.NATIVE / name).read_bytes()

    assert content.startswith(b"\x7fELF")
    assert not any(library in content for library in (b"libc.", b"libm.", b"libgcc", b"GLIBC_", b"ld-linux"))


@pytest.mark.slow
def test_the_tool_builds_what_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(build_kernel, "ROOT", tmp_path)
    monkeypatch.setattr(build_kernel, "PAGE", tmp_path / "kernel.wasm")

    build_kernel.main(["kernel.wasm"])

    assert capsys.readouterr().out.startswith("kernel.wasm: ")
    assert (tmp_path / "kernel.wasm").read_bytes().startswith(b"\0asm")


def test_the_compiler_is_the_pinned_one():
    said = subprocess.run(
        [sys.executable, "-m", "ziglang", "version"], capture_output=True, text=True, check=True
    ).stdout

    assert f"ziglang=={said.strip()}" in (build_kernel.ROOT / "pyproject.toml").read_text()


def test_on_a_graphics_card_every_operation_is_rounded_by_itself():
    ptx = (build_kernel.NATIVE / build_kernel.DEVICE).read_text(encoding="ascii")

    assert ".visible .entry play_strokes(" in ptx
    operations = re.findall(r"\b((?:add|sub|mul|div|sqrt|fma|mad)\.[a-z.]*f64)\b", ptx)
    assert len(operations) > 1_000
    assert {operation.split(".")[1] for operation in operations} == {"rn"}  # none fused: the processor's bits
    assert not [operation for operation in operations if operation.startswith(("fma", "mad"))]
    assert not re.findall(r"\bcall\b[^;]*\b(?:malloc|sqrt|sin|cos|pow)\b", ptx)  # of no library
    stack = max(int(size) for size in re.findall(r"\.local \.align \d+ \.b8\s+__local_depot\d+\[(\d+)\]", ptx))
    assert 10_000 < stack < 20_000  # bytes a stroke: below the 512 kB that a thread may have


def assembler() -> Path | None:
    """Where ptxas is: on the path, or in the wheel of the dependency group `ptxas`."""
    wheel = find_spec("nvidia")
    folders = [] if wheel is None else list(wheel.submodule_search_locations or ())
    found = [path for folder in folders for path in sorted(Path(folder).glob("cu*/bin/ptxas"))]
    named = shutil.which("ptxas")
    return found[0] if found else Path(named) if named else None


@pytest.mark.slow
def test_the_kernel_is_assembled_for_a_graphics_card_without_spilling_registers(tmp_path: Path):
    ptxas = assembler()
    if ptxas is None:
        pytest.skip("ptxas is not on this machine: .venv/bin/uv pip install --group ptxas (322 MB)")
    committed = build_kernel.NATIVE / build_kernel.DEVICE  # is what the sources give, as an earlier test shows
    command = [ptxas, "-v", "-arch=sm_90", committed, "-o", tmp_path / "kernel.cubin"]

    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr

    stack, stores, loads = map(int, re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", said)[:3])
    registers = int(re.findall(r"Used (\d+) registers", said)[0])
    assert (stores, loads) == (0, 0) and stack < 20_000 and registers < 255, said
    assert (tmp_path / "kernel.cubin").stat().st_size > 10_000
