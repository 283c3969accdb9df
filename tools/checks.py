"""The parts of `./carrom test`: linters and types, tests, tests in a browser.

    tools/checks.py [lint] [audit] [unit] [slow] [e2e] [golden] [pytest's own options]

Without a part all but `golden` run, and `audit` only where CI=true: the tests without a browser beside the linters and
the tests in a browser, since these often wait; what a step says is then shown when it ends. Every step runs, even when
one before it failed; a table at the end says which did, with the names of the tests that failed, and the exit status is
1 if any did. What cannot run for want of node or a browser is said loudly, and is a failure where CI=true, unless
it is the database of weaknesses. Uses the standard library alone; its interpreter is that of `.venv`.
"""

import contextlib
import ctypes
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

if __name__ == "__main__":  # started as a file: its neighbours are modules of the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import audit, document_code

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYODIDE = BIN.parent / "pyodide"  # where the tests in a browser find it
CI = os.environ.get("CI") == "true"
PARTS = ("lint", "audit", "unit", "slow", "e2e", "golden")
NOT_ALWAYS = {"golden"} if CI else {"golden", "audit"}
LANES = (("lint", "audit", "e2e"), ("unit", "slow", "golden"))  # what runs beside one another, each in this order
PAGES = "src/carrom_web"  # where templates and style sheets are
LONGEST_LINE = 120  # of a template, in characters
TWO = ("-n", "2", "--dist", "worksteal")  # processes; one that has no test left takes some of another's
THREE = ("-n", "3", "--dist", "worksteal")  # a test in a browser waits half of its time: where nothing runs beside it
MOST_AGAIN = 3  # tests in a browser that get a second try, one after another (docs/decisions/0094)
HEADLESS = ("chromium-headless-shell", "chrome-headless-shell")  # the same engine without a browser's own windows
CHROMIUM_NAMES = (
    *HEADLESS,  # first: it takes three fifths of the CPU
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge",
)
SET_CHILD_SUBREAPER = 36  # of Linux's prctl
ONE_AT_A_TIME = threading.RLock()  # installs of Debian's packages, and what steps print that run beside one another
CHROMIUM_PATHS = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)


@dataclass(frozen=True)
class Done:
    """One step: its name, how it ended, its time and its CPU, in seconds.

    It ended as `passed`, `failed`, `not run`, `skipped`, or `again`: what failed in it passed when it ran once more.

    A browser that is killed has not waited for its pages: their CPU is in the sum of all alone.
    """

    name: str
    ended: str
    seconds: float
    cpu_s: float = 0.0
    status: int = 0  # the command's own
    unsteady: tuple[str, ...] = ()  # the tests that failed in it and passed when they ran again


def main(arguments: Sequence[str]) -> int:
    """Run the parts asked for and tell how each step ended."""
    parts = [argument for argument in arguments if argument in PARTS]
    options = [argument for argument in arguments if argument not in PARTS]
    if options and not options[0].startswith("-") and not parts:
        sys.stderr.write(f"error: unknown-part: {options[0]!r} is no part of the tests; there are {', '.join(PARTS)}\n")
        return 2
    wanted = [part for part in PARTS if part in parts or (not parts and part not in NOT_ALWAYS)]
    lanes = [lane for lane in (_steps_of(names, wanted) for names in LANES) if lane]
    with tempfile.TemporaryDirectory(prefix="carrom-checks-") as data, ThreadPoolExecutor(len(lanes)) as pool:
        environment = dict(os.environ, CARROM_DATA=data, PATH=f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}")
        failed = Path(data) / "failed-tests"
        (shared := Path(data) / "shared").mkdir()
        environment["CARROM_TEST_RUN"] = str(shared)  # tests/support/one_run.py fills it once for all steps
        environment["CARROM_FAILED_TESTS"] = str(failed)  # tests/support/run_report.py writes their names
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else a hundred processes each compile Django, 3 s a time
        running = [
            pool.submit(_run_lane, lane, Runner(dict(environment), is_alone=len(lanes) == 1), parts, options)
            for lane in lanes
        ]
        done = [step for lane in running for step in lane.result()]
        names = failed.read_text(encoding="utf-8").splitlines() if failed.exists() else []
    width = max(len(step.name) for step in done)
    say("result")
    for step in done:
        print(f"{step.name:<{width}}  {step.ended:<8} {step.seconds:6.1f} s  {step.cpu_s:6.1f} s of CPU", flush=True)
    unsteady = {name for step in done for name in step.unsteady}
    for name in dict.fromkeys(names):
        print(f"{'failed, then passed' if name in unsteady else 'failed'}: {name}", flush=True)
    return 1 if any(step.ended == "failed" or (step.ended == "not run" and CI) for step in done) else 0


