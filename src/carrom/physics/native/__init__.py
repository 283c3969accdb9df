"""The compiled kernel: a file of this folder for each kind of machine, else one that a compiler makes at first use.

kernel.h and kernel.c are made from `carrom.physics.kernel`, sight.h and sight.c from `carrom.physics.sight`,
returning.h and returning.c from `carrom.physics.returning`, worths.h and worths.c from `carrom.physics.worths`,
rounds.h and rounds.c from `carrom.physics.rounds`, aims.h and aims.c from `carrom.physics.aims`
(tools/kernel_in_c.py), module.c is Python's way into them,
and tools/build_kernel.py has made the files for the machines that most people have. What they compute is the same to
the bit on each of them.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, Protocol

from carrom.data_folder import data_folder
from carrom.physics.errors import NoKernelError

FOLDER = Path(__file__).parent
SOURCES = (
    "kernel.c",
    "sight.c",
    "returning.c",
    "worths.c",
    "rounds.c",
    "aims.c",
    "module.c",
    "kernel.h",
    "sight.h",
    "returning.h",
    "worths.h",
    "rounds.h",
    "aims.h",
    "python.h",
)
COMPILERS = ("cc", "gcc", "clang")
# As tools/build_kernel.py has them; the last is for gcc, which else does not turn comparisons into choices.
FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")
ENTRIES = (
    "-DCARROM_ENTRY=simulate_strokes_1",
    "-DCARROM_SIGHT=guess_chances_1",
    "-DCARROM_WAYS=find_clear_ways_1",
    "-DCARROM_SHARING=share_samples_1",
    "-DCARROM_RETURNING=put_back_pieces_1",
    "-DCARROM_WEIGHING=weigh_boards_1",
    "-DCARROM_PACKING=pack_strokes_1",
    "-DCARROM_FINDING=find_verdicts_1",
    "-DCARROM_OUTCOMES=weigh_outcomes_1",
    "-DCARROM_IMAGINING=imagine_strokes_1",
    "-DCARROM_LINES=find_lines_1",
    "-DCARROM_AIMS=find_aims_1",
    "-DCARROM_IDEAS=choose_ideas_1",
    "-DCARROM_DOMAIN=into_domain_1",
    "-DCARROM_SPREAD=spread_strokes_1",
    "-DCARROM_FANS=fan_out_1",
    "-DCARROM_ANYWHERE=aim_anywhere_1",
    "-DCARROM_APART=keep_apart_1",
    "-DCARROM_FORGIVING=forgive_1",
    "-DCARROM_RANKS=rank_strokes_1",
    "-DCARROM_PAIRS=pair_errors_1",
)
FLAGS_OF_A_MODULE = ("-shared", "-fPIC", "-fvisibility=hidden", *ENTRIES)
_SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_MACHINES = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}


class Native(Protocol):
    """The extension module."""

    def simulate_strokes(self, *arrays: Any) -> None:
        """Do what `kernel.simulate_strokes` does, with arrays by the buffer protocol; the lock is free meanwhile."""

    def guess_chances(self, *arrays: Any) -> None:
        """Do what `sight.guess_chances` does, likewise."""

    def find_clear_ways(self, *arrays: Any) -> None:
        """Do what `sight.find_clear_ways` does, likewise."""

    def share_samples(self, *arrays: Any) -> None:
        """Do what `sight.share_samples` does, likewise."""

    def put_back_pieces(self, *arrays: Any) -> None:
        """Do what `returning.put_back_pieces` does, likewise."""

    def weigh_boards(self, *arrays: Any) -> None:
        """Do what `worths.weigh_boards` does, likewise."""

    def pack_strokes(self, *arrays: Any) -> None:
        """Do what `rounds.pack_strokes` does, likewise."""

    def find_verdicts(self, *arrays: Any) -> None:
        """Do what `rounds.find_verdicts` does, likewise."""

    def imagine_strokes(self, *arrays: Any) -> None:
        """Do what `rounds.imagine_strokes` does, likewise."""

    def weigh_outcomes(self, *arrays: Any) -> None:
        """Do what `rounds.weigh_outcomes` does, likewise."""

    def find_lines(self, *arrays: Any) -> None:
        """Do what `aims.find_lines` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def find_aims(self, *arrays: Any) -> None:
        """Do what `aims.find_aims` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def choose_ideas(self, *arrays: Any) -> None:
        """Do what `aims.choose_ideas` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def into_domain(self, *arrays: Any) -> None:
        """Do what `aims.into_domain` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def spread_strokes(self, *arrays: Any) -> None:
        """Do what `aims.spread_strokes` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def fan_out(self, *arrays: Any) -> None:
        """Do what `aims.fan_out` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def aim_anywhere(self, *arrays: Any) -> None:
        """Do what `aims.aim_anywhere` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def keep_apart(self, *arrays: Any) -> None:
        """Do what `aims.keep_apart` does, with arrays by the buffer protocol; it is short, the lock is held."""

    def forgive(self, *arrays: Any) -> None:
        """Do what `aims.forgive` does, likewise."""

    def rank_strokes(self, *arrays: Any) -> None:
        """Do what `aims.rank_strokes` does, likewise."""

    def pair_errors(self, *arrays: Any) -> None:
        """Do what `aims.pair_errors` does, likewise."""

    def lay_out(self, pieces: Any, layout: Any) -> int:
        """Write where pieces (number, x, y) lie into a layout (1, 20, 2), NaN elsewhere; return the numbers' mask.

        The result is -1 if they cannot lie so: `single.flat_layout` says why.
        """

    def draw_rows(self, generator: Any, below: Any, wholes: Any, shares: Any) -> None:
        """Draw rows of numbers by the `capsule` of one of numpy's generators, as its methods would one after another.

        The generator must be alive, and nobody else drawing by it.

        Shapes: below (k,), 0 to 2**31 - 1; wholes and shares (k * n,), in rows: whole numbers below each in the one as
            of `integers`, or where it is 0 numbers from 0 to 1 in the other as of `random`.
        """

    def mix_seed(self, seed: Any, words: Any) -> None:
        """Mix a seed (1,) into four words (4,), as `numpy.random.SeedSequence` does, whole numbers of 64 bits."""

    def use(self, variant: int) -> int:
        """Play by variant 1 (any processor) or 3 (AVX2), or by the best (0); say which it is now."""


