"""A copy of the checkout in which a test adds something, and what the tools say of it there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.one_run import FOLDER

ROOT = Path(__file__).resolve().parents[2]


def copy_checkout(into: Path) -> Path:
    """Copy the packages, their tests and the tools' configuration; what is compiled already is not compiled again."""
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, into / folder, ignore=shutil.ignore_patterns("*.egg-info"))
    shutil.copy(ROOT / "pyproject.toml", into)
    return into


def run_in(checkout: Path, *command: str, **variables: str) -> str:
    """What a tool of this Python says there; it must have nothing against it."""
    own = {name: value for name, value in os.environ.items() if name not in ("PYTEST_CURRENT_TEST", FOLDER)}
    environment = {**own, "PYTHONPATH": str(checkout / "src"), **variables}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
