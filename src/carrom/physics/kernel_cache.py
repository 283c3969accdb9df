"""The compiled kernel on disk: `python -m carrom.physics.kernel_cache` fills it.

Compiling takes some seconds and 100 MB that a process never gives back; loading takes some tenths of a second. So a
server lets a child process compile when it starts, and loads the result at the first stroke.

The folder is numba's: that of the environment variable NUMBA_CACHE_DIR when it is set (the caller sets it, to a folder
under CARROM_DATA, before anything imports numba), else `__pycache__` beside the kernel, if it can be written to.
"""

import hashlib
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

_KERNEL = Path(__file__).with_name("kernel.py")


def compile_kernel() -> None:
    """Compile the kernel, or load it if that was done before; numba is imported here."""
    from carrom.physics import kernel  # noqa: F401  # compiled or loaded by its import

    mark = _mark()
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        for old in mark.parent.glob("carrom-kernel-*"):
            old.unlink(missing_ok=True)
        mark.touch()
    except OSError:
        pass  # nowhere to write: numba cached it elsewhere, or not at all


def kernel_is_cached() -> bool:
    """Say whether the first stroke only loads the kernel; False may err. Imports nothing heavy."""
    return _mark().exists() and any(_mark().parent.rglob("kernel.simulate_strokes*.nbc"))


def _mark() -> Path:
    """An empty file that says: compiled, from this source, by these versions, for this processor."""
    stat = _KERNEL.stat()
    about = (
        str(_KERNEL),
        str(stat.st_mtime_ns),
        hashlib.sha256(_KERNEL.read_bytes()).hexdigest(),
        sys.version,
        version("numba"),
        version("llvmlite"),
        version("numpy"),
        platform.machine(),
        _processor(),
    )
    folder = os.environ.get("NUMBA_CACHE_DIR")
    name = "carrom-kernel-" + hashlib.sha256("\n".join(about).encode()).hexdigest()[:16]
    return (Path(folder) if folder else _KERNEL.with_name("__pycache__")) / name


def _processor() -> str:
    """The processor's name and features, as far as the system tells; numba's cache holds for one kind only."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))}))


if __name__ == "__main__":
    compile_kernel()
