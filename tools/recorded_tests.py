"""Records of each test: its processor time, and the functions of some modules that it enters.

A file's tests are recorded in a fork of the session, by coverage.py, the first time that they are asked for; pytest's
cache keeps that until the file changes. Where functions have moved since, a test is only not asked for.
"""

import fcntl
import hashlib
import inspect
import json
import os
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants import Mutant, functions

MOST_NAMING = 12  # tests that are tried unrecorded, for they name what is changed


@dataclass(frozen=True)
class Run:
    """The record of one test that passed: processor time, and the functions that it ran, as `path:qualified.name`."""

    seconds: float
    functions: frozenset[str] = frozenset()

    def enters(self, mutant: Mutant) -> bool:
        """Whether the test runs the function of a mutant."""
        return f"{mutant.path}:{mutant.function}" in self.functions


@dataclass
class RecordedTests:
    """The tests of a session by file, and what is known of them; `modules` are what matters of what they run."""

    session: pytest.Session
    modules: Sequence[Path]
    files: dict[Path, list[pytest.Item]] = field(init=False)
    runs: dict[str, Run] = field(default_factory=dict)
    unknown: dict[Path, str] = field(init=False)

    def __post_init__(self) -> None:
        """Read what the cache has; what it lacks is `unknown`, each with its text."""
        self.files = defaultdict(list)
        for item in self.session.items:
            if item.get_closest_marker("slow") is None:
                self.files[item.path].append(item)
        texts = {path: path.read_text() for path in self.files}
        self.unknown = {path: text for path, text in texts.items() if not self._take(path, self._cached(text))}

    def naming(self, mutant: Mutant) -> list[str]:
        """Tests whose own code names a mutant's function or module, those first that do so most often."""
        counts: dict[str, tuple[int, int]] = {}
        for item in (item for of_file in self.files.values() for item in of_file):
            code = _code_of(item.function) if isinstance(item, pytest.Function) else ""
            if found := len(_naming(mutant).findall(code)):
                own = len(re.findall(rf"\b{re.escape(mutant.function.rpartition('.')[2] or '-')}\b", code))
                counts[item.nodeid] = -own, -found
        return sorted(counts, key=lambda name: (counts[name], name))[:MOST_NAMING]

    def record_likely(self, mutant: Mutant) -> bool:
        """Record the next file that may well run a mutant; False if there is none."""
        named = _naming(mutant)
        counts = {
            path: (mutant.path.stem in path.stem, len(named.findall(text))) for path, text in self.unknown.items()
        }
        if not counts:
            return False
        self._record(max(counts, key=lambda path: (counts[path], path)))
        return True

    def _record(self, path: Path) -> None:
        """Take what another process has recorded meanwhile, else record; they wait for one another."""
        text = self.unknown.pop(path)
        lock = Path(tempfile.gettempdir(), self._key(text).replace("/", "-"))
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            if not self._take(path, self._cached(text)):
                self._run_file(path, text)

    def _run_file(self, path: Path, text: str) -> None:
        """Run a file's tests in a child; what it finds goes into the cache unless a test fails."""
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            with os.fdopen(write, "w") as answer:
                json.dump(self._measure(self.files[path]), answer)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as answer:
            found: dict[str, Any] = json.loads(answer.read() or '{"failed": ["all"], "ran": {}}')
        os.waitpid(child, 0)
        self._take(path, found["ran"])
        if not found["failed"]:
            self.session.config.cache.set(self._key(text), found["ran"])
        name, count = path.relative_to(self.session.startpath), len(found["ran"])
        print(f"recorded {name}: {count} tests", *found["failed"], file=sys.__stderr__, flush=True)

    def _measure(self, items: Sequence[pytest.Item]) -> dict[str, Any]:
        import coverage  # of the group `mutation`

        files = {str(path.resolve()): path for path in self.modules}
        cover = coverage.Coverage(data_file=None, include=list(files), config_file=False, messages=False)
        seconds, failed = {}, []
        cover.start()
        for item, following in zip(items, [*items[1:], None], strict=True):
            cover.switch_context(item.nodeid)
            started = time.process_time()
            reports = runtestprotocol(item, nextitem=following, log=False)
            if all(report.passed for report in reports):
                seconds[item.nodeid] = time.process_time() - started
            failed += [item.nodeid for report in reports if report.failed]
        cover.stop()
        ran: dict[str, set[str]] = defaultdict(set)
        data = cover.get_data()
        for name in data.measured_files():
            path = files[name]
            spans = functions(path.read_text())
            for line, contexts in data.contexts_by_lineno(name).items():
                inside = [function for function, first, last in spans if first <= line <= last]
                for context in contexts:
                    ran[context].add(f"{path}:{inside[-1] if inside else ''}")
        return {"failed": failed, "ran": {name: (round(seconds[name], 3), sorted(ran[name])) for name in seconds}}

    def _cached(self, text: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.session.config.cache.get(self._key(text), None)
        return found

    def _take(self, path: Path, ran: dict[str, Any] | None) -> bool:
        names = {item.nodeid for item in self.files[path]}
        self.runs |= {name: Run(one[0], frozenset(one[1])) for name, one in (ran or {}).items() if name in names}
        return ran is not None

    def _key(self, text: str) -> str:
        what = "\n".join([*sorted(map(str, self.modules)), text])
        return f"mutation/{hashlib.sha256(what.encode()).hexdigest()[:24]}"


def _naming(mutant: Mutant) -> re.Pattern[str]:
    names = {mutant.path.stem, mutant.path.stem.replace("_", "-"), *filter(None, mutant.function.split("."))}
    return re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")


@cache
def _code_of(test: Callable[..., object]) -> str:
    return inspect.getsource(test)
