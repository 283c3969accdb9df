"""Mutation run on a sample: changes the code in small ways, one at a time, and counts how often the tests notice.

    .venv/bin/uv pip install --group mutation           once
    .venv/bin/python tools/mutation.py PART [--count N] [--seed N]

A part is a folder of the library or the services of the site (`PARTS`). The mutants are cosmic-ray's, the sample is the
same for the same seed and code. They are made in a copy of the checkout, never in the files that you work on, and each
runs the tests that concern its module. Prints every mutant that survived as a diff, then the share that was killed;
the exit status is 1 if that is below the part's aim.
"""

import argparse
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).resolve().parent.parent
NO_DECISION = re.compile(r"BitOr|Eq_Is")  # `X | None` in an annotation; the same word or small number is one object too
STAR = re.compile(r"(^|[(\[{,])\s*$")  # what stands before a star that multiplies nothing: `*, holds: bool`, `*rows`
MOST_TEST_FILES = 6
TIMEOUT_S = 120.0  # an endless loop counts as killed


@dataclass(frozen=True)
class Part:
    """What is mutated, and which share of it the tests should kill."""

    modules: str
    tests: str
    aim: float


PARTS = {
    "laws": Part("src/carrom/laws/**/*.py", "tests/laws", 0.9),
    "tournament": Part("src/carrom/tournament/**/*.py", "tests/tournament", 0.9),
    "rating": Part("src/carrom/rating/**/*.py", "tests/rating", 0.9),
    "services": Part("src/carrom_web/**/services/*.py", "tests/web", 0.8),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one part and give the exit status."""
    parser = argparse.ArgumentParser(prog="tools/mutation.py", description="Mutation run on a sample.")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--count", type=int, default=20, help="mutants (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: %(default)s)")
    asked = parser.parse_args(arguments)
    part = PARTS[asked.part]
    with tempfile.TemporaryDirectory(prefix="carrom-mutation-") as folder:
        copy_checkout(Path(folder))
        os.chdir(folder)
        chosen = sample(part, count=asked.count, seed=asked.seed)
        survived = run(part, chosen)
    killed = len(chosen) - survived
    print(f"{asked.part}: {killed} of {len(chosen)} killed, {killed / max(1, len(chosen)):.0%} (aim {part.aim:.0%})")
    return 1 if killed < part.aim * len(chosen) else 0


def copy_checkout(folder: Path) -> None:
    """Copy what git tracks or would track; pytest puts the copy's `src` before the installed package."""
    listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def sample(part: Part, *, count: int, seed: int) -> list[MutationSpec]:
    """So many mutants of a part by chance, in the order of their places."""
    modules = sorted(path for path in Path().glob(part.modules) if path.name != "__init__.py")
    with use_db("mutants.sqlite", WorkDB.Mode.create) as database:
        init(modules, database, {})
        mutants = [item.mutations[0] for item in database.work_items]
    mutants = [mutant for mutant in mutants if decides(mutant)]
    mutants.sort(key=place)
    return sorted(random.Random(seed).sample(mutants, min(count, len(mutants))), key=place)  # noqa: S311


def decides(mutant: MutationSpec) -> bool:
    """Whether a mutant changes what the program does, not how a dataclass stores it or what is written of a type."""
    line = mutant.module_path.read_text().splitlines()[mutant.start_pos[0] - 1]
    if "Operator_Mul" in mutant.operator_name or "Operator_Pow" in mutant.operator_name:
        if STAR.search(line[: mutant.start_pos[1]]):
            return False
    return not NO_DECISION.search(mutant.operator_name) and not line.startswith("@dataclass")


def place(mutant: MutationSpec) -> tuple[str, tuple[int, int], str, int]:
    """Where a mutant is, to sort by."""
    return str(mutant.module_path), mutant.start_pos, mutant.operator_name, mutant.occurrence


def run(part: Part, mutants: Sequence[MutationSpec]) -> int:
    """Run the tests on each mutant; print each and give how many survived. Fails if the tests fail without a mutant."""
    survived = 0
    whole: set[str] = set()
    for mutant in mutants:
        command = test_command(part, mutant.module_path)
        if command not in whole:
            subprocess.run(shlex.split(command), check=True, stdout=subprocess.DEVNULL)
            whole.add(command)
        started = time.monotonic()
        result = mutate_and_test([mutant], command, TIMEOUT_S)
        lives = result.test_outcome is TestOutcome.SURVIVED
        survived += lives
        where = f"{mutant.module_path}:{mutant.start_pos[0]} {mutant.operator_name.removeprefix('core/')}"
        print(f"{'SURVIVED' if lives else 'killed'} {where} {time.monotonic() - started:.0f} s", flush=True)
        if lives:
            print(result.diff, flush=True)
    return survived


def test_command(part: Part, module: Path) -> str:
    """The tests that concern a module: a folder for the library, the files that name it for a service."""
    tests = [part.tests]
    if part.tests == "tests/web":
        app, name = module.parent.parent.name, re.compile(rf"\b{module.stem}\b")
        texts = {path: path.read_text() for path in sorted(Path(part.tests).glob("test_*.py"))}
        counts = {path: len(name.findall(text)) for path, text in texts.items() if app in text}
        naming = sorted((path for path in counts if counts[path]), key=lambda path: -counts[path])
        tests = [str(path) for path in naming[:MOST_TEST_FILES]] or tests
    return shlex.join([sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-m", "not slow", *tests])


if __name__ == "__main__":
    sys.exit(main())
