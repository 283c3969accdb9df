"""Mutation run on a sample: changes the code in small ways, one at a time, and counts how often the tests notice.

    .venv/bin/uv pip install --group mutation           once
    .venv/bin/python tools/mutation.py PART [--count N] [--seed N] [--workers N] [--only PATH:LINE]

A part is a folder of the library or the services of the site (`PARTS`). The mutants are cosmic-ray's, the sample is the
same for the same seed and code. They are made in memory, from a copy of the checkout, so that you can go on working.
Each meets the tests that run its function (`mutant_tests.py`); which these are is recorded file by file when it is
first needed, and stays in pytest's cache. Prints how it ended for each mutant, those that survived as a diff, then the
share that was killed; the exit status is 1 if that is below the part's aim.
"""

import argparse
import importlib
import os
import pickle
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cosmic_ray.plugins
import parso.python.tree
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

if __name__ == "__main__":  # started as a file: its neighbours are modules of the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.mutant_tests import MutantTests, Outcome, try_imported
from tools.mutants import Mutant, swap

ROOT = Path(__file__).resolve().parent.parent
OPERATORS = re.compile(  # those that mutmut and PIT have by default; decision 60 says why no others
    "AddNot|ReplaceUnaryOperator_Delete_(Not|USub)|Replace(And|Or|True|False|Break|Continue)With[A-Z][a-z]+"
    "|NumberReplacer|ZeroIterationForLoop|ExceptionReplacer"
    "|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_(LtE|GtE)|LtE_(Lt|Gt)|Gt_(GtE|LtE)|GtE_(Gt|Lt))"
    "|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|(Div|FloorDiv|Mod|Pow)_Mul|BitAnd_BitOr|LShift_RShift|RShift_LShift)"
)
STAR = re.compile(r"(^|[(\[{,])\s*$")  # what stands before a star that multiplies nothing: `*, holds: bool`, `*rows`
HEAVY = ("numpy", "hypothesis", "django.test", "django.forms", "django.contrib.admin", "playwright.sync_api", "xdist")


@dataclass(frozen=True)
class Part:
    """The mutated files, test files that may notice, by folder and a word in them, and the share that should die."""

    modules: str
    tests: str
    aim: float
    word: str = ""

    @property
    def test_files(self) -> list[str]:
        """The test files, by their names."""
        return [str(path) for path in sorted(Path(self.tests).glob("**/test_*.py")) if self.word in path.read_text()]


@dataclass(frozen=True)
class Place:
    """Return the places at which cosmic-ray would change a module, and the changes."""

    path: Path
    position: tuple[int, int]
    operator: str
    occurrence: int

    def mutant(self) -> Mutant | None:
        """Make the change; None if Python then does the same, or cannot read it."""
        before = self.path.read_text()
        after = mutate_code(before, cosmic_ray.plugins.get_operator(self.operator)(), self.occurrence)
        mutant = Mutant(self.path, self.position[0], self.operator.removeprefix("core/"), before, after)
        try:
            return None if swap(mutant) == {} else mutant
        except SyntaxError:
            return None


