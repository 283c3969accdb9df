"""Mutation runs: which code a change touches, and that mutants which once survived are noticed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.thorough import one_of
from tools.mutants import Mutant, functions, swap

ROOT = Path(__file__).parent.parent
SOURCE = """LIMIT = 3
class Board:
    def full(self, count: int = 2) -> bool:
        return any(one > LIMIT for one in range(count))
low = lambda count: count < LIMIT
SQUARES = tuple(one * one for one in range(LIMIT))
"""


def mutant(before: str, after: str) -> Mutant:
    assert SOURCE.count(before) == 1
    line = SOURCE[: SOURCE.index(before)].count("\n") + 1
    return Mutant(Path("board.py"), line, "", SOURCE, SOURCE.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("one > LIMIT", "one >= LIMIT", {"full", "<genexpr>"}),
        ("any(", "all(", {"full"}),
        ("count < ", "count > ", {"<lambda>"}),
        ("count: int =", "count: float =", None),
        ("LIMIT = 3", "LIMIT = 4", None),
        ("count: int = 2", "count: int = 3", None),
        ("range(count)", "range((count))", set()),
        ("one * one", "one + one", None),
    ],
)
def test_code_of_functions_is_replaced_and_what_an_import_runs_is_not(before: str, after: str, names: set[str] | None):
    found = swap(mutant(before, after))

    assert names == (None if found is None else {code.co_name for code in found})


def test_a_function_does_what_the_mutant_says_once_its_code_is_replaced():
    space: dict[str, object] = {}
    exec(compile(SOURCE, "board.py", "exec"), space)
    low = space["low"]

    assert low(2) and not low(4)  # type: ignore[operator]
    for before, after in swap(mutant("count < ", "count > ")).items():  # type: ignore[union-attr]
        assert low.__code__ == before  # type: ignore[attr-defined]
        low.__code__ = after  # type: ignore[attr-defined]

    assert low(4) and not low(2)  # type: ignore[operator]


def test_a_mutant_knows_its_function_and_its_change():
    one = mutant("one > LIMIT", "one >= LIMIT")

    assert functions(SOURCE) == [("Board.full", 3, 4)]
    assert (one.function, mutant("LIMIT = 3", "LIMIT = 4").function) == ("Board.full", "")
    assert "-        return any(one > LIMIT" in one.diff and "+        return any(one >= LIMIT" in one.diff


@pytest.mark.slow
def test_mutants_that_once_survived_and_some_of_each_part_are_noticed():
    command = (sys.executable, ROOT / "tools" / "known_mutants.py", *one_of(("--one-of-each-test",), ()))

    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)

    assert done.returncode == 0, done.stdout + done.stderr
