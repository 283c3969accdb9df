"""Many cases of one kind in one test, where a test for each would cost more than what it looks at.

    @in_one_test("script", SCRIPTS)
    def test_every_imported_file_is_there(script: Path): ...

It stands where `pytest.mark.parametrize` would. All cases run; those that fail are named, each with its traceback. A
test is found by the names of its cases as well (`pytest -k NAME`), and with CARROM_CASES=NAME these alone run.
"""

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import pytest

WANTED = "CARROM_CASES"  # words with commas
Test = Callable[..., None]
Around = Callable[[], AbstractContextManager[object]]


def in_one_test(
    names: str, cases: Iterable[Any], *, name: Callable[[Any], object] = repr, around: Around = nullcontext
) -> Callable[[Test], Test]:
    """Call a test for each case, and fail with all that fail.

    Args:
        names: the test's arguments that a case fills, with commas; a case of several is a tuple.
        cases: what they are.
        name: what to call a case.
        around: entered for each case; takes back what a case leaves.
    """
    keys, listed = [key.strip() for key in names.split(",")], list(cases)
    known = {str(name(case)): case for case in listed}
    assert len(known) == len(listed) > 0, "two cases have one name, or there is none"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def all_of_them(**fixtures: Any) -> None:
            for called, case in every(known, around=around):
                values = known[called] if len(keys) > 1 else (known[called],)
                with case:
                    test(**fixtures, **dict(zip(keys, values, strict=True)))

        asked = inspect.signature(test)
        rest = [one for one in asked.parameters.values() if one.name not in keys]
        all_of_them.__signature__ = asked.replace(parameters=rest)  # type: ignore[attr-defined]
        all_of_them.__dict__ |= dict.fromkeys(known, True)  # pytest looks there for what -k asks
        return all_of_them

    return decorate


def every(names: Iterable[str], *, around: Around = nullcontext) -> Iterator[tuple[str, AbstractContextManager[None]]]:
    """Give each name with what to enter for its case; at the end, fail with all cases that failed.

    for name, case in every(NAMES):
        with case:
            assert name.islower()
    """
    words = os.environ.get(WANTED, "").split(",")
    wanted = [name for name in names if any(word in name for word in words)]
    if not wanted:
        pytest.skip(f"no case here has one of {words} in its name")
    failed: dict[str, BaseException] = {}
    for name in wanted:
        yield name, _collected(failed, name, around)
    if failed:
        message = f"{len(failed)} of {len(wanted)} cases: {', '.join(failed)}"
        raise BaseExceptionGroup(message, list(failed.values()))


@contextmanager
def _collected(failed: dict[str, BaseException], name: str, around: Around) -> Iterator[None]:
    try:
        with around():
            yield
    except (Exception, pytest.fail.Exception) as error:
        error.add_note(f"case: {name}")
        failed[name] = error
