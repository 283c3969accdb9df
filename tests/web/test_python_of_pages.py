"""`carrom offline`: the Python that pages run is fetched as the lock names it, and its library compiled."""

import base64
import hashlib
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from carrom_web.config import compiled_library, pyodide


def test_of_a_library_what_is_loaded_is_compiled_and_what_no_page_can_use_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)  # another test may have loaded it
    home, target = Path(json.__file__).parents[1], tmp_path / "compiled.zip"
    of_json = [f"json/{name}.py" for name in ("__init__", "decoder", "encoder", "scanner")]
    with zipfile.ZipFile(tmp_path / "source.zip", "w") as archive:
        for name in ("antigravity.py", "colorsys.py", *of_json):
            archive.writestr(name, (home / name).read_bytes())

    compiled_library.write_compiled(str(tmp_path / "source.zip"), str(target))

    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["colorsys.py", *(f"{name}c" for name in of_json)]
    code = "import sys; sys.path.insert(0, sys.argv[1]); import json, colorsys; print(json.__file__, colorsys.__file__)"
    command = [sys.executable, "-I", "-S", "-c", f"{code}; json.loads('[', strict=False)", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [f"{target}/json/__init__.pyc", f"{target}/colorsys.py"]
    assert f'File "{home}/json/decoder.py", line' in done.stderr  # a traceback names the source


class TestFetching:
    """`carrom offline`: the package that the lock names, whole or not at all."""

    @pytest.fixture
    def package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A small package with all that is looked for, locked."""
        file = tmp_path / "pyodide-1.2.3.tgz"
        with tarfile.open(file, "w:gz") as archive:
            for name in (*pyodide.FILES, "package.json"):
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(name)
                archive.addfile(entry, io.BytesIO(name.encode()))
        digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
        monkeypatch.setattr(pyodide, "locked", lambda: pyodide.Locked("1.2.3", f"sha512-{digest}"))
        monkeypatch.setenv("CARROM_PYODIDE", str(tmp_path / "there"))
        return file

    def test_a_package_file_is_unpacked_once_and_only_what_a_browser_needs(self, package: Path, tmp_path: Path):
        assert pyodide.ready_folder() is None
        assert pyodide.offline(package=package) == 0

        folder = pyodide.ready_folder()
        assert folder == tmp_path / "there" / "1.2.3"
        assert {file.name for file in folder.iterdir() if file.suffix != ".gz"} == set(pyodide.FILES)
        package.unlink()
        assert pyodide.offline(package=package) == 0  # it is there: nothing is read

    def test_without_node_the_library_stays_as_it_is_and_a_later_call_tries_again(
        self, package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        monkeypatch.setattr(pyodide.shutil, "which", lambda name: None)
        assert pyodide.offline(package=package) == 0
        assert "Each page compiles Python's library" in capsys.readouterr().out

        folder = pyodide.ready_folder()
        assert folder and (folder / pyodide.LIBRARY).read_text() == pyodide.LIBRARY
        monkeypatch.undo()
        assert not pyodide._compile_library(folder)  # Node.js, if it is there, finds no Pyodide in this package
        assert {file.name for file in folder.parent.iterdir()} == {folder.name}
        assert {file.name for file in folder.iterdir() if file.suffix != ".gz"} == set(pyodide.FILES)
        assert (folder / pyodide.LIBRARY).read_text() == pyodide.LIBRARY

    def test_another_file_is_refused_and_nothing_is_left(
        self, package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ):
        package.write_bytes(package.read_bytes() + b"\0")

        assert pyodide.offline(package=package) == 2
        assert capsys.readouterr().err.startswith("error: wrong-pyodide: ")
        assert pyodide.ready_folder() is None and not (tmp_path / "there").exists()

    def test_without_npm_it_says_what_to_do(
        self, package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        monkeypatch.setattr(pyodide.shutil, "which", lambda name: None)

        assert pyodide.offline() == 2
        assert "carrom offline --from pyodide-1.2.3.tgz" in capsys.readouterr().err

    def test_the_lock_names_a_version_and_a_hash(self):
        locked = pyodide.locked()

        assert locked.version.count(".") == 2
        assert len(base64.b64decode(locked.integrity.removeprefix("sha512-"))) == 64