PARTS = {
    "laws": Part("src/carrom/laws/**/*.py", "tests/laws", 0.9),
    "tournament": Part("src/carrom/tournament/**/*.py", "tests/tournament", 0.9),
    "rating": Part("src/carrom/rating/**/*.py", "tests/rating", 0.9),
    "services": Part("src/carrom_web/**/services/*.py", "tests/web", 0.8, word="competitions"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one part and give the exit status."""
    parser = argparse.ArgumentParser(prog="tools/mutation.py", description="Mutation run on a sample.")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--count", type=int, default=20, help="mutants (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: %(default)s)")
    parser.add_argument(
        "--files", type=int, default=8, help="test files to record for a mutant that still lives (default: %(default)s)"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that share them (default: %(default)s)")
    parser.add_argument("--only", metavar="PATH:LINE", default="", help="the mutants of one line, or of one PATH")
    asked = parser.parse_args(arguments)
    part = PARTS[asked.part]
    with tempfile.TemporaryDirectory(prefix="carrom-mutation-") as folder:
        copy_checkout(Path(folder))
        os.chdir(folder)
        modules = sorted(path for path in Path().glob(part.modules) if path.name != "__init__.py")
        mutants = sample(modules, count=asked.count, seed=asked.seed, only=asked.only)
        outcomes = run(part, modules, mutants, most_files=asked.files, workers=asked.workers)
        os.chdir(ROOT)
    killed = sum(outcome.killed for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    share = killed / max(1, len(outcomes))
    print(f"{asked.part}, seed {asked.seed}: {killed} of {len(outcomes)} killed, {share:.0%} (aim {part.aim:.0%})")
    print(f"{seconds:.0f} s of processor time for the mutants, without recording")
    return 1 if killed < part.aim * len(outcomes) or len(outcomes) < len(mutants) else 0


def copy_checkout(folder: Path) -> None:
    """Copy what git tracks or would track; pytest puts the copy's `src` before the installed package."""
    listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def sample(modules: Sequence[Path], *, count: int, seed: int, only: str = "") -> list[Mutant]:
    """So many mutants by chance; as they come in no order, a run that is cut short is a smaller sample."""
    places = [place for path in modules if only.startswith(str(path)) or not only for place in places_in(path)]
    places = [place for place in places if only in ("", str(place.path), f"{place.path}:{place.position[0]}")]
    random.Random(seed).shuffle(places)  # noqa: S311
    mutants = (mutant for place in places if (mutant := place.mutant()))
    return list(islice(mutants, count))


def places_in(path: Path) -> Iterator[Place]:
    """Every change of `OPERATORS` in a module that decides something."""
    source = path.read_text()
    lines, nodes = source.splitlines(), list(ast_nodes(get_ast(source)))
    signs = [node for node in nodes if isinstance(node, parso.python.tree.Operator)]
    comparisons = [node for node in nodes if node.type == "comparison"]
    for name in sorted(cosmic_ray.plugins.operator_names()):
        operator: Any = cosmic_ray.plugins.get_operator(name)
        if not OPERATORS.fullmatch(name.removeprefix("core/")):
            continue
        among = signs if "BinaryOperator" in name else comparisons if "ComparisonOperator" in name else nodes
        found = (start for node in among for start, _ in operator().mutation_positions(node))
        for occurrence, start in enumerate(found):
            if decides(name, lines[start[0] - 1], start[1]):
                yield Place(path, start, name, occurrence)


def decides(operator: str, line: str, column: int) -> bool:
    """Whether a change alters what the program does, not how a dataclass stores it or what is written of a type."""
    is_star = "Operator_Mul" in operator or "Operator_Pow" in operator
    is_guard = line[:column].endswith("strict=")  # of a `zip` whose lengths are the same wherever the code is right
    return not line.startswith("@dataclass") and not is_guard and not (is_star and STAR.search(line[:column]))


def run(
    part: Part, modules: Sequence[Path], mutants: Sequence[Mutant], *, most_files: int, workers: int = 1
) -> list[Outcome]:
    """Try the mutants and print each as it ends; fewer come back if the tests cannot run."""
    os.environ["CI"] = "true"  # hypothesis then repeats itself
    cache = f"cache_dir={ROOT / '.pytest_cache'}"
    options = ["-q", "-p", "no:xdist", "--disable-warnings", "-m", "not slow", "-o", cache]
    for name in HEAVY:
        importlib.import_module(name)
    sys.stdout.flush()
    children = {}
    for number in range(workers):
        answer = Path(f"outcomes-{number}.pickle").resolve()
        own = mutants[number::workers]
        if not (child := os.fork()):
            outcomes: list[Outcome] = []
            status = 1
            try:
                _try_inside(part, modules, own, most_files, options, outcomes)
                at_import = [outcome.mutant for outcome in outcomes if not outcome.killed and not outcome.is_entered]
                outcomes[:] = [outcome for outcome in outcomes if outcome.mutant not in at_import]
                at_import += [mutant for mutant in own if swap(mutant) is None]
                outcomes += _try_outside(part, at_import, options)
                status = 0
            finally:
                answer.write_bytes(pickle.dumps(outcomes))
                sys.stdout.flush()
                os._exit(status)
        children[child] = answer
    for child in children:
        os.waitpid(child, 0)
    return [outcome for answer in children.values() for outcome in pickle.loads(answer.read_bytes())]  # noqa: S301


def _try_inside(
    part: Part,
    modules: Sequence[Path],
    mutants: Sequence[Mutant],
    most_files: int,
    options: Sequence[str],
    outcomes: list[Outcome],
) -> None:
    """Changes inside functions: one session for all, in a child, so that this process stays without the modules."""
    sys.stdout.flush()
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        inside: list[Outcome] = []

        def note(outcome: Outcome) -> None:
            inside.append(outcome)
            if outcome.killed or outcome.is_entered:
                show(outcome)

        plugin = MutantTests(modules, [mutant for mutant in mutants if swap(mutant) is not None], note, most_files)
        try:
            pytest.main([*options, *part.test_files], plugins=[plugin])
        finally:
            with os.fdopen(write, "wb") as answer:
                answer.write(pickle.dumps(inside))
            sys.stdout.flush()
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as listed:
        outcomes += pickle.loads(listed.read())  # noqa: S301 - written above
    os.waitpid(child, 0)


def _try_outside(part: Part, mutants: Sequence[Mutant], options: Sequence[str]) -> Iterator[Outcome]:
    """Changes of what runs at import: a session of its own for each, those test files first that name the module."""
    for mutant in mutants:
        outcome = try_imported(mutant, by_name(part.test_files, mutant), options)
        show(outcome)
        yield outcome


def by_name(test_files: Sequence[str], mutant: Mutant) -> list[str]:
    """Test files, those first that name a mutant's module most often."""
    module = re.compile(rf"\b{re.escape(mutant.path.stem)}\b")
    return sorted(test_files, key=lambda name: (-len(module.findall(f"{name} {Path(name).read_text()}")), name))


def show(outcome: Outcome) -> None:
    """Print how it ended for a mutant, and the change if no test noticed."""
    where = f"{outcome.mutant} ({outcome.mutant.function or 'module'})"
    line = f"{outcome.ended} {where}, {outcome.tests} tests, {outcome.seconds:.1f} s, {outcome.test}\n"
    sys.stdout.write(line if outcome.killed else f"{line}{outcome.mutant.diff}\n")  # at once: others write too
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
