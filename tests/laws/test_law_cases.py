"""Every law case of the folder beside this file, each as its own test with its clauses' marks."""

from pathlib import Path

import pytest

from carrom.laws import cases as law_cases
from carrom.laws.cases import Case, CaseError, differences_of, read_file, run_files
from tests.support.laws.cases import CASE_FILES


def every_case() -> list[object]:
    cases = [(path, case) for path in CASE_FILES for case in read_file(path)]
    return [
        pytest.param(
            case,
            id=f"{path.parent.name}/{path.stem}: {case.name}",
            marks=pytest.mark.clause(*case.clauses, *(case.exact_clauses or ())),
        )
        for path, case in cases
    ]


@pytest.mark.parametrize("case", every_case())
def test_the_laws_rule_as_the_case_says(case: Case) -> None:
    assert differences_of(case) == ()


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