@cache
def native() -> Native:
    """The compiled kernel, loaded when it is first asked for.

    Raises:
        NoKernelError: there is none for this Python, and none can be made; it says what to do.
    """
    if sys.implementation.name != "cpython" or "t" in getattr(sys, "abiflags", ""):
        raise NoKernelError("python", python=_python())
    path = FOLDER / file_name()
    return load(path if path.exists() else made_here(data_folder() / "kernel"))


def file_name() -> str:
    """Return the name of the file for this kind of machine, whether it exists or not."""
    if sys.platform == "win32":
        machine = "arm64" if "ARM64" in sys.version else "amd64" if "AMD64" in sys.version else "x86"
    else:
        machine = os.uname().machine.lower() if sys.maxsize > 2**32 else f"{os.uname().machine.lower()}-32"
    system = _SYSTEMS.get(sys.platform, sys.platform)
    return f"{system}-{_MACHINES.get(machine, machine)}.abi3"


def load(path: Path) -> Native:
    """Load one file. Raises NoKernelError."""
    loader = ExtensionFileLoader("_kernel", str(path))
    spec = spec_from_loader("_kernel", loader)
    assert spec is not None  # noqa: S101  # a loader was given
    try:
        module: Any = module_from_spec(spec)
        loader.exec_module(module)
    except ImportError as error:
        raise NoKernelError("not-loaded", path=path, why=error) from None
    return module


def made_here(folder: Path) -> Path:
    """Compile the kernel with the system's compiler, unless that was done before, and return the file.

    Raises:
        NoKernelError.
    """
    texts = [(FOLDER / name).read_bytes() for name in SOURCES]
    digest = hashlib.sha256(b"\0".join([*texts, file_name().encode(), " ".join(FLAGS).encode()]))
    made = folder / f"{digest.hexdigest()[:16]}-{file_name()}"
    if made.exists():
        return made
    compiler = _compiler()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as place:
            fresh = Path(place) / made.name
            _compile(compiler, fresh)
            fresh.replace(made)  # at once: others may compile it too
    except OSError as error:
        raise NoKernelError("not-kept", folder=folder, why=error.strerror or error) from None
    return made


def _compiler() -> list[str]:
    named = shlex.split(os.environ.get("CC", ""))
    for command in [named] if named else [[name] for name in COMPILERS]:
        if path := shutil.which(command[0]):
            return [path, *command[1:]]
    raise NoKernelError("no-compiler", machine=_machine(), compilers=", ".join(COMPILERS))


def _compile(compiler: list[str], to: Path) -> None:
    linked = ("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ()
    sources = [str(FOLDER / name) for name in SOURCES if name.endswith(".c")]
    command = [*compiler, *FLAGS, *FLAGS_OF_A_MODULE, *linked, *sources, "-o", str(to)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or [f"exit status {done.returncode}"]
        raise NoKernelError("not-compiled", compiler=compiler[0], machine=_machine(), why=lines[-1])


def _machine() -> str:
    return file_name().split(".", 1)[0]


def _python() -> str:
    return f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}{getattr(sys, 'abiflags', '')}"
