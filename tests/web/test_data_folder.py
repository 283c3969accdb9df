"""The data folder: where it is, its secret key, what happens when it cannot be written."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from carrom_web.site.data_folder import DataFolderError, data_folder, make_folder, secret_key


def test_the_environment_names_the_folder(tmp_path: Path):
    assert data_folder({"CARROM_DATA": str(tmp_path / "x")}) == tmp_path / "x"


def test_a_checkout_keeps_its_own_folder():
    root = Path(__file__).resolve().parents[2]

    assert data_folder({}) == root / ".data"


def test_the_key_is_made_once_and_is_the_owners_alone(tmp_path: Path):
    folder = tmp_path / "new"

    first, second = secret_key(folder), secret_key(folder)

    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [file.name for file in folder.iterdir()] == ["secret-key"]


def test_two_processes_that_start_together_get_the_same_key(tmp_path: Path):
    program = (
        "import sys; from pathlib import Path; from carrom_web.site.data_folder import secret_key;"
        "sys.stdin.readline(); print(secret_key(Path(sys.argv[1])))"
    )
    source = Path(__file__).resolve().parents[2] / "src"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "both")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source)},
        )
        for _ in range(4)
    ]
    keys = {child.communicate("go\n")[0].strip() for child in children}

    assert len(keys) == 1
    assert keys != {""}


def test_a_folder_that_cannot_be_made_is_an_error_with_a_code(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(DataFolderError) as caught:
        make_folder(tmp_path / "file" / "folder")

    assert caught.value.code == "data-folder"
    assert "CARROM_DATA" in str(caught.value)