@dataclass(frozen=True)
class Runner:
    """Runs commands at the root of the checkout in one environment."""

    environment: dict[str, str]
    is_alone: bool = True  # else others run beside it, and each command's output is shown whole when it ends

    def run(self, name: str, *command: str | Path) -> Done:
        """Run one command; its output goes straight through, or is shown when it ends."""
        started = time.monotonic()
        if self.is_alone:
            say(name)
            status, cpu_s = self._wait_for(command, None)
        else:
            print(f"-- {name} starts", flush=True)
            with tempfile.TemporaryFile() as output:
                status, cpu_s = self._wait_for(command, output)
                output.seek(0)
                with ONE_AT_A_TIME:
                    say(name)
                    print(output.read().decode("utf-8", "replace"), end="", flush=True)
        return Done(name, "failed" if status else "passed", time.monotonic() - started, cpu_s, status)

    def _wait_for(self, command: Sequence[str | Path], output: IO[bytes] | None) -> tuple[int, float]:
        """Run it to its end; give its status, and the CPU of it and of all that it waited for."""
        errors = subprocess.STDOUT if output else None
        process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=output, stderr=errors)
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime + usage.ru_stime


Steps = Callable[[Runner, list[str], list[str]], Iterator[Done]]


def _steps_of(lane: Sequence[str], wanted: Sequence[str]) -> list[Steps]:
    """The parts of a lane that are wanted, one after the other; `slow` is part of the unit tests."""
    steps: dict[str, Steps] = {
        "lint": lint,
        "audit": audit_dependencies,
        "unit": unit,
        "slow": unit,
        "e2e": e2e,
        "golden": golden,
    }
    return list(dict.fromkeys(steps[part] for part in lane if part in wanted))


def _run_lane(
    lane: Sequence[Steps],
    runner: Runner,
    parts: list[str],
    options: list[str],
) -> list[Done]:
    done: list[Done] = []
    for steps in lane:
        done.extend(steps(runner, parts, options))
    return done


def lint(runner: Runner, parts: list[str], options: list[str]) -> Iterator[Done]:
    """Style, imports, types of Python and JavaScript, and what Django checks about itself."""
    yield runner.run("ruff check", BIN / "ruff", "check")
    yield runner.run("ruff format --check", BIN / "ruff", "format", "--check")
    yield runner.run("djangofmt --check", BIN / "djangofmt", "--check", PAGES)
    yield check_template_lines()
    yield check_for_secrets(runner)
    yield runner.run("lint-imports", BIN / "lint-imports")
    yield runner.run("mypy", BIN / "mypy", *typed_files())
    yield runner.run(f"mypy, {document_code.KIND}", sys.executable, "tools/document_code.py")  # quick: after the other
    yield from check_with_node(runner)
    yield runner.run("makemigrations --check, check --deploy", sys.executable, "tools/django_checks.py")


