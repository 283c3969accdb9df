"""A test of many cases runs them all, and names those that fail with what was wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.in_one_test import WANTED, every, in_one_test

WORDS = [(1, "one"), (2, "three"), (3, "three"), (4, "two")]


def test_all_cases_run_and_those_that_fail_are_named_with_what_was_wrong(tmp_path):
    seen = []

    @in_one_test("number, word", WORDS, name=lambda case: f"{case[1]}-{case[0]}")
    def test_a_word(number: int, word: str, folder: object):
        seen.append((number, folder))
        if number == 4:
            pytest.fail("not four")
        assert len(word) == {1: 3, 2: 3, 3: 5}[number]

    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases: three-2, two-4") as failed:
        test_a_word(folder=tmp_path)

    assert seen == [(number, tmp_path) for number in (1, 2, 3, 4)]
    assert "assert 5 == 3" in str(failed.value.exceptions[0]) and "not four" in str(failed.value.exceptions[1])
    assert failed.value.exceptions[1].__notes__ == ["case: two-4"]


def test_each_case_is_entered_and_left():
    entered = []

    @contextmanager
    def around() -> Iterator[None]:
        entered.append("in")
        try:
            yield
        finally:
            entered.append("out")

    @in_one_test("number", [1, 0], around=around)
    def test_a_number(number: int):
        assert number

    with pytest.raises(BaseExceptionGroup, match="1 of 2 cases: 0"):
        test_a_number()

    assert entered == ["in", "out"] * 2


def test_those_alone_run_that_are_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(WANTED, "thr,nothing")
    names = [f"{word}-{number}" for number, word in WORDS]

    assert [name for name, _case in every(names)] == ["three-2", "three-3"]
    with pytest.raises(pytest.skip.Exception):
        list(every(["one"]))


@in_one_test("number", [1, 2])
def test_it_is_a_test_with_the_fixtures_that_no_case_fills(number: int, tmp_path):
    assert number and tmp_path.is_dir()
    assert not (tmp_path / f"{number}").exists()
    (tmp_path / f"{number}").touch()
