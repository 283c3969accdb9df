"""Whether tests notice a mutant: a pytest plugin that collects the tests once and forks the session for each mutant.

The child gets the mutated function and runs the tests that enter it, quickest first, until one fails. Limits count
processor time, so that a busy machine kills no mutant. A change outside of functions needs a session of its own that
imports the changed module: `try_imported`.
"""

import gc
import os
import resource
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants import Mutant, imported_as, swap
from tools.recorded_tests import RecordedTests, Run

BUDGET_S = 40.0  # of recorded processor time for a mutant; it has survived what runs longer
IMPORTED_BUDGET_S = 240.0  # the same for a change outside of functions, which meets all tests
STUCK_S = 120  # without any processor time: it waits for what will not come
MEMORY = 6 << 30  # bytes; a list without an end fails before the machine does
KILLED, SURVIVED, ENDLESS, STUCK, BROKEN = "killed", "SURVIVED", "killed (endless)", "STUCK", "BROKEN"
SURVIVES, NOTICED, WAITS, BREAKS = 0, 1, 3, 4  # exit statuses of a child
UNKNOWN = Run(1.0)
Say = Callable[[str], None]


@dataclass(frozen=True)
class Outcome:
    """How it ended for a mutant, with which test, after how many, and the processor time that took."""

    mutant: Mutant
    ended: str
    test: str = ""
    tests: int = 0
    seconds: float = 0.0
    is_entered: bool = True  # whether a recorded test runs the changed function; else it may run at import alone

    @property
    def killed(self) -> bool:
        """Whether a test noticed."""
        return self.ended in (KILLED, ENDLESS)


@dataclass
class MutantTests:
    """The plugin: tries the mutants that are inside functions of `modules`; every outcome goes to `report` at once."""

    modules: Sequence[Path]
    mutants: Sequence[Mutant]
    report: Callable[[Outcome], None]
    most_files: int = 8  # that are recorded for a mutant which still lives
    runs: Mapping[str, Run] = field(default_factory=dict)
    sound: set[str] = field(default_factory=set)
    unsound: set[str] = field(default_factory=set)
    loaded: dict[CodeType, list[FunctionType]] = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self) -> None:
        """List the functions of the modules before the suite's own hook hides all objects from the collector."""
        files = {str(path.resolve()) for path in self.modules}
        found = defaultdict(list)
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename in files:
                found[one.__code__].append(one)
        self.loaded = dict(found)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests, try the mutants."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        with_database = [item for item in session.items if item.get_closest_marker("django_db") is not None]
        for item in with_database[:1]:  # its fixtures of the session, a database foremost, are there for all children
            runtestprotocol(item, nextitem=session, log=False)  # type: ignore[arg-type]
        self.try_all(session)
        return True

    def try_all(self, session: pytest.Session) -> None:
        """Try each with tests that name it, then with those known to run it, then with those of files that may."""
        tests = RecordedTests(session, self.modules)
        self.runs = tests.runs
        items = {item.nodeid: item for item in session.items}
        for mutant in self.mutants:
            outcome, tried = Outcome(mutant, SURVIVED), set[str]()
            for names in self._in_turn(tests, mutant):
                new = [items[name] for name in names if name not in tried and name not in self.unsound]
                if new:
                    tried.update(names)
                    more = self._try_soundly(mutant, new)
                    count, seconds = outcome.tests + more.tests, outcome.seconds + more.seconds
                    outcome = Outcome(mutant, more.ended, more.test, count, seconds)
                if outcome.killed or sum(tests.runs.get(name, UNKNOWN).seconds for name in tried) > BUDGET_S:
                    break
            self.report(replace(outcome, is_entered=any(run.enters(mutant) for run in tests.runs.values())))

    def _in_turn(self, tests: RecordedTests, mutant: Mutant) -> Iterator[list[str]]:
        yield tests.naming(mutant)
        yield chosen(tests.runs, mutant)
        for _ in range(self.most_files):
            if not tests.record_likely(mutant):
                return
            yield chosen(tests.runs, mutant)

    def _try_soundly(self, mutant: Mutant, items: Sequence[pytest.Item]) -> Outcome:
        """Try a mutant; a test that is not recorded counts only if it passes without the mutant."""
        left = list(items)
        while left:
            outcome = self.try_with(mutant, left)
            if not outcome.killed or outcome.test in self.runs or outcome.test in self.sound:
                return outcome
            noticing = [item for item in left if item.nodeid == outcome.test]
            unchanged = replace(mutant, after=mutant.before)
            if self.try_with(unchanged, noticing).ended == SURVIVED:
                self.sound.add(outcome.test)
                return outcome
            self.unsound.add(outcome.test)
            left = left[left.index(noticing[0]) + 1 :]
        return Outcome(mutant, SURVIVED)

    def try_with(self, mutant: Mutant, items: Sequence[pytest.Item]) -> Outcome:
        """Fork, put the mutant in and run the tests until one fails."""

        def tests(say: Say) -> int:
            for before, after in (swap(mutant) or {}).items():
                for function in self.loaded.get(before, ()):
                    function.__code__ = after.replace(co_filename=before.co_filename)
            for item, following in zip(items, [*items[1:], None], strict=True):
                say(item.nodeid)
                limit(self.runs.get(item.nodeid, UNKNOWN))
                if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                    return NOTICED
            return SURVIVES

        return in_child(mutant, tests)


