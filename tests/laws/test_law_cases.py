"""Every law case of the folder beside this file, a test for each file with its clauses' marks; failures name cases."""

from pathlib import Path

import pytest

from carrom.laws import cases as law_cases
from carrom.laws.cases import Case, CaseError, differences_of, read_file, run_files
from tests.support.in_one_test import every
from tests.support.laws.cases import CASE_FILES


def every_file() -> list[object]:
    """The cases of each file, by their names."""
    found = {path: {case.name: case for case in read_file(path)} for path in CASE_FILES}
    return [
        pytest.param(
            cases,
            id=f"{path.parent.name}/{path.stem}",
            marks=pytest.mark.clause(
                *sorted({clause for case in cases.values() for clause in (*case.clauses, *(case.exact_clauses or ()))})
            ),
        )
        for path, cases in found.items()
    ]


@pytest.mark.parametrize("cases", every_file())
def test_the_laws_rule_as_the_case_says(cases: dict[str, Case]) -> None:
    for name, case in every(cases):
        with case:
            assert differences_of(cases[name]) == ()


def test_names_of_cases_are_unique_within_a_file() -> None:
    for path in CASE_FILES:
        names = [case.name for case in read_file(path)]
        assert len(names) == len(set(names)), path


def test_the_report_counts_every_case_of_the_folder() -> None:
    report = run_files(CASE_FILES)

    assert report.passed >= 350
    assert report.lines[-1] == f"{report.passed} passed, 0 failed"
    assert report.exit_code == 0


def test_a_file_may_be_as_large_as_the_limit_and_no_larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cases.toml"
    monkeypatch.setattr(law_cases, "GREATEST_FILE", 40)

    file.write_text("#" * 40, encoding="utf-8")
    assert read_file(file) == []
    for size in (41, 60):
        file.write_text("#" * size, encoding="utf-8")
        with pytest.raises(CaseError) as refused:
            read_file(file)
        assert refused.value.parameters["most"] == 40
