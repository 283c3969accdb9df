"""The folder on this machine that the command line, the library and the site share. Standard library only."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder's absolute path; it need not exist yet.

    `CARROM_DATA` names it; else it is `.data/` in a checkout, else the platform's folder for user data.
    """
    named = environment.get("CARROM_DATA", "")
    if named:
        return Path(named).expanduser().absolute()
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "src" / "carrom").is_dir():
        return checkout / ".data"
    return _user_data(environment) / "carrom"


def _user_data(environment: Mapping[str, str]) -> Path:
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
