"""The kernel is compiled once: the server, the command line and the library look in the same folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = """
from carrom.physics.kernel_cache import telling
with telling():
    import numba
print(numba.config.CACHE_DIR)
"""
SITE = "import carrom_web.config.settings, numba; print(numba.config.CACHE_DIR)"


@pytest.mark.parametrize("named", [True, False])
def test_server_and_command_line_share_a_cache(named: bool, tmp_path: Path):
    environment = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "CARROM_DATA")}
    environment["CARROM_SECRET_KEY"] = "none is made for a test"
    if named:
        environment["CARROM_DATA"] = str(tmp_path / "data")

    command, site = (
        subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, env=environment, cwd=tmp_path, check=True
        ).stdout.strip()
        for text in (COMMAND, SITE)
    )

    assert command == site
    assert Path(command).name == "kernel-cache"
