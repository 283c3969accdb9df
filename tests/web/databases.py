"""A PostgreSQL of one's own for a test: started in a folder, on a free port, and stopped afterwards."""

import glob
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def programs() -> Path | None:
    """The folder of PostgreSQL's programs: in the path, or where Debian puts them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return Path(folders[-1]).parent if folders else None


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Start a server without durability and give the address of its database; skip, with the reason, without one."""
    bins = programs()
    if bins is None:
        pytest.skip("PostgreSQL is not on this machine (Debian: apt install postgresql), so it was NOT tested")
    prefix: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        runuser = shutil.which("runuser", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
        if "postgres" not in {user.pw_name for user in pwd.getpwall()} or not runuser:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres or no runuser: NOT tested")
        prefix = [runuser, "-u", "postgres", "--"]
    data = folder / "postgresql"
    data.mkdir()
    for above in (data, *data.parents):  # pytest's folders are closed to others
        if above == Path("/tmp"):
            break
        above.chmod(above.stat().st_mode | 0o011)
    if prefix:
        shutil.chown(data, "postgres", "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = [*prefix, str(bins / "initdb"), "-D", str(data / "db"), "-A", "trust", "-U", "postgres", "--no-sync"]
    subprocess.run(run, check=True, capture_output=True, cwd="/")
    options = f"-p {port} -k {data} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = [*prefix, str(bins / "pg_ctl"), "-D", str(data / "db"), "-w", "-l", str(data / "log")]
    subprocess.run([*control, "-o", options, "start"], check=True, capture_output=True, cwd="/")
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, capture_output=True, cwd="/")
