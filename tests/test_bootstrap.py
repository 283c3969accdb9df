"""`./carrom` in a bare copy of the checkout: what it says when it cannot set up, and that it goes on later."""

import ast
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
NOBODY = 65534
UNREACHABLE = "http://127.0.0.1:9/simple"  # the port of "discard": nothing listens there


def load(script: Path) -> ModuleType:
    """The bootstrap script as a module."""
    loader = importlib.machinery.SourceFileLoader("bootstrap", str(script))
    spec = importlib.util.spec_from_loader("bootstrap", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the set-up reads until it installs the packages themselves, without a .venv."""
    return copy_to(tmp_path / "checkout")


def copy_to(folder: Path) -> Path:
    folder.mkdir()
    for name in ("carrom", "pyproject.toml", "README.md", "LICENSE", *load(ROOT / "carrom").LOCKS.values()):
        shutil.copy(ROOT / name, folder / name)
    (folder / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "catalogues.py", folder / "tools")
    return folder


def run(checkout: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script as somebody with an almost empty environment does."""
    bare = {"PATH": os.environ["PATH"], "HOME": str(checkout), "PIP_CONFIG_FILE": os.devnull}
    return subprocess.run(
        [sys.executable, checkout / "carrom", *arguments],
        env=bare | environment,
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )


def with_uv(checkout: Path) -> Path:
    """Bring a copy to where pip has done its part: uv and the build tools are in .venv."""
    venv.create(checkout / ".venv", with_pip=False)
    script = load(checkout / "carrom")
    uv = Path(sys.executable).with_name("uv")
    subprocess.run(
        [uv, "pip", "install", "-q", "--python", script.PYTHON, "--require-hashes", "-r", script.lock("setup")],
        env=script.installer_environment(),
        check=True,
    )
    Path(script.stamp_path("setup")).write_text(script.stamp_of("setup"))
    return checkout


def test_the_script_can_be_read_by_pythons_that_are_too_old():
    ast.parse((ROOT / "carrom").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_a_python_that_is_too_old_is_reported(checkout: Path):
    pretend = "import runpy, sys; sys.version_info = (3, 10, 13); runpy.run_path(sys.argv[1], run_name='__main__')"

    command = [sys.executable, "-c", pretend, checkout / "carrom"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr.startswith("error: python-too-old: ")
    assert "needs 3.11 or newer" in done.stderr
    assert not (checkout / ".venv").exists()


def test_an_interpreter_that_is_named_and_does_not_run_is_reported(checkout: Path):
    done = run(checkout, "--help", CARROM_PYTHON=str(checkout / "no" / "python"))

    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"error: no-such-python: CARROM_PYTHON names {checkout}/no/python")
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("whole", "complete", "chosen"),
    [
        ({"/usr/bin/python"}, True, "/usr/bin/python"),
        ({"/usr/bin/python"}, False, "/own/python"),  # Debian without python3-venv
        ({"/usr/bin/python", "/own/python"}, True, "/own/python"),
        (set(), True, "/own/python"),
    ],
)
def test_the_system_s_python_is_taken_where_it_is_the_faster_one(
    whole: set[str], complete: bool, chosen: str, monkeypatch: pytest.MonkeyPatch
):
    bootstrap = load(ROOT / "carrom")
    monkeypatch.delenv("CARROM_PYTHON", raising=False)
    monkeypatch.setattr(bootstrap, "SYSTEM_PYTHON", "/usr/bin/python")
    monkeypatch.setattr(bootstrap, "own_python", lambda: "/own/python")
    monkeypatch.setattr(bootstrap, "is_whole", lambda python: python in whole)
    monkeypatch.setattr(bootstrap, "has_all", lambda _python: complete)

    assert bootstrap.chosen_python() == chosen

    monkeypatch.setenv("CARROM_PYTHON", sys.executable)
    assert bootstrap.chosen_python() == sys.executable


def test_what_an_interpreter_has_is_asked_of_itself(tmp_path: Path):
    bootstrap = load(ROOT / "carrom")

    assert bootstrap.version_of(sys.executable, "venv") == sys.version_info[:2]
    assert bootstrap.version_of(sys.executable, "no_such_module") == ()
    assert bootstrap.version_of(str(tmp_path / "none")) == ()
    assert not bootstrap.is_whole(str(tmp_path / "none"))


@pytest.mark.parametrize("command", ["test", "lock", "docs"])
def test_help_is_printed_and_nothing_is_set_up_or_written(checkout: Path, command: str):
    before = sorted(checkout.rglob("*"))

    done = run(checkout, command, "--help")

    assert done.returncode == 0 and "./carrom lock" in done.stdout and "parts: lint, unit, slow, e2e" in done.stdout
    assert sorted(checkout.rglob("*")) == before


def test_without_a_network_pip_s_failure_is_reported_in_one_sentence(checkout: Path):
    done = run(checkout, PIP_INDEX_URL=UNREACHABLE, PIP_NO_CACHE_DIR="1")

    assert done.returncode == 2
    assert "error: no-network: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(checkout.glob(".venv/*.stamp"))


def test_a_set_up_that_failed_for_want_of_a_network_goes_on_where_it_stopped(checkout: Path, tmp_path: Path):
    shutil.copytree(ROOT / "src", checkout / "src", ignore=shutil.ignore_patterns("__pycache__"))
    with_uv(checkout)
    cut_off = {"UV_DEFAULT_INDEX": UNREACHABLE, "UV_CACHE_DIR": str(tmp_path / "empty"), "UV_HTTP_RETRIES": "0"}
    failed = run(checkout, "serve", "--help", **cut_off)
    uv = Path(sys.executable).with_name("uv")
    cache = subprocess.run([uv, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()

    gone_on = run(checkout, "serve", "--help", UV_CACHE_DIR=cache)
    before = os.times()
    again = run(checkout, "serve", "--help", **cut_off)
    after = os.times()

    assert failed.returncode == 2
    assert failed.stderr.splitlines()[-1].startswith("error: no-network: ")
    assert gone_on.returncode == 0, gone_on.stderr
    assert gone_on.stdout.startswith("usage: carrom serve"), "stdout belongs to the command alone"
    assert "setting up in .venv" not in gone_on.stderr, "what was done already is not done again"
    assert (again.returncode, again.stdout, again.stderr) == (0, gone_on.stdout, "")
    took = after.children_user + after.children_system - before.children_user - before.children_system
    assert took < 3  # processor time, not wall time


def test_a_full_disk_is_reported_and_what_filled_it_is_given_back(checkout: Path, tmp_path: Path):
    fake = tmp_path / "fake" / "pip"
    fake.mkdir(parents=True)
    words = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
    (fake / "__init__.py").touch()
    (fake / "__main__.py").write_text(f"import sys\nif 'install' in sys.argv: sys.exit({words!r})\n")

    done = run(checkout, PYTHONPATH=str(fake.parent))

    assert done.returncode == 2
    assert "error: no-disk-space: " in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.fixture
def foreign_checkout() -> Iterator[Path]:
    """A copy that everybody may read and nobody else may write."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield copy_to(Path(folder) / "checkout")


def test_a_checkout_that_cannot_be_written_is_reported(foreign_checkout: Path):
    command = [python_for_anybody(), foreign_checkout / "carrom"]
    who = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
    if not who:
        foreign_checkout.chmod(0o555)

    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"HOME": "/"}, **who)

    assert done.returncode == 2
    assert "error: not-writable: " in done.stderr
    assert "Traceback" not in done.stderr


def python_for_anybody() -> str:
    """An interpreter that is new enough and that a user without rights may start."""
    if os.geteuid() != 0:
        return sys.executable
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        asked = [python, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 11))"]
        try:
            if subprocess.run(asked, user=NOBODY, group=NOBODY, capture_output=True, check=False).returncode == 0:
                return python
        except OSError:
            continue
    pytest.skip("every Python here lies where only root may read")


def test_a_venv_whose_python_is_gone_is_not_taken_for_ready(checkout: Path):
    script = load(checkout / "carrom")
    (checkout / ".venv" / "bin").mkdir(parents=True)
    Path(script.stamp_path("run")).write_text(script.stamp_of("run"))
    (checkout / ".venv" / "bin" / "python").symlink_to(checkout / "removed" / "python3")

    assert script.stamp("run") == ""


def test_a_checkout_that_was_moved_is_set_up_again(checkout: Path, tmp_path: Path):
    before = load(checkout / "carrom").stamp_of("run")
    moved = checkout.rename(tmp_path / "elsewhere")

    assert load(moved / "carrom").stamp_of("run") != before


@pytest.mark.parametrize("changed", ["requirements.lock", "pyproject.toml", "carrom"])
def test_a_changed_file_makes_the_stamp_stale(checkout: Path, changed: str):
    script = load(checkout / "carrom")
    before = script.stamp_of("run")

    with (checkout / changed).open("a", encoding="utf-8") as file:
        file.write("\n# one more line\n")

    assert script.stamp_of("run") != before


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("error: Failed to fetch\n  cause: dns error\n  cause: failed to lookup address information", "no-network"),
        ("cause: invalid peer certificate: UnknownIssuer", "not-trusted"),
        ("failed to create directory: Read-only file system (os error 30)", "not-writable"),
        ("error: failed to write: No space left on device (os error 28)", "no-disk-space"),
        ("Hash mismatch for `six==1.16.0`", "wrong-hash"),
        ("error: something nobody has seen before", "set-up-failed"),
        ("", "set-up-failed"),
    ],
)
def test_what_an_installer_says_gets_a_code(said: str, code: str):
    error = load(ROOT / "carrom").explain(said, "run")

    assert error.code == code
    assert "\n" not in str(error)
