"""Every clause of the documents has one home, every home a test, every test a known clause."""

import ast
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import DOCUMENTS, State, clauses, documents
from carrom.laws.values import parameters

TESTS = Path(__file__).resolve().parents[1]
CHECKOUT = TESTS.parent
CATALOGUE = CHECKOUT.parent / "shared" / "laws" / "catalogue.toml"
MARK = "pytest.mark.clause"
TESTED = (State.CODE, State.SCREEN, State.EQUIPMENT)


@cache
def naming_tests() -> dict[str, set[str]]:
    """Which tests name a clause: cases by their `clauses`, functions by `@pytest.mark.clause("...")`."""
    named: dict[str, set[str]] = {}
    for path in sorted(TESTS.glob("laws/*/*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            for clause in case.get("clauses", ()):
                named.setdefault(clause, set()).add(f"{path.name}: {case['name']}")
    for folder in (TESTS, CHECKOUT / "e2e"):
        for path in sorted(folder.rglob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if MARK in text else ():
                for clause in marked(node):
                    named.setdefault(clause, set()).add(f"{path.name}: {getattr(node, 'name', '')}")
    return named


def marked(node: ast.AST) -> list[str]:
    """The clauses that the decorators of a test name."""
    return [
        argument.value
        for decorator in getattr(node, "decorator_list", ())
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == MARK
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    ]


def test_every_ruleset_has_a_document_and_every_document_a_ruleset():
    assert set(documents()) == set(DOCUMENTS) == set(RULESETS)


def test_the_documents_in_docs_are_those_of_the_package():
    for slug in DOCUMENTS:
        shown = CHECKOUT / "docs" / "laws" / f"{slug}.toml"
        assert shown.resolve() == CHECKOUT / "src" / "carrom" / "laws" / "texts" / f"{slug}.toml"


def test_no_clause_is_written_twice():
    ids = [clause.id for document in documents().values() for clause in document.clauses]

    assert len(ids) == len(set(ids))


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the catalogue of requirements does not lie beside the checkout")
def test_every_clause_of_the_catalogue_is_here_with_its_kind_and_conflicts():
    wanted = {entry["id"]: entry for entry in tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["clause"]}
    documents_there = {entry["ruleset"] for entry in wanted.values()}  # a ruleset that was added since has its own
    held = {one.id: one for one in clauses().values() if one.document in documents_there - {"icf"}}

    assert set(held) == set(wanted)
    for clause_id, entry in wanted.items():
        one = held[clause_id]
        assert (one.document, one.kind) == (entry["ruleset"], entry["kind"]), clause_id
        assert set(one.conflicts) == set(entry["conflicts"]), clause_id
        assert bool(one.reading) == ("ambiguous" in entry), clause_id


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_every_clause_has_a_text_and_a_home(slug: str):
    for one in documents()[slug].clauses:
        assert one.text and one.state and one.home, one.id
        assert set(one.sets) <= {*parameters(), "foul_events"}, one.id
        if one.state in (State.CODE, State.EQUIPMENT):
            for home in one.home:
                module, _, name = home.partition(":")
                assert hasattr(import_module(module), name), f"{one.id}: {home}"
        if one.state is State.LATER:
            assert set(one.home) <= {"the umpire's table", "events"}, one.id


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_every_home_has_a_test(slug: str):
    untested = [one.id for one in documents()[slug].clauses if one.state in TESTED and one.id not in naming_tests()]

    assert not untested


def test_every_test_names_a_known_clause():
    unknown = {clause: tests for clause, tests in naming_tests().items() if clause not in clauses()}

    assert not unknown


# direction, what the striker did before its first contact, and a queen that falls in a later stroke: no key of a case
NOT_REPORTED_BY_CASES = {"K-027", "K-028", "K-029", "K-030", "K-034", "K-077", "L-010", "L-027", "L-046", "L-140"}


def test_every_clause_that_a_case_can_tell_has_one():
    """Every decision of the engine on one stroke is a law case, not only a test of functions."""
    reported = {
        clause
        for path in TESTS.glob("laws/*/*.toml")
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
        for clause in case.get("clauses", ())
    }
    asked = {
        one.id
        for slug in DOCUMENTS
        if slug != "icf"
        for one in documents()[slug].clauses
        if one.kind == "adjudicate" and one.state is State.CODE
    }

    assert asked - reported == NOT_REPORTED_BY_CASES
