"""The audit of dependencies: does a database of weaknesses know one in a version that a lock file names?

    tools/audit.py

Hands the versions of all lock files to `uv audit`, which asks OSV (https://osv.dev), or an offline copy of it that
answers as OSV does at the address in CARROM_AUDIT_URL. Exit status 0: none is known; 1: some are, and are listed;
3: the database does not answer, so nothing was audited. Uses the standard library alone.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
NOT_REACHED = 3
_PIN = re.compile(r"^([a-z0-9][a-z0-9.-]*)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)
# Nothing is fetched from it; OSV is asked about names and versions on PyPI.
_SOURCE = '{ registry = "https://index.invalid/simple" }'
_UNREACHABLE = re.compile(r"error sending request|Request failed|timed out|HTTP status server error", re.IGNORECASE)


def pins(locks: Iterable[Path]) -> list[tuple[str, str]]:
    """Return the name and version of each package that these lock files name; one may have several versions."""
    return sorted({(name, version) for lock in locks for name, version in _PIN.findall(lock.read_text("utf-8"))})


def write_project(folder: Path, packages: Iterable[tuple[str, str]]) -> None:
    """Write a project and its `uv.lock`, the one form that `uv audit` reads; nothing is resolved or fetched for it."""
    found = list(packages)
    wanted = "".join(
        f'    {{ name = "{name}", version = "{version}", source = {_SOURCE} }},\n' for name, version in found
    )
    own = f'name = "carrom-audit"\nversion = "0"\nsource = {{ virtual = "." }}\ndependencies = [\n{wanted}]\n'
    others = (f'name = "{name}"\nversion = "{version}"\nsource = {_SOURCE}\n' for name, version in found)
    head = 'version = 1\nrevision = 3\nrequires-python = ">=3.11"\n'
    (folder / "uv.lock").write_text("\n[[package]]\n".join((head, own, *others)), encoding="utf-8")
    needs = "".join(f'    "{name}=={version}",\n' for name, version in found)
    project = (
        f'[project]\nname = "carrom-audit"\nversion = "0"\nrequires-python = ">=3.11"\ndependencies = [\n{needs}]\n'
    )
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")


def audit(packages: Iterable[tuple[str, str]], service: str = "") -> tuple[int, str]:
    """Ask the database for weaknesses of these packages.

    Args:
        packages: names and versions.
        service: the address of a database that answers as OSV does; default OSV itself.

    Returns: the exit status as above, or that of uv if it failed in another way; and what uv says.
    """
    with tempfile.TemporaryDirectory(prefix="carrom-audit-") as folder:
        write_project(Path(folder), packages)
        command = [str(UV), "audit", "--frozen", "--preview-features", "audit-command", "--project", folder]
        if service:
            command += ["--service-url", service]
        environment = dict(os.environ, UV_HTTP_RETRIES="1", UV_HTTP_TIMEOUT="20")
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    said = done.stdout + done.stderr
    return (NOT_REACHED if done.returncode == 2 and _UNREACHABLE.search(said) else done.returncode), said


def main() -> int:
    """Audit what the locks name; say what was found."""
    status, said = audit(pins(sorted(ROOT.glob("requirements*.lock"))), os.environ.get("CARROM_AUDIT_URL", ""))
    print(said)
    return status


if __name__ == "__main__":
    sys.exit(main())
