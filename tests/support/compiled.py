"""What this Python has compiled of modules, put beside copies of them, which then need not be compiled again."""

import os
import shutil
import sys
from pathlib import Path


def share_compiled(modules: Path, copies: Path) -> None:
    """Put what is compiled of the modules below a folder beside their copies below another one.

    Python takes it for a file of the size and time of the one that it was compiled from, so a copy gets that time.
    """
    for compiled in modules.rglob(f"__pycache__/*.{sys.implementation.cache_tag}.pyc"):
        module = compiled.parents[1] / f"{compiled.name.partition('.')[0]}.py"
        copy = copies / module.relative_to(modules)
        if not (module.exists() and copy.exists()) or module.stat().st_size != copy.stat().st_size:
            continue
        if module.stat().st_mtime_ns != copy.stat().st_mtime_ns:
            os.utime(copy, ns=(module.stat().st_atime_ns, module.stat().st_mtime_ns))
        target = copies / compiled.relative_to(modules)
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            _link(compiled, target)


def _link(file: Path, target: Path) -> None:
    """As a link, or as a copy where the folders lie on two disks."""
    try:
        os.link(file, target)
    except OSError:
        shutil.copy(file, target)
