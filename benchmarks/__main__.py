"""Measure this machine: `./carrom bench [NAME...]`, or `python -m benchmarks [NAME...] [--json]`."""

import argparse
import importlib
import json
import os
import platform
import sys
from pathlib import Path

from benchmarks.figures import Figure, as_values, table

FILES = Path(__file__).parent.glob("[!_]*.py")
NAMES = sorted(path.stem for path in FILES if path.stem != "figures")


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks that are named, or all, and print their figures."""
    parser = argparse.ArgumentParser(prog="carrom bench", description="Measure this machine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(NAMES)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in NAMES]
    if unknown:
        print(f"error: unknown-benchmark: there is no {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    measured: dict[str, list[Figure]] = {}
    for name in asked.names or NAMES:
        module = importlib.import_module(f"benchmarks.{name}")
        if not asked.json:
            print(f"\n{name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        measured[name] = list(module.measure())
        if not asked.json:
            print(table(measured[name]), flush=True)
    if asked.json:
        told = {name: as_values(figures) for name, figures in measured.items()}
        json.dump({"machine": machine(), "figures": told}, sys.stdout, indent=2)
        print()
    else:
        print("\n" + ", ".join(f"{name} {value}" for name, value in machine().items()))
    return 0


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "cores": str(os.cpu_count()),
        "processor": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    sys.exit(main())
