"""The data folder: where it is, its secret key, what happens when it cannot be written."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.data_folder import data_folder
from carrom_web.config.data_folder import DataFolderError, make_folder, secret_key


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
        "import sys; from pathlib import Path; from carrom_web.config.data_folder import secret_key;"
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


MODES_PROGRAM = (
    "import os, sys; from pathlib import Path; from carrom_web.config.data_folder import keep_private;"
    "folder = Path(sys.argv[1]); keep_private(folder); (folder / 'carrom.log').touch(); (folder / 'mail').mkdir()"
)


def modes_in(folder: Path) -> set[int]:
    source = Path(__file__).resolve().parents[2] / "src"
    environment = {**os.environ, "PYTHONPATH": str(source)}
    subprocess.run([sys.executable, "-c", MODES_PROGRAM, str(folder)], env=environment, check=True)
    return {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in folder.rglob("*") if path.name != "other"}


def test_what_the_folder_holds_is_the_owners_alone_also_where_it_was_not(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    for name in ("carrom.sqlite3", "carrom.sqlite3-wal", "carrom.log.1"):
        (folder / name).touch(mode=0o644)

    assert modes_in(folder) == {0}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "carrom.sqlite3").stat().st_mode) == 0o600  # its owner writes it as before


def test_a_folder_that_holds_other_things_keeps_its_own_mode(tmp_path: Path):
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "other").touch(mode=0o644)
    (folder / "other").chmod(0o644)

    assert modes_in(folder) == {0}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert stat.S_IMODE((folder / "other").stat().st_mode) == 0o644