def typed_files() -> list[Path | str]:
    """Return what mypy reads in its one run: the paths in pyproject.toml, and the code that documents show."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [*project["tool"]["mypy"]["files"], *document_code.write()]


def check_template_lines() -> Done:
    """Refuse long lines of templates: the formatter leaves a template tag or a text that it cannot break as it is."""
    started = time.monotonic()
    name = f"template lines up to {LONGEST_LINE}"
    say(name)
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} characters"
        for path in sorted((ROOT / PAGES).rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    if long:
        print("\n".join(long), "Break it: {% blocktranslate trimmed %} for a text, {% include %} for a part.", sep="\n")
    return Done(name, "failed" if long else "passed", time.monotonic() - started)


def check_for_secrets(runner: Runner) -> Done:
    """Look for keys, tokens and passwords in what git has or would take; asks no service whether one is valid."""
    listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard")
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    names = {path.partition("/")[0] for path in found}
    paths = sorted(name for name in names if (ROOT / name).exists()) or ["src", "tests", "tools", "deploy", "docs"]
    rules = BIN.parent / "kingfisher-rules"  # compiled once
    options = ("--no-update-check", "--no-validate", "--git-history=none", "--quiet", "--rule-cache-dir", rules)
    return runner.run("kingfisher, for secrets", BIN / "kingfisher", "scan", *options, *paths)


def audit_dependencies(runner: Runner, parts: list[str], options: list[str]) -> Iterator[Done]:
    """Ask OSV about what the locks name; where it cannot be reached, that is said and is no failure, even on CI."""
    done = runner.run(name := "audit of dependencies", sys.executable, "tools/audit.py")
    if done.status == audit.NOT_REACHED:
        tell_loudly("the database of weaknesses (OSV) cannot be reached, so the dependencies were NOT audited")
        done = Done(name, "skipped", done.seconds, done.cpu_s)
    yield done


def check_with_node(runner: Runner) -> Iterator[Done]:
    """Check how style sheets are laid out, and the types of the site's JavaScript as its JSDoc comments tell them."""
    names = ("prettier --check", "tsc -p jsconfig.json")
    node, npm = shutil.which("node"), shutil.which("npm")
    why = "node and npm are not on this machine" if not node or not npm else ""
    if npm and not why and not node_modules_are_current():
        installed = runner.run("npm ci", npm, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        if installed.ended == "failed":
            why = "npm could not install what package-lock.json names (is there a network?)"
    if why:
        yield from (missing(name, f"{why}, so {name} did NOT run") for name in names)
        return
    programs = ROOT / "node_modules" / ".bin"
    yield runner.run(names[0], programs / "prettier", "--check", f"{PAGES}/**/*.css")
    yield runner.run(names[1], programs / "tsc", "-p", "jsconfig.json")


def node_modules_are_current() -> bool:
    """Whether npm has installed what the lock file says; npm leaves a lock of its own when it is done."""
    wanted, there = ROOT / "package-lock.json", ROOT / "node_modules" / ".package-lock.json"
    return there.exists() and there.stat().st_mtime >= wanted.stat().st_mtime


def unit(runner: Runner, parts: list[str], options: list[str]) -> Iterator[Done]:
    """The tests without a browser, on two processes: all, or those that are slow, or those that are not."""
    install_programs()
    selection: list[str] = []
    if "slow" in parts and "unit" not in parts:
        selection = ["-m", "slow"]
    elif "unit" in parts and "slow" not in parts:
        selection = ["-m", "not slow"]
    yield runner.run("pytest tests", sys.executable, "-m", "pytest", "tests", *TWO, *selection, *options)
    if "slow" not in parts or "unit" in parts:
        yield run_script_tests(runner)


def run_script_tests(runner: Runner) -> Done:
    """The tests of the site's JavaScript without a browser, by node; the browser tests' driver brings one along."""
    node = shutil.which("node") or driver_node()
    if node is None:
        return missing(
            "node --test tests/js", "node is not on this machine, so the tests of the JavaScript did NOT run"
        )
    return runner.run("node --test tests/js", node, "--test", *sorted((ROOT / "tests" / "js").glob("*.test.js")))


def driver_node() -> str | None:
    """The path of the node that comes with playwright, if it is installed."""
    found = importlib.util.find_spec("playwright")
    places = found.submodule_search_locations if found else None
    node = Path(places[0]) / "driver" / "node" if places else None
    return str(node) if node and node.exists() else None


def golden(runner: Runner, parts: list[str], options: list[str]) -> Iterator[Done]:
    """Write the goldens again; the difference is for a person to review."""
    command = (sys.executable, "-m", "pytest", "tests", "-m", "golden", "--rewrite-goldens", *options)
    yield runner.run("pytest tests --rewrite-goldens", *command)


def e2e(runner: Runner, parts: list[str], options: list[str]) -> Iterator[Done]:
    """The tests that drive the real server with a real browser, in a call of their own.

    Playwright keeps an event loop in the main thread, which no asynchronous test stands beside.
    """
    browser = find_chromium()
    if browser is None or (Path(browser).name not in HEADLESS and "CARROM_CHROMIUM" not in os.environ):
        browser = install_chromium()
    if browser is None:
        yield missing("pytest e2e", "no Chromium was found, so the tests in a browser did NOT run; install chromium")
        return
    runner.environment["CARROM_CHROMIUM"] = browser
    yield from fetch_pyodide(runner)
    processes = THREE if runner.is_alone else TWO  # each starts a browser and servers of its own
    first = runner.run("pytest e2e", sys.executable, "-m", "pytest", "e2e", *processes, *options)
    failed = [name for name in _failed_tests(runner) if name.startswith("e2e/") and "::" in name]
    if first.ended == "failed" and 0 < len(failed) <= MOST_AGAIN:
        again = runner.run("pytest e2e, again", sys.executable, "-m", "pytest", *failed, "-n", "0")
        yield replace(first, ended="again", unsteady=tuple(failed)) if again.ended == "passed" else first
        yield again
    else:
        yield first


def _failed_tests(runner: Runner) -> list[str]:
    file = Path(runner.environment.get("CARROM_FAILED_TESTS", ""))
    return list(dict.fromkeys(file.read_text(encoding="utf-8").splitlines())) if file.is_file() else []


def fetch_pyodide(runner: Runner) -> Iterator[Done]:
    """Fetch what a sheet rules with when its network is gone, once: npm must be there, and a registry that answers."""
    runner.environment["CARROM_PYODIDE"] = str(PYODIDE)
    done = runner.run("carrom offline", BIN / "carrom", "offline")
    if done.ended == "failed":
        yield missing(done.name, "Pyodide could not be fetched, so the rulings without a network were NOT tested")
    else:
        yield done


def find_chromium() -> str | None:
    """The path of a Chromium on this machine: CARROM_CHROMIUM if set, else the first one found."""
    named = os.environ.get("CARROM_CHROMIUM")
    if named:
        return named
    on_path = (shutil.which(name) for name in CHROMIUM_NAMES)
    elsewhere = (path for path in CHROMIUM_PATHS if Path(path).exists())
    return next((path for path in (*on_path, *elsewhere) if path), None)


def install_chromium() -> str | None:
    """Install Debian's Chromium if this is Debian and we are root, best without windows; give its path or None."""
    for package in (HEADLESS[0], "chromium"):  # older systems have the second alone
        apt_install(package, "fonts-dejavu-core")
        if browser := find_chromium():
            return browser
    return None


def install_programs() -> None:
    """Install the programs that tests start, where they are missing; such a test says if one still is."""
    if not shutil.which("redis-server") and not shutil.which("valkey-server"):
        apt_install("redis-server")
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        apt_install("postgresql")
    if not shutil.which("xgettext"):
        apt_install("gettext")


def apt_install(*packages: str) -> None:
    """Install Debian's packages if this is Debian and we are root; services among them are not started."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", RUNLEVEL="1")
    command = [apt, "install", "-y", "-qq", "--no-install-recommends", *packages]
    with ONE_AT_A_TIME:
        say(f"apt-get install {' '.join(packages)}")
        subprocess.run([apt, "update", "-qq"], env=quiet, check=False)
        subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL)


def missing(name: str, sentence: str) -> Done:
    """Say loudly that a step did not run; where CI=true that is a failure."""
    tell_loudly(sentence)
    return Done(name, "failed" if CI else "not run", 0.0)


def tell_loudly(sentence: str) -> None:
    """Print a sentence that nobody overlooks."""
    bar = "!" * min(len(sentence) + 6, 120)
    print(f"\n{bar}\n!! {sentence} !!\n{bar}\n", flush=True)


def say(title: str) -> None:
    """Print a headline between the steps."""
    print(f"\n== {title} ==", flush=True)


def adopt_orphans() -> None:
    """Become the parent of processes whose own has ended, where the system can do so: then their CPU is counted."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def cpu_of_all() -> float:
    """The CPU of everything that has ended since `./carrom` began, with the set-up: this is the same process."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


if __name__ == "__main__":
    adopt_orphans()
    ended = main(sys.argv[1:])
    print(f"CPU of all, with the set-up: {cpu_of_all():.0f} s", flush=True)
    sys.exit(ended)
