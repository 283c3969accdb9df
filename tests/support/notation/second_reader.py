"""The site's readers of notation, in JavaScript, asked many texts at once."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

from carrom.json_readers import LARGEST_INTEGER
from tools.checks import driver_node

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "tests/js/matches_of_a_list.mjs"


def second_readings(texts: Sequence[str], kind: Literal["situations", "matches"]) -> list[dict[str, Any]]:
    """What the reader in JavaScript says of each text: {"reading"} or {"refused", "line"}."""
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")
    command = [node, str(SCRIPT), kind]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout, parse_int=_whole)
    return found


def _whole(digits: str) -> int | float:
    """What JavaScript wrote without a point though it is no whole number that JSON holds exactly."""
    return int(digits) if abs(int(digits)) <= LARGEST_INTEGER else float(digits)
