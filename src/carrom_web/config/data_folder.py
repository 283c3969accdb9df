"""The folder with all of the site's data: database, secret key, static files, the log and more.

`carrom.data_folder` says where it is.
"""

import contextlib
import os
import secrets
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from carrom.errors import CarromError

CONTENTS = (  # all that ever lies in it; a folder with anything else in it is shared with something else
    *("carrom.sqlite3*", "secret-key*", "kernel", "pyodide", "static", "mail", "carrom.log*", "server.lock"),
    *("*.stamp", "*.draft", "backups", "tests"),
)


class DataFolderError(CarromError):
    """The data folder cannot be written."""

    code = "data-folder"


def make_folder(folder: Path) -> None:
    """Make the folder, readable by its owner alone.

    Raises:
        DataFolderError: it cannot be made or written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DataFolderError(folder=folder, cause=error.strerror) from None


def keep_private(folder: Path) -> None:
    """Let nobody but its owner read what the folder holds: names, birth dates, emails, games.

    Files that are made from now on are the owner's alone (`umask`), those that are there become so. The folder itself
    too, but for one that was there before and holds more than ours: its mode is its owner's decision.
    """
    os.umask(0o077)
    ours = [*folder.glob("carrom.sqlite3*"), *folder.glob("carrom.log*"), folder / "mail", *folder.glob("mail/*")]
    ours += [folder / "backups", *folder.glob("backups/*")]
    if all(any(fnmatch(entry.name, pattern) for pattern in CONTENTS) for entry in folder.iterdir()):
        ours.append(folder)
    for path in ours:
        with contextlib.suppress(OSError):  # gone meanwhile, or another user's, who then may read it anyway
            path.chmod(path.stat().st_mode & 0o700)


def secret_key(folder: Path) -> str:
    """Return the site's secret key; the first call makes it, readable by its owner alone.

    Two processes that start at the same moment get the same key, and a killed one leaves no half of it.
    """
    file = folder / "secret-key"
    with contextlib.suppress(FileNotFoundError):
        return file.read_text(encoding="ascii")
    make_folder(folder)
    handle, draft = tempfile.mkstemp(dir=folder, prefix="secret-key-")  # mkstemp: mode 0600
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(secrets.token_urlsafe(50))
        stream.flush()
        os.fsync(stream.fileno())
    with contextlib.suppress(FileExistsError):
        os.link(draft, file)
    os.unlink(draft)
    return file.read_text(encoding="ascii")
