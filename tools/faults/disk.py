"""A disk that gets full, cannot be written, and loses what was not synced when the power is cut.

`disk.c` stands between a program and its files; it is compiled by the wheel `ziglang`, as the kernel is. It needs no
mount and no rights. What the power leaves is each file as it was when it was synced last: what was written since is
gone, which is the worst that a file system may do but for reordering names. Names stay as they were at that time too:
a file that was renamed or removed without a sync of its own is back under its old name.
"""

import atexit
import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("disk.c")


@cache
def compiled() -> Path:
    """Compile the library, once for this process."""
    folder = Path(tempfile.mkdtemp(prefix="carrom-disk-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    command = [sys.executable, "-m", "ziglang", "cc", "-shared", "-fPIC", "-O1"]
    subprocess.run([*command, SOURCE, "-o", folder / "disk.so", "-ldl"], check=True)
    folder.chmod(0o755)  # programs of other users load it too
    return folder / "disk.so"


class FaultyDisk:
    """A data folder on such a disk; `owner`: the user whose program writes there, if it is not this one's."""

    def __init__(self, data: Path, folder: Path, *, owner: str = "") -> None:
        self.data, self.synced, self.flags, self._owner = data.resolve(), folder / "synced", folder / "flags", owner
        self._folder = folder
        self.library = compiled()
        self.flags.mkdir(parents=True)

    def begin(self) -> None:
        """All that the folder holds by now is on the plates."""
        shutil.rmtree(self.synced, ignore_errors=True)
        shutil.copytree(self.data, self.synced)
        self._give(self._folder)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a program whose data lie on this disk."""
        return {
            "LD_PRELOAD": str(self.library),
            "FAULTY_FOLDER": str(self.data),
            "FAULTY_SYNCED": str(self.synced),
            "FAULTY_FLAGS": str(self.flags),
        }

    @contextlib.contextmanager
    def fails(self, how: str) -> Iterator[None]:
        """For as long as this goes on the disk is `full` or `read-only`."""
        flag = self.flags / how
        flag.touch()
        try:
            yield
        finally:
            flag.unlink()

    def lose_what_was_not_synced(self) -> None:
        """Leave what a power cut leaves, of the database alone: its folder has no other log. The programs are dead."""
        for name in ("carrom.sqlite3", "carrom.sqlite3-wal", "carrom.sqlite3-shm"):
            (self.data / name).unlink(missing_ok=True)
            if (self.synced / name).exists() and not name.endswith("-shm"):
                shutil.copy(self.synced / name, self.data / name)

    def lose_all_that_was_not_synced(self) -> None:
        """Leave what a power cut leaves, of every file. The programs are dead."""
        shutil.rmtree(self.data)
        shutil.copytree(self.synced, self.data)
        self.data.chmod(0o700)
        self._give(self.data)

    def _give(self, folder: Path) -> None:
        for one in (folder, *folder.rglob("*")) if self._owner else ():
            shutil.chown(one, self._owner, self._owner)
