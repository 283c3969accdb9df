"""The README's example is what users type first: their type checker takes it too."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_example_passes_the_strictest_type_check(tmp_path: Path):
    example = tmp_path / "example.py"
    example.write_text((ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0])
    cache = ROOT / ".data" / "tests" / "mypy-of-the-readme"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}", str(example)]

    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_runs_as_the_command_does(tmp_path: Path):
    command = [sys.executable, "-m", "carrom", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("carrom ")
