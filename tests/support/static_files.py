"""The static files of the site as pages name them, collected once for all processes of a run."""

import os
import shutil
from pathlib import Path

from django.conf import settings

from carrom_web.config.setup import collect_static
from tests.support.one_run import once_a_run

STAMP = "static.stamp"  # says in a data folder that its static files are those of this version


def have_static_files() -> None:
    """Put them where this process's site has them: some 1,400, which are linked, since nobody changes one."""
    root, run = Path(settings.STATIC_ROOT), static_of_run()
    if not root.exists():
        shutil.copytree(run / "files", root, copy_function=os.link)
        shutil.copy(run / STAMP, settings.DATA)


def static_of_run() -> Path:
    """The folder with them and with the stamp that belongs to them."""
    return once_a_run("static", _collect)


def _collect(folder: Path) -> None:
    collect_static()
    shutil.copytree(settings.STATIC_ROOT, folder / "files", copy_function=os.link)
    shutil.copy(settings.DATA / STAMP, folder)
