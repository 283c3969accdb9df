"""`./carrom test`: which parts run, and that what could not run is never taken for passed."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.support import run_report
from tools import checks, document_code

ROOT = Path(__file__).parent.parent


class Recorder(checks.Runner):
    """Writes down what would be run, and in what environment."""

    commands: list[list[str]] = []
    environments: list[dict[str, str]] = []

    def run(self, name: str, *command: str | Path) -> checks.Done:
        self.commands.append([str(word) for word in command])
        self.environments.append(self.environment)
        return checks.Done(name, "passed", 0.0)


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    monkeypatch.setattr(Recorder, "commands", [])
    monkeypatch.setattr(Recorder, "environments", [])
    monkeypatch.setattr(checks, "Runner", Recorder)
    monkeypatch.setattr(checks, "find_chromium", lambda: "/usr/bin/chromium-headless-shell")
    monkeypatch.setattr(checks, "apt_install", lambda *packages: None)
    monkeypatch.setattr(checks, "check_with_node", lambda runner: [checks.Done("tsc", "passed", 0.0)])
    return Recorder.commands


def pytest_calls(commands: list[list[str]]) -> list[list[str]]:
    return [command[3:] for command in commands if command[1:3] == ["-m", "pytest"]]


def test_without_a_part_everything_but_goldens_runs_and_pytest_is_called_twice(recorded: list[list[str]]):
    assert checks.main([]) == 0

    assert sorted(pytest_calls(recorded)) == [["e2e", *checks.TWO], ["tests", *checks.TWO]]
    assert any(command[0].endswith("ruff") for command in recorded)


def test_the_processes_of_a_run_share_the_bytecode_that_the_first_of_them_compiled(
    recorded: list[list[str]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # as images of containers like to set it

    assert checks.main(["unit"]) == 0

    for environment in Recorder.environments:
        assert "PYTHONDONTWRITEBYTECODE" not in environment


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        (["unit"], ["tests", *checks.TWO, "-m", "not slow"]),
        (["slow"], ["tests", *checks.TWO, "-m", "slow"]),
        (["unit", "slow"], ["tests", *checks.TWO]),
        (["unit", "-k", "queen"], ["tests", *checks.TWO, "-m", "not slow", "-k", "queen"]),
        (["e2e"], ["e2e", *checks.THREE]),
        (["golden"], ["tests", "-m", "golden", "--rewrite-goldens"]),
    ],
)
def test_a_part_runs_alone(recorded: list[list[str]], arguments: list[str], call: list[str]):
    assert checks.main(arguments) == 0

    assert pytest_calls(recorded) == [call]
    beside = [command for command in recorded if "pytest" not in command]
    # node's tests go with the unit tests; what pages rule with when the network is gone with those in a browser
    assert all("--test" in command or command[1:] == ["offline"] for command in beside)


def test_a_part_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]):
    assert checks.main(["units"]) == 2

    assert capsys.readouterr().err.startswith("error: unknown-part: ")


@pytest.mark.parametrize(("ci", "status"), [(False, 0), (True, 1)])
def test_tests_in_a_browser_that_cannot_run_are_said_loudly_and_fail_in_ci(
    recorded: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ci: bool,
    status: int,
):
    monkeypatch.setattr(checks, "CI", ci)
    monkeypatch.setattr(checks, "find_chromium", lambda: None)
    monkeypatch.setattr(checks, "install_chromium", lambda: None)

    assert checks.main(["e2e"]) == status

    assert "did NOT run" in capsys.readouterr().out
    assert pytest_calls(recorded) == []


@pytest.mark.parametrize(("ci", "status"), [(False, 0), (True, 1)])
def test_rulings_without_a_network_that_cannot_be_tested_are_said_loudly_and_fail_in_ci(
    recorded: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ci: bool,
    status: int,
):
    def run(self: Recorder, name: str, *command: str | Path) -> checks.Done:
        self.commands.append([str(word) for word in command])
        return checks.Done(name, "failed" if name == "carrom offline" else "passed", 0.0)

    monkeypatch.setattr(checks, "CI", ci)
    monkeypatch.setattr(Recorder, "run", run)

    assert checks.main(["e2e"]) == status

    assert "were NOT tested" in capsys.readouterr().out
    assert pytest_calls(recorded) == [["e2e", *checks.THREE]]  # the others run


@pytest.mark.parametrize(("ci", "ended"), [(False, "not run"), (True, "failed")])
def test_scripts_and_style_sheets_that_cannot_be_checked_are_said_loudly_and_fail_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: bool, ended: str
):
    monkeypatch.setattr(checks, "CI", ci)
    monkeypatch.setattr(checks.shutil, "which", lambda name: None)

    assert [step.ended for step in checks.check_with_node(checks.Runner({}))] == [ended, ended]

    said = capsys.readouterr().out
    assert "prettier --check did NOT run" in said and "tsc -p jsconfig.json did NOT run" in said


@pytest.mark.parametrize(("length", "ended"), [(120, "passed"), (121, "failed")])
def test_a_template_line_that_is_too_long_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], length: int, ended: str
):
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    (tmp_path / checks.PAGES).mkdir(parents=True)
    (tmp_path / checks.PAGES / "page.html").write_text("short\n" + "ä" * length + "\n", encoding="utf-8")

    assert checks.check_template_lines().ended == ended

    assert ("page.html:2: 121 characters" in capsys.readouterr().out) == (ended == "failed")


@pytest.mark.parametrize(
    ("there", "used"),
    [
        ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium-headless-shell"),
        ("/usr/bin/chromium", "installed"),  # a whole browser takes more CPU
        (None, "installed"),
    ],
)
def test_a_browser_without_windows_is_preferred_and_installed_where_there_is_another(
    recorded: list[list[str]], monkeypatch: pytest.MonkeyPatch, there: str | None, used: str
):
    monkeypatch.delenv("CARROM_CHROMIUM", raising=False)
    monkeypatch.setattr(checks, "find_chromium", lambda: there)
    monkeypatch.setattr(checks, "install_chromium", lambda: "installed")

    assert checks.main(["e2e"]) == 0

    assert Recorder.environments[-1]["CARROM_CHROMIUM"] == used


def test_a_step_that_fails_does_not_stop_the_others_and_fails_the_whole(monkeypatch: pytest.MonkeyPatch):
    ran = []

    class Failing(checks.Runner):
        def run(self, name: str, *command: str | Path) -> checks.Done:
            ran.append(name)
            return checks.Done(name, "failed" if name == "ruff check" else "passed", 0.0)

    monkeypatch.setattr(checks, "Runner", Failing)
    monkeypatch.setattr(checks, "check_with_node", lambda runner: [checks.Done("tsc", "passed", 0.0)])

    assert checks.main(["lint"]) == 1

    assert len(ran) > 4


def test_the_tests_that_failed_are_named_at_the_end(
    recorded: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def run(self: Recorder, name: str, *command: str | Path) -> checks.Done:
        (here := run_report.RunReport()).failed.append("tests/test_x.py::test_y")
        monkeypatch.setenv(run_report.FAILED, self.environment[run_report.FAILED])
        here.pytest_terminal_summary(Mock(), Mock(getoption=lambda name: 0))
        return checks.Done(name, "failed", 0.0)

    monkeypatch.setattr(Recorder, "run", run)

    assert checks.main(["e2e"]) == 1

    assert capsys.readouterr().out.endswith("failed: tests/test_x.py::test_y\n")


@pytest.mark.parametrize(
    ("failures", "fails_again", "status", "calls", "last"),
    [
        (1, False, 0, 2, "failed, then passed: e2e/test_x.py::test_0\n"),
        (3, False, 0, 2, "failed, then passed: e2e/test_x.py::test_2\n"),
        (1, True, 1, 2, "failed: e2e/test_x.py::test_0\n"),
        (4, False, 1, 1, "failed: e2e/test_x.py::test_3\n"),
    ],
)
def test_a_few_tests_in_a_browser_get_a_second_try_and_are_named(
    recorded: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failures: int,
    fails_again: bool,
    status: int,
    calls: int,
    last: str,
):
    monkeypatch.setattr(checks, "fetch_pyodide", lambda runner: iter(()))
    names = [f"e2e/test_x.py::test_{number}" for number in range(failures)]

    def run(self: Recorder, name: str, *command: str | Path) -> checks.Done:
        is_first = not recorded
        recorded.append([str(word) for word in command])
        if is_first or fails_again:
            Path(self.environment[run_report.FAILED]).write_text("\n".join([*names, *names]) + "\n")
            return checks.Done(name, "failed", 0.0)
        return checks.Done(name, "passed", 0.0)

    monkeypatch.setattr(Recorder, "run", run)

    assert checks.main(["e2e"]) == status

    assert len(recorded) == calls
    if calls == 2:
        assert recorded[1][3:] == [*names, "-n", "0"]
    assert capsys.readouterr().out.endswith(last)


def test_what_a_test_costs_is_shown_with_its_file_where_asked_for():
    report = run_report.RunReport()
    report.costs = {"a.py::one": 6.0, "a.py::two": 1.0, "b.py::three": 2.0}

    assert report.lines(0) == ["CPU of the tests: 9 s; 1 used more than 5 s each"]
    assert report.lines(1)[1:] == ["     7.0 s  a.py", "     6.0 s  a.py::one"]


def test_a_command_that_fails_is_a_step_that_failed():
    runner = checks.Runner({})

    assert runner.run("ends with 3", sys.executable, "-c", "raise SystemExit(3)").ended == "failed"
    assert runner.run("ends with 0", sys.executable, "-c", "").ended == "passed"


def test_a_step_counts_the_cpu_of_what_it_started():
    program = "import time\nwhile time.process_time() < 0.1: pass"
    starts_it = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"

    assert checks.Runner({}).run("works", sys.executable, "-c", starts_it).cpu_s >= 0.1


def test_ci_runs_the_readme_s_test_command_and_nothing_else():
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]

    assert commands == ["exec ./carrom test"]
    assert subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=False).returncode == 0


def test_what_two_steps_say_that_run_beside_one_another_is_shown_whole(capfd: pytest.CaptureFixture[str]):
    program = "import time\nfor n in range(5): print(NAME, n, flush=True); time.sleep(0.01)"
    runner = checks.Runner({}, is_alone=False)

    with ThreadPoolExecutor(2) as pool:
        each = [pool.submit(runner.run, name, sys.executable, "-c", f"NAME={name!r}\n{program}") for name in "ab"]
        assert [one.result().ended for one in each] == ["passed", "passed"]

    said = capfd.readouterr().out
    for name in "ab":
        assert f"== {name} ==\n" + "".join(f"{name} {n}\n" for n in range(5)) in said


def test_packages_are_installed_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    installing: list[int] = [0]
    most: list[int] = []

    def run(*_: object, **__: object) -> None:
        installing[0] += 1
        most.append(installing[0])
        threading.Event().wait(0.01)
        installing[0] -= 1

    monkeypatch.setattr(checks.shutil, "which", lambda name: name)
    monkeypatch.setattr(checks.os, "geteuid", lambda: 0)
    monkeypatch.setattr(checks.subprocess, "run", run)
    with ThreadPoolExecutor(2) as pool:
        for one in [pool.submit(checks.apt_install, name) for name in ("chromium", "gettext")]:
            one.result()

    assert most == [1, 1, 1, 1]


def test_mypy_reads_the_python_that_documents_show_with_the_source():
    files = checks.typed_files()

    shown = [Path(file) for file in files if Path(file).parent == document_code.FOLDER]
    assert "src/carrom" in files
    assert {file.name.partition("_line_")[0] for file in shown} >= {"readme_md", "docs_api_md"}
    assert any("import carrom" in file.read_text(encoding="utf-8") for file in shown)
