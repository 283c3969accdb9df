"""What users type first."""

import subprocess
import sys
from pathlib import Path


def test_the_package_runs_as_the_command_does(tmp_path: Path):
    command = [sys.executable, "-m", "carrom", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("carrom ")
