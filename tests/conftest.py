"""What all tests share: data of their own, Django's settings, hypothesis that repeats itself, and goldens."""

import atexit
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import django
import pytest
from hypothesis import HealthCheck, settings

from tests.support import run_report
from tests.support.one_run import Turns, once_a_run
from tests.support.thorough import THOROUGH, examples

ROOT = Path(__file__).parent.parent

# Before Django's settings are read; workers of one run inherit both from the process that starts them.
if "CARROM_DATA" not in os.environ:
    os.environ["CARROM_DATA"] = tempfile.mkdtemp(prefix="carrom-tests-")
    atexit.register(shutil.rmtree, os.environ["CARROM_DATA"], ignore_errors=True)
os.environ["DJANGO_SETTINGS_MODULE"] = "carrom_web.config.settings"

# The suite tries the same few examples each time, a thorough run tries new ones.
slow_examples = [HealthCheck.too_slow]
settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=slow_examples,
    max_examples=examples(100),
)
settings.register_profile("thorough", deadline=None, suppress_health_check=slow_examples)
settings.load_profile("thorough" if THOROUGH else "suite")

GOLDENS = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    run_report.add_options(parser)
    parser.addoption("--rewrite-goldens", action="store_true", help="write the goldens instead of comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(200_000, 20, 20)  # looking for cycles took a fifth of the tests' time
    django.setup()
    config.pluginmanager.register(run_report.RunReport())
    config.pluginmanager.register(Turns(ROOT / "tests"))
    config.addinivalue_line("markers", "golden: compares with a file in tests/golden (set by the fixture)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    thorough = [item for item in items if item.get_closest_marker("thorough")]
    for item in thorough:
        item.add_marker("slow")
    if thorough and not THOROUGH:
        config.hook.pytest_deselected(items=thorough)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    for item in items:
        if "golden" in getattr(item, "fixturenames", ()):
            item.add_marker("golden")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)  # the long ones first: none is left over


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()  # what is loaded by now stays


def pytest_unconfigure() -> None:
    gc.collect()
    gc.freeze()  # pytest looks for cycles five times now, and the interpreter once more


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel, built once for all processes of a run."""

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    return next(once_a_run("wheel", build).glob("*.whl"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of this name in tests/golden; `./carrom test golden` writes it."""

    def compare(name: str, text: str) -> None:
        path = GOLDENS / name
        if request.config.getoption("--rewrite-goldens"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is not there; `./carrom test golden` writes it"
        assert text == path.read_text(encoding="utf-8"), f"{name} is different now; `./carrom test golden` rewrites it"

    return compare
