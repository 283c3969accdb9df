"""Scripts of `tests/js`, run by node: JSON in, JSON out."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools.checks import driver_node

ROOT = Path(__file__).parents[2]


def answer_of_script(name: str, given: object, *arguments: str) -> Any:
    """What a script of `tests/js` makes of a value; without node the test is skipped."""
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")
    command = [node, str(ROOT / "tests/js" / name), *arguments]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
