"""Measure this machine: strokes and rulings per second, their cost, and other physics engines for comparison.

The machine is named first; ratios come from one run on one machine. Installed peers are measured on the same
strokes: pymunk, Box2D, MuJoCo (a checkout installs them all by `.venv/bin/uv pip install --group peers`). In a
checkout the benchmarks of its `benchmarks/` folder are there too. Benchmarks that need a missing package are
named on stderr and skipped. If one fails, its error is printed, the others still run, and the exit status is 1.
"""

import argparse
import importlib
import os
import platform
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

from carrom.cli import one_line
from carrom.cli.benchmarks.figures import Figure, as_values, line
from carrom.cli.inputs import UnknownNameError, print_json
from carrom.cli.progress import progress

_ROOT = Path(__file__).parents[4]  # of a checkout: this is src/carrom/cli/commands/bench.py
_INSTALLED = ("laws", "physics")
_OURS = ("carrom", "carrom_web", "benchmarks")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    names = ", ".join(benchmarks())
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {names} (default: all)")
    parser.add_argument("--quick", action="store_true", help="physics and laws only, with fewer and shorter runs")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(asked: argparse.Namespace) -> int:
    """Measure and print; 1 if a benchmark failed. Raises UnknownNameError."""
    known = benchmarks()
    for name in asked.names:
        if name not in known:
            raise UnknownNameError("benchmark", name=name, known=known)
    chosen = asked.names or (_INSTALLED if asked.quick else known)
    if not asked.json:
        print(", ".join(f"{name} {value}" for name, value in machine().items()), flush=True)
    measured: dict[str, list[Figure]] = {}
    left_out: dict[str, str] = {}
    failed: dict[str, str] = {}
    # on a terminal the figures themselves tell how far it has come
    for name in progress(chosen, total=len(chosen), unit="benchmark") if asked.json else chosen:
        figures = measured.setdefault(name, [])
        try:
            module = known[name]()
            if not asked.json:
                print(f"\n{name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
            for figure in _figures(module, quick=asked.quick):
                figures.append(figure)
                if not asked.json:
                    print(line(figure), flush=True)
        except Exception as error:  # a benchmark may run into anything; what the others measure is not lost
            package = _missing_package(error)
            if package is not None:
                left_out[name] = f"the Python package {package!r} is not installed"
                print(f"left out: {name}: {left_out[name]}", file=sys.stderr, flush=True)
            else:
                failed[name] = one_line(f"{type(error).__name__}: {error}")
                print(f"failed: {name}: {failed[name]}", file=sys.stderr, flush=True)
    if asked.json:
        groups = {name: as_values(figures) for name, figures in measured.items() if figures}
        print_json({"machine": machine(), "figures": groups, "left_out": left_out, "failed": failed})
    return 1 if failed else 0


def benchmarks() -> dict[str, Callable[[], ModuleType]]:
    """The benchmarks by name, each with what loads it."""
    found = {name: _loader(f"carrom.cli.benchmarks.{name}") for name in _INSTALLED}
    folder = _ROOT / "benchmarks"
    if (folder / "__main__.py").is_file():
        for path in sorted(folder.glob("[!_]*.py")):
            found[path.stem] = _loader(f"benchmarks.{path.stem}", beside=_ROOT)
    return found


def _missing_package(error: Exception) -> str | None:
    """The package of somebody else whose absence this is; None: it is another error, or a module of ours is missing."""
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return None
    package = error.name.partition(".")[0]
    return None if package in _OURS else package


def _loader(name: str, *, beside: Path | None = None) -> Callable[[], ModuleType]:
    def load() -> ModuleType:
        if beside is not None and str(beside) not in sys.path:
            sys.path.insert(0, str(beside))
        return importlib.import_module(name)

    return load


def _figures(module: ModuleType, *, quick: bool) -> Iterable[Figure]:
    """Figures of a benchmark; only those that are included can be quick."""
    figures: Iterable[Figure] = module.measure(quick=True) if quick else module.measure()
    return figures


_PACKAGES = ("numpy", "pymunk", "box2d", "mujoco")


def machine() -> dict[str, str]:
    """Processor, cores, system, Python and the packages that are measured, by name."""
    described = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for package in _PACKAGES:
        try:
            described[package] = version(package)
        except PackageNotFoundError:
            continue
    return described


def _processor() -> str:
    """The processor's own name where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return names[0] if names else platform.machine()
