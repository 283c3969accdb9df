"""The page's kernel is made from Python's and gives the same bits (e2e/test_browser_kernel.py: in Chromium too)."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from carrom.bots import candidates, chances
from carrom.bots.noise import Noise
from carrom.physics import kernel
from carrom.physics.surface import ENGINE
from tests.support.physics import kernel_strokes
from tests.support.thorough import one_of
from tools import kernel_in_c
from tools.checks import driver_node

JS = Path(__file__).parent.parent / "js"
STATIC = "../../src/carrom_web/static/physics"
COUNT = one_of(5_000, 20_000)


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


def run_under_node(script: str, given: Path) -> str:
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")
    return subprocess.run([node, JS / script, given], capture_output=True, text=True, check=True).stdout


def test_thousands_of_strokes_give_the_same_bits_under_node(tmp_path: Path):
    strokes = kernel_strokes.samples(COUNT)
    kernel_strokes.packed(strokes).astype("<f8").tofile(tmp_path / "strokes")

    reported = run_under_node("strokes_of_a_file.mjs", tmp_path / "strokes")

    expected = kernel_strokes.checksums(strokes)
    assert [
        row for row, pair in enumerate(zip(expected, json.loads(reported), strict=True)) if pair[0] != pair[1]
    ] == []


def test_chances_and_clear_ways_have_the_same_bits_under_node(tmp_path: Path):
    rng = np.random.default_rng(5)
    hand = Noise(2.0)
    layouts = rng.uniform(-0.35, 0.35, (2_000, kernel.DISCS, 2))
    layouts[rng.random(layouts.shape[:2]) < 0.4] = np.nan
    layouts[:, 0] = np.nan
    points = layouts[0][~np.isnan(layouts[0, :, 0])]
    ways = rng.uniform(-0.35, 0.35, (5_000, 4))
    ignored = rng.integers(-1, len(points), len(ways))
    layouts.tofile(tmp_path / "layouts")
    chances.sight_figures(hand).tofile(tmp_path / "figures")
    ways.tofile(tmp_path / "ways")
    ignored.astype(np.int32).tofile(tmp_path / "ignored")

    run_under_node("sight_of_a_file.mjs", tmp_path)

    found = chances.chances(layouts, range(1, kernel.DISCS), hand)
    assert (tmp_path / "chances").read_bytes() == found.tobytes()
    free = candidates.clear(ways[:, :2], ways[:, 2:], points, 0.035, ignored)
    assert (tmp_path / "free").read_bytes() == free.tobytes()
    assert 0 < free.sum() < len(free)
