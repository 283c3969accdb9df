"""The page's kernel is made from Python's and gives the same bits (e2e/test_browser_kernel.py: in Chromium too)."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from carrom.physics import kernel
from carrom.physics.surface import ENGINE
from tests.support.physics import kernel_strokes
from tools import kernel_in_c
from tools.checks import driver_node

SCRIPT = Path(__file__).parent.parent / "js" / "strokes_of_a_file.mjs"
STATIC = "../../src/carrom_web/static/physics"
COUNT = 20_000


@pytest.mark.parametrize(
    ("name", "written"), [("figures.js", kernel_in_c.figures_module), ("sliding.js", kernel_in_c.sliding_module)]
)
def test_what_pages_know_of_the_kernel_is_the_library_s(
    name: str, written: Callable[[], str], golden: Callable[[str, str], None]
):
    golden(f"{STATIC}/{name}", written())


def test_the_engine_of_the_page_is_the_library_s():
    text = kernel_in_c.figures_module()

    assert kernel_in_c.engine() == ENGINE
    assert f'export const ENGINE = "{ENGINE}";' in text
    assert f"export const PARAMETERS = {kernel.PARAMETERS};" in text


def test_twenty_thousand_strokes_give_the_same_bits_under_node(tmp_path: Path):
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")
    strokes = kernel_strokes.samples(COUNT)
    kernel_strokes.packed(strokes).astype("<f8").tofile(tmp_path / "strokes")

    reported = subprocess.run([node, SCRIPT, tmp_path / "strokes"], capture_output=True, text=True, check=True).stdout

    expected = kernel_strokes.checksums(strokes)
    assert [
        row for row, pair in enumerate(zip(expected, json.loads(reported), strict=True)) if pair[0] != pair[1]
    ] == []
