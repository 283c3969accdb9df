"""The names that users rely on: they are there, typed, and importing the package loads nothing."""

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import carrom
from tests.support.in_one_test import in_one_test
from tools import reference

SOURCE = Path(carrom.__file__)
PROMISED = "RULESETS Position Stroke Batch simulate simulate_batch judge play_stroke Match read_match write_match"


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


@in_one_test("name", sorted(carrom.__all__))
def test_every_public_name_is_there(name: str):
    assert getattr(carrom, name) is not None
    assert name in dir(carrom)


def test_the_promised_names_are_public():
    assert set(PROMISED.split()) <= set(carrom.__all__)
    assert carrom.svg.board and carrom.bots.find


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="shove"):
        carrom.shove  # noqa: B018


def test_the_stable_names_are_those_of_the_committed_list():
    stable = {name for name, _ in reference.names() if not name.startswith("carrom.")}
    listed = (Path(__file__).parent / "public_names.txt").read_text(encoding="utf-8").split()

    assert sorted(stable) == listed


def test_every_name_that_is_not_private_is_documented():
    page = reference.PAGE.read_text(encoding="utf-8")
    named = dict(reference.names())

    assert [name for name, value in named.items() if not reference.is_documented(value)] == []
    assert [name for name in named if f"`{name}" not in page and f"`{name.rpartition('.')[2]}" not in page] == []
    assert len(named) > 500


def test_the_reference_says_what_the_source_says(golden: Callable[[str, str], None]):
    golden(str(reference.PAGE), reference.page())


def test_importing_the_package_loads_nothing_of_it():
    modules = loaded_by("import carrom")

    assert {name for name in modules if name.startswith("carrom")} == {"carrom"}


@pytest.mark.parametrize(
    "code",
    [
        "import carrom; carrom.Position, carrom.Stroke, carrom.RULESETS, carrom.judge, carrom.read_match",
        "import carrom; carrom.svg.board(carrom.Position())",
        "import carrom; carrom.bots",
    ],
)
def test_laws_notation_and_pictures_need_no_numpy(code: str):
    assert not {"numpy", "django"} & loaded_by(code)


def test_what_is_typed_is_what_is_fetched():
    tree = ast.parse(SOURCE.read_text())
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {
        alias.asname: node.module for node in checked.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    homes = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_HOMES"
    )

    assert typed == {**homes, "bots": "carrom", "svg": "carrom"}
    assert set(carrom.__all__) == set(typed)
