"""What the processes of one run share: what is made once for all of them, and turns in which they load the tests.

`./carrom test` names a folder for all its steps; without it, each call of pytest and its workers have one.
"""

import atexit
import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FOLDER = "CARROM_TEST_RUN"
if FOLDER not in os.environ:  # workers inherit it from the process that starts them
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="carrom-run-")
    atexit.register(shutil.rmtree, os.environ[FOLDER], ignore_errors=True)


def once_a_run(name: str, make: Callable[[Path], object]) -> Path:
    """Give the folder of this name; the first process that asks fills it, and the others wait for it."""
    folder = Path(os.environ[FOLDER], name)
    with _locked(name):
        made = folder.with_suffix(".made")
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a process that failed
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


class Turns:
    """A plugin: on a machine that has compiled nothing yet, one worker loads the tests, then the others do.

    All at once, each would compile each file of tests with its assertions, which takes most of the CPU of loading them.
    """

    def __init__(self, tests: Path) -> None:
        self.tests = tests

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Wait for one's turn."""
        compiled = any(self.tests.glob("__pycache__/test_*-pytest-*.pyc"))
        if compiled or sys.dont_write_bytecode or "PYTEST_XDIST_WORKER" not in os.environ:
            return (yield)
        with _locked(f"loading-{self.tests.name}"):
            return (yield)


@contextmanager
def _locked(name: str) -> Iterator[None]:
    with Path(os.environ[FOLDER], f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
