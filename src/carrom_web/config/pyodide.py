"""`carrom offline`: download the Python that sheets' pages run without a network. Optional; needs npm, once.

`pyodide.lock.json` names version and hash of the npm package. Its five files that a browser needs are put into
`CARROM_PYODIDE`, else into `pyodide/` of the data folder, and served from this site's own address. Where Node.js is
there, it compiles Python's standard library, which the package has as source (`compiled_library.py`).
"""

import base64
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from carrom.cli.inputs import print_json
from carrom.data_folder import data_folder
from carrom.errors import CarromError

LIBRARY = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", LIBRARY)
COMPILER = Path(__file__).with_name("compiled_library.mjs")
PATIENCE = 600  # seconds: 6.5 MB by a slow line


class NoPyodideError(CarromError):
    """The package cannot be fetched."""

    code = "no-pyodide"


class WrongPyodideError(CarromError):
    """A file that is not the one that the lock names."""

    code = "wrong-pyodide"


@dataclass(frozen=True, slots=True)
class Locked:
    """The package that this version of the site works with."""

    version: str
    integrity: str  # as npm writes it: sha512-, then the digest in base 64


def locked() -> Locked:
    """Return what the lock file names."""
    held = json.loads(Path(__file__).with_name("pyodide.lock.json").read_text(encoding="utf-8"))
    return Locked(held["version"], held["integrity"])


def wanted_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Give where the files of the locked version lie, if they were fetched."""
    named = environment.get("CARROM_PYODIDE", "")
    root = Path(named).expanduser().absolute() if named else data_folder(dict(environment)) / "pyodide"
    return root / locked().version


def ready_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder with all files of the locked version; None if they were not fetched."""
    folder = wanted_folder(environment)
    return folder if all((folder / name).is_file() for name in FILES) else None


def offline(*, package: Path | None = None, as_json: bool = False) -> int:
    """Fetch what is not there yet, or take it from an npm package file; return the exit status."""
    try:
        folder = ready_folder()
        if folder is None:
            folder = wanted_folder()
            _unpack(_checked(package.read_bytes() if package else _from_npm()), folder)
        is_compiled = _is_compiled(folder) or _compile_library(folder)
    except CarromError as error:
        print(f"error: {error.code}: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: no-pyodide: {error}", file=sys.stderr)
        return 2
    if as_json:
        print_json({"version": locked().version, "folder": str(folder), "compiled": is_compiled})
        return 0
    print(f"Sheets now give rulings without a network (Pyodide {locked().version} in {folder}). Start the site again.")
    if not is_compiled:
        print("Each page compiles Python's library at its start, since Node.js did not: it is missing or failed.")
    return 0


def _from_npm() -> bytes:
    """Return the package file, fetched by npm as this machine has set it up."""
    version = locked().version
    npm = shutil.which("npm")
    if npm is None:
        raise NoPyodideError("no-npm", version=version)
    with tempfile.TemporaryDirectory(prefix="carrom-pyodide-") as place:
        command = [npm, "pack", f"pyodide@{version}", "--ignore-scripts", "--loglevel=error"]
        try:
            done = subprocess.run(  # noqa: S603  # npm with fixed words
                command, cwd=place, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            raise NoPyodideError("npm-timeout") from None
        packed = list(Path(place).glob("*.tgz"))
        if done.returncode or len(packed) != 1:
            said = done.stderr.strip().splitlines() or ["it said nothing"]
            raise NoPyodideError("npm-failed", version=version, cause=said[-1])
        return packed[0].read_bytes()


def _checked(package: bytes) -> bytes:
    kind, _, digest = locked().integrity.partition("-")
    if hashlib.new(kind, package).digest() != base64.b64decode(digest):
        raise WrongPyodideError("other-package", version=locked().version)
    return package


def _unpack(package: bytes, folder: Path) -> None:
    """Put the files and their gzipped copies into a folder that comes to be whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="draft-") as place:
        draft = Path(place) / "files"
        draft.mkdir()
        with tempfile.TemporaryFile() as held:
            held.write(package)
            held.seek(0)
            with tarfile.open(fileobj=held, mode="r:gz") as archive:
                for name in FILES:
                    found = archive.extractfile(f"package/{name}")
                    if found is None:
                        raise WrongPyodideError("missing-file", name=name)
                    content = found.read()
                    (draft / name).write_bytes(content)
                    if name != LIBRARY:  # as source it is packed
                        _write_gzipped(draft / f"{name}.gz", content)
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(draft, folder)


def _is_compiled(folder: Path) -> bool:
    """Whether the library there is compiled: then alone it is not packed, and has a gzipped copy."""
    return (folder / f"{LIBRARY}.gz").is_file()


def _compile_library(folder: Path) -> bool:
    """Have Pyodide compile its library, in Node.js; tell whether that went. Else the library stays as it is."""
    from carrom_web.core.bundle import FIRST, bundle  # the settings read this module before Django is there

    node = shutil.which("node")
    if node is None:
        return False
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix="draft-") as place:
            archive, compiled, gzipped = (Path(place, name) for name in ("carrom.zip", LIBRARY, f"{LIBRARY}.gz"))
            archive.write_bytes(bundle("en").content)
            command = [node, str(COMPILER), str(folder), str(archive), str(compiled), *FIRST]
            subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)  # noqa: S603  # our own script
            _write_gzipped(gzipped, compiled.read_bytes())
            os.replace(compiled, folder / LIBRARY)
            os.replace(gzipped, folder / f"{LIBRARY}.gz")
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _write_gzipped(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, 9, mtime=0))