def chosen(runs: Mapping[str, Run], mutant: Mutant) -> list[str]:
    """The tests that run a mutant, quickest first, as many as the budget allows."""
    names = sorted((name for name, run in runs.items() if run.enters(mutant)), key=lambda name: runs[name].seconds)
    spent = 0.0
    within: list[str] = []
    for name in names:
        spent += runs[name].seconds
        if spent > BUDGET_S and within:
            break
        within.append(name)
    return within


class UntilOneFails:
    """In a session of its own: says which test begins and limits its time."""

    def __init__(self, say: Say) -> None:
        self.say = say

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Say its name and limit its time."""
        self.say(item.nodeid)
        limit(UNKNOWN)


def try_imported(mutant: Mutant, test_files: Sequence[str], options: Sequence[str]) -> Outcome:
    """Try a change outside of functions, in a child that has not imported the module yet.

    All tests run until one fails, for nothing tells which of them use what the import made. That one counts only if it
    passes without the mutant.
    """
    unsound: list[str] = []
    while True:
        ignored = [f"--deselect={name}" for name in unsound]
        outcome = _in_own_session(mutant, [*options, *ignored, *test_files])
        if not outcome.killed or not outcome.test:
            return outcome
        unchanged = replace(mutant, after=mutant.before)
        if _in_own_session(unchanged, [*options, outcome.test]).ended == SURVIVED:
            return outcome
        unsound.append(outcome.test)


def _in_own_session(mutant: Mutant, options: Sequence[str]) -> Outcome:
    def tests(say: Say) -> int:
        imported_as(mutant)
        _survive_after(IMPORTED_BUDGET_S)
        limit(Run(5.0))
        ended = pytest.main([*options, "-x"], plugins=[UntilOneFails(say)])
        return SURVIVES if ended is pytest.ExitCode.OK else NOTICED

    return in_child(mutant, tests)


def _survive_after(seconds: float) -> None:
    """End this process as one that noticed nothing, after so much processor time of its own."""
    signal.signal(signal.SIGVTALRM, lambda *_: os._exit(SURVIVES))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def in_child(mutant: Mutant, tests: Callable[[Say], int]) -> Outcome:
    """Run tests in a fork of this process and see how they ended; they say which one begins."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _run_child(write, tests)
    os.close(write)
    with os.fdopen(read) as names:
        began = names.read().splitlines()
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    ended = {SURVIVES: SURVIVED, WAITS: STUCK, BREAKS: BROKEN, -signal.SIGPROF: ENDLESS}.get(code, KILLED)
    return Outcome(mutant, ended, began[-1] if began else "", len(began), used.ru_utime + used.ru_stime)


def _run_child(write: int, tests: Callable[[Say], int]) -> NoReturn:
    def say(name: str) -> None:
        os.write(write, f"{name}\n".encode())

    status = BREAKS
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _watch_for_waiting()
        status = tests(say)
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


def limit(run: Run) -> None:
    """End this process by SIGPROF if it takes far more processor time from now on than a test took."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, 5 + 20 * run.seconds)


def _watch_for_waiting() -> None:
    """End this process if it does nothing at all for a while."""
    used = 0.0

    def look(*_: object) -> None:
        nonlocal used
        now = time.process_time()
        if now - used < 0.02:
            os._exit(WAITS)
        used = now

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, STUCK_S, STUCK_S)
