"""Whoever waits for the physics to be compiled is told how far that has come; who finds it compiled hears nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LOADED = """
import json
from carrom.physics import kernel_cache
told = []
kernel_cache.follow_compiling(lambda compiled, functions: told.append((compiled, functions)))
with kernel_cache.telling():
    from carrom.physics import kernel
print(json.dumps(told))
"""


@pytest.mark.slow
def test_every_function_of_the_kernel_is_counted_once_as_it_is_compiled_and_none_that_is_loaded(tmp_path: Path):
    first, second = (
        json.loads(
            subprocess.run(
                [sys.executable, "-c", LOADED],
                capture_output=True,
                text=True,
                env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
                check=True,
            ).stdout
        )
        for _ in range(2)
    )

    functions = len(first) - 1
    assert functions > 30
    assert first == [[compiled, functions] for compiled in range(functions + 1)]
    assert second == []
