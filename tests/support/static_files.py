"""The static files of the site as pages name them, collected once for all processes of a run."""

import os
import shutil
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from tests.support.one_run import once_a_run


def have_static_files() -> None:
    """Put them where this process's site has them: some 1,400, which are linked, since nobody changes one."""
    root, run = Path(settings.STATIC_ROOT), once_a_run("static", _collect)
    if not root.exists():
        shutil.copytree(run / "files", root, copy_function=os.link)


def _collect(folder: Path) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    shutil.copytree(settings.STATIC_ROOT, folder / "files", copy_function=os.link)
