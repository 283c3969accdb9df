"""The compiled kernel on disk: `python -m carrom.physics.kernel_cache` fills it.

Compiling takes some seconds and 100 MB that a process never gives back; loading takes some tenths of a second. So a
server lets a child process compile when it starts, and loads the result at the first stroke.

The folder is numba's: that of the environment variable NUMBA_CACHE_DIR when it is set (the caller sets it, to a folder
under CARROM_DATA, before anything imports numba), else `__pycache__` beside the kernel, if it can be written to.
"""


def compile_kernel() -> None:
    """Compile the kernel, or load it if that was done before; numba is imported here."""
    from carrom.physics import kernel  # noqa: F401  # compiled or loaded by its import


if __name__ == "__main__":
    compile_kernel()
