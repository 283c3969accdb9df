"""The end of a test run: how much CPU the tests used, and for `./carrom test` which of them failed.

This counts the CPU of the process and of children that have ended. The first test that needs a fixture pays for it, and
the test that ends a process pays for all of its CPU: the last test of a run pays for the servers of the session. Nobody
pays for what `tests/support/web/forked.py` runs; the CPU of the whole step, which `./carrom test` shows, has it.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

BUDGET_S = 5.0  # CONTRIBUTING.md says what to do about a test that uses more
FAILED = "CARROM_FAILED_TESTS"  # names the file where ./carrom test reads which tests failed
_COST = "cpu_s"


def add_options(parser: pytest.Parser) -> None:
    """Add the option for the list of expensive tests."""
    parser.addoption("--cost", type=int, default=0, metavar="N", help="list the N most expensive tests and files")


class RunReport:
    """A plugin that measures each test in its process and collects the figures in the main one."""

    def __init__(self) -> None:
        self._started = 0.0
        self.costs: dict[str, float] = {}
        self.failed: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        """Read the CPU clock before a test."""
        self._started = _cpu_s()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Iterator[pytest.TestReport]:
        """Add the cost of a test to its last report."""
        report: pytest.TestReport = yield
        if call.when == "teardown":
            report.user_properties.append((_COST, _cpu_s() - self._started))
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Collect a file that could not be imported."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect costs and failures."""
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)
        if report.when == "teardown":
            self.costs[report.nodeid] = dict(report.user_properties).get(_COST, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        """Write both down."""
        if self.failed and (place := os.environ.get(FAILED)):
            with Path(place).open("a", encoding="utf-8") as file:
                file.writelines(f"{name}\n" for name in self.failed)
        for line in self.lines(config.getoption("--cost")):
            terminalreporter.write_line(line)

    def lines(self, count: int) -> list[str]:
        """The totals, and the most expensive files and tests, `count` of each."""
        over = sum(cost > BUDGET_S for cost in self.costs.values())
        lines = [f"CPU of the tests: {sum(self.costs.values()):.0f} s; {over} used more than {BUDGET_S:.0f} s each"]
        files: Counter[str] = Counter()
        for name, cost in self.costs.items():
            files[name.split("::")[0]] += cost
        for costs in (files, Counter(self.costs)) if count else ():
            lines += [f"{cost:8.1f} s  {name}" for name, cost in costs.most_common(count)]
        return lines


def _cpu_s() -> float:
    return sum(os.times()[:4])
