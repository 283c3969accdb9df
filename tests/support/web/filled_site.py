"""The data folder of a site with one of everything and a backup of it, made once a run."""

import shutil
from pathlib import Path

from tests.support.browser.live_server import ready_of_run
from tests.support.one_run import once_a_run
from tests.support.web.command_site import Site
from tests.support.web.databases import run_on

BACKUP = "site.zip"  # in the folder, with the keys


def filled_of_run() -> Path:
    """The folder, to copy from."""
    return once_a_run("filled", _fill)


def copy_of_filled(folder: Path) -> Path:
    """Make this folder one without the static files, which commands do not need; give it."""
    return Path(shutil.copytree(filled_of_run(), folder, ignore=shutil.ignore_patterns("static", "static.stamp")))


def _fill(folder: Path) -> None:
    shutil.copytree(ready_of_run(), folder, dirs_exist_ok=True)
    run_on("", "store_one_of_everything", folder)
    site = Site(folder)
    site.sql("PRAGMA journal_mode=DELETE")  # all of it is in the one file
    site.does("backup", "--keys", folder / BACKUP)
