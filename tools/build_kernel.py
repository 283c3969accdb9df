"""The compiled kernel for every machine, built on any machine by the wheel `ziglang` alone.

    tools/build_kernel.py            build again all that is committed: native/* and the page's kernel.wasm
    tools/build_kernel.py NAME...    these files only

What is built is committed, so that a clone needs no compiler. The same sources and the same `ziglang`, which the lock
file pins, give the same bytes in any folder and on any machine (tests/physics/test_native_build.py).
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "src" / "carrom" / "physics" / "native"
DEVICE = "nvidia.ptx"
PAGE = ROOT / "src" / "carrom_web" / "static" / "physics" / "kernel.wasm"

# Each file, and the target as zig calls it. On Linux no C library is linked, so one file is for glibc and for musl.
MODULES = {
    "linux-x86_64.abi3": "x86_64-linux-gnu.2.17",
    "linux-aarch64.abi3": "aarch64-linux-gnu.2.17",
    "macos-x86_64.abi3": "x86_64-macos.11.0",
    "macos-aarch64.abi3": "aarch64-macos.11.0",
    "windows-x86_64.abi3": "x86_64-windows-gnu",
}
# No fused operations: they round once where the source says twice. No errno, else a root is a call of a library's.
EXACT = (
    "-std=c11",
    "-O3",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unused-function",
)
ENTRIES = {
    "kernel": ("CARROM_ENTRY=simulate_strokes",),
    "sight": ("CARROM_SIGHT=guess_chances", "CARROM_WAYS=find_clear_ways", "CARROM_SHARING=share_samples"),
    "returning": ("CARROM_RETURNING=put_back_pieces",),
    "worths": ("CARROM_WEIGHING=weigh_boards",),
    "rounds": (
        "CARROM_PACKING=pack_strokes",
        "CARROM_FINDING=find_verdicts",
        "CARROM_OUTCOMES=weigh_outcomes",
        "CARROM_IMAGINING=imagine_strokes",
    ),
    "aims": (
        "CARROM_LINES=find_lines",
        "CARROM_AIMS=find_aims",
        "CARROM_IDEAS=choose_ideas",
        "CARROM_DOMAIN=into_domain",
        "CARROM_SPREAD=spread_strokes",
        "CARROM_FANS=fan_out",
        "CARROM_ANYWHERE=aim_anywhere",
        "CARROM_APART=keep_apart",
        "CARROM_FORGIVING=forgive",
        "CARROM_RANKS=rank_strokes",
        "CARROM_PAIRS=pair_errors",
    ),
}
# Entries of others that a file calls: of its own variant, or of the one that there is.
CALLED = {"rounds": ("CARROM_ENTRY=simulate_strokes", "CARROM_SIGHT=guess_chances")}
CALLED_ONCE = {"rounds": ("CARROM_WEIGHING=weigh_boards_1",), "aims": ("CARROM_WAYS=find_clear_ways_1",)}
ONCE = {"returning": ("-Os",), "worths": (), "aims": ("-Os",)}  # wide registers hardly help there: small is better
# No single values packed into vectors on x86-64, where strokes are played: what was just written one by one is waited
# for when it is read as a vector. Loops over lanes are vectors all the same.
X86 = {"kernel": ("-fno-slp-vectorize",)}
HIDDEN = ("-fvisibility=hidden", "-g0")
FROM_PYTHON = (  # what module.c takes from it; data is marked
    "PyObject_GetBuffer", "PyBuffer_Release", "PyErr_Format", "PyErr_Occurred", "PyEval_SaveThread",
    "PyEval_RestoreThread", "PyLong_AsLong", "PyLong_FromLong", "PyFloat_AsDouble", "PyTuple_Size", "PyTuple_GetItem",
    "PyErr_Clear", "PyCapsule_GetPointer", "PyModuleDef_Init", "Py_IncRef", "_Py_NoneStruct DATA", "PyLong_Type DATA",
    "PyExc_TypeError DATA", "PyExc_ValueError DATA",
)  # fmt: skip


def zig(*arguments: str | Path) -> None:
    """Run one of zig's tools. Raises subprocess.CalledProcessError."""
    environment = dict(os.environ)
    environment.setdefault("ZIG_GLOBAL_CACHE_DIR", str(ROOT / ".data" / "zig"))
    command = [sys.executable, "-m", "ziglang", *map(str, arguments)]
    subprocess.run(command, cwd=NATIVE, env=environment, check=True)


