"""The wheel: it carries pages, static files and texts, and works where there is no checkout."""

import json
import os
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.support.browser.live_server import LiveServer

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the locked packages and the wheel; gives its folder of programs."""
    fresh = tmp_path_factory.mktemp("fresh") / "venv"
    environment = {**os.environ, "UV_SYSTEM_CERTS": "1"}
    into = [BIN / "uv", "pip", "install", "-q", "--python", fresh / "bin" / "python"]
    subprocess.run([BIN / "uv", "venv", "-q", "--python", sys.executable, fresh], check=True, env=environment)
    subprocess.run([*into, "--require-hashes", "-r", ROOT / "requirements.lock"], check=True, env=environment)
    subprocess.run([*into, "--no-deps", wheel], check=True, env=environment)
    return fresh / "bin"


def test_the_wheel_carries_every_file_of_both_packages(wheel: Path):
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    there = {path.removeprefix("src/") for path in tracked.splitlines() if (ROOT / path).exists()}

    packed = set(zipfile.ZipFile(wheel).namelist())

    assert sorted(there - packed) == []
    assert {Path(name).suffix for name in packed} >= {".py", ".html", ".css", ".js", ".json", ".typed"}


def test_the_wheel_holds_nothing_else(wheel: Path):
    packed = zipfile.ZipFile(wheel).namelist()

    assert {name.split("/")[0].split("-")[0] for name in packed} == {"carrom", "carrom_web"}
    assert [name for name in packed if "__pycache__" in name or name.endswith((".sqlite3", ".o", ".pyc"))] == []


@pytest.mark.slow
def test_the_installed_command_names_its_commands(installed: Path, tmp_path: Path):
    done = subprocess.run([installed / "carrom", "--help"], capture_output=True, text=True, cwd=tmp_path, check=False)

    assert done.returncode == 0, done.stderr
    for command in ("serve", "cases", "judge", "simulate", "replay"):
        assert command in done.stdout


@pytest.mark.slow
def test_the_installed_library_runs_the_readme_s_example(installed: Path, tmp_path: Path):
    example = (ROOT / "README.md").read_text().split("```python\n")[1].split("```")[0]

    command = [installed / "python", "-c", example]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert done.returncode == 0, done.stderr
    assert "at rest after" in done.stdout


@pytest.mark.slow
def test_the_installed_command_measures_its_machine_without_peers(installed: Path, tmp_path: Path):
    command = [installed / "carrom", "bench", "--quick", "--json"]
    environment = {**os.environ, "CARROM_DATA": str(tmp_path)}

    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, env=environment)

    assert done.returncode == 0, done.stderr
    reported = json.loads(done.stdout)
    names = [figure["name"] for figure in reported["figures"]["physics"]]
    assert "strokes, 8 coins, batch" in names and not any("pymunk" in name for name in names)
    assert "pymunk" not in reported["machine"]


@pytest.mark.slow
def test_the_installed_site_serves_pages_and_static_files(installed: Path, tmp_path: Path):
    live = LiveServer(tmp_path, carrom=installed / "carrom")
    live.start()
    try:
        page = urllib.request.urlopen(live.url).read().decode()
        style = page.split('rel="stylesheet" href="')[1].split('"')[0]
        sheet = urllib.request.urlopen(live.url + style)
    finally:
        live.stop()

    assert "<main" in page
    assert sheet.status == 200
