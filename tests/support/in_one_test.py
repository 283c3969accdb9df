"""Many cases of one kind in one test, where a test for each would cost more than what it looks at.

    @in_one_test("script", SCRIPTS)
    def test_every_imported_file_is_there(script: Path): ...

It stands where `pytest.mark.parametrize` would. All cases run; those that fail are named, each with its traceback.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest

Test = Callable[..., None]


def in_one_test(
    names: str,
    cases: Iterable[Any],
    *,
    name: Callable[[Any], object] = repr,
    around: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Callable[[Test], Test]:
    """Call a test for each case, and fail with all that fail.

    Args:
        names: the test's arguments that a case fills, with commas; a case of several is a tuple.
        cases: what they are.
        name: what to call a case in a failure.
        around: entered for each case; takes back what a case leaves.
    """
    keys, known = [key.strip() for key in names.split(",")], list(cases)
    assert known, "a test of no case shows nothing"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def all_of_them(**fixtures: Any) -> None:
            failed: dict[str, BaseException] = {}
            for case in known:
                values = case if len(keys) > 1 else (case,)
                try:
                    with around():
                        test(**fixtures, **dict(zip(keys, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"case: {name(case)}")
                    failed[str(name(case))] = error
            if failed:
                message = f"{len(failed)} of {len(known)} cases: {', '.join(failed)}"
                raise BaseExceptionGroup(message, list(failed.values()))

        asked = inspect.signature(test)
        rest = [one for one in asked.parameters.values() if one.name not in keys]
        all_of_them.__signature__ = asked.replace(parameters=rest)  # type: ignore[attr-defined]
        return all_of_them

    return decorate