def build_module(name: str, to: Path) -> None:
    """Build the extension module of one kind of machine."""
    target = MODULES[name]
    machine, system = target.split("-")[:2]
    x86 = machine == "x86_64"
    general = ["-target", target, *EXACT, *HIDDEN, *(() if system == "windows" else ("-fPIC",))]
    least = ["-march=x86_64"] if x86 else []  # without it zig compiles for the processor that it runs on
    variants = {1: least} | ({3: ["-march=x86_64_v3"]} if x86 else {})
    with tempfile.TemporaryDirectory(prefix="carrom-kernel-") as folder:
        objects = []
        for number, march in variants.items():
            for source, entries in ENTRIES.items():
                if source in ONCE and number > 1:
                    continue
                objects.append(Path(folder) / f"{source}_{number}.o")
                names = [f"-D{entry}_{number}" for entry in (*entries, *CALLED.get(source, ()))]
                names += [f"-D{entry}" for entry in CALLED_ONCE.get(source, ())]
                own = [*ONCE.get(source, ()), *(X86.get(source, ()) if x86 else ())]
                zig("cc", *general, *march, *own, *names, "-c", f"{source}.c", "-o", objects[-1])
        objects.append(Path(folder) / "module.o")
        several = ["-DCARROM_VARIANTS"] if x86 else []
        zig("cc", *general, *least, *several, "-c", "module.c", "-o", objects[-1])
        if system == "windows":
            _link_for_windows(target, objects, Path(folder), to)
            return
        alone = ["-nostdlib", "-Wl,--build-id=none", f"-Wl,-soname,{name}"]
        for_mac = ["-Wl,-undefined,dynamic_lookup", f"-Wl,-install_name,@rpath/{name}"]
        link = ["-shared", "-s", *(alone if system == "linux" else for_mac)]
        zig("cc", "-target", target, *least, *link, *objects, "-o", to)


def _link_for_windows(target: str, objects: Sequence[Path], folder: Path, to: Path) -> None:
    """Link with zig's own few functions in place of a C library, and with what is known of python3.dll."""
    whole = ["-dynamic", "-fcompiler-rt", "-fentry=DllMainCRTStartup", "-fno-emit-implib"]
    small = ["-OReleaseSmall", "-fstrip", "-mcpu=x86_64"]
    zig("build-lib", "-target", target, *whole, *small, *objects, _python_library(folder), f"-femit-bin={to}")


def _python_library(folder: Path) -> Path:
    """Make what Windows' linker needs to know of python3.dll."""
    exports, library = folder / "python3.def", folder / "python3.lib"
    exports.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *FROM_PYTHON, ""]), encoding="ascii")
    zig("dlltool", "-m", "i386:x86-64", "-d", exports, "-l", library)
    return library


def build_page(to: Path) -> None:
    """Build the page's: WebAssembly with vectors, without a system, whole numbers as an Int32Array has them.

    It plays strokes, and sees which are worth a thought; nothing comes back to a board without laws.
    """
    target = ["-target", "wasm32-freestanding", "-msimd128", "-nostdlib"]
    entries = ("simulate_strokes", "guess_chances", "find_clear_ways", "__heap_base")
    exports = ["-Wl,--no-entry", *(f"-Wl,--export={entry}" for entry in entries)]
    memory = ["-Wl,-z,stack-size=65536"]  # a quarter of it is used
    zig(
        "cc", *target, *EXACT, "-g0", "-DCARROM_WHOLE=int32_t", *exports, *memory, "-s", "kernel.c", "sight.c", "-o", to
    )


def build_device(to: Path) -> None:
    """Build what a graphics card's driver takes: PTX for compute capability 7.5 and later, the oldest of CUDA 13."""
    target = ["-target", "nvptx64-cuda", "-mcpu=sm_75"]
    of_no_use = "-Wno-unused-command-line-argument"  # zig names options of other targets
    zig("cc", *target, *EXACT, of_no_use, "-g0", "-DCARROM_WHOLE=int32_t", "-S", "device.c", "-o", to)


def committed() -> dict[str, Path]:
    """Return the path of each file that is built and committed, by its name."""
    return {name: NATIVE / name for name in (*MODULES, DEVICE)} | {PAGE.name: PAGE}


def build(name: str, to: Path) -> None:
    """Build one of the committed files."""
    if name == PAGE.name:
        build_page(to)
    elif name == DEVICE:
        build_device(to)
    else:
        build_module(name, to)


def main(names: Sequence[str]) -> None:
    """Build files and say how large they are."""
    for name in names or committed():
        path = committed()[name]
        build(name, path)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
