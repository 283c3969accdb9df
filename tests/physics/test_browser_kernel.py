"""The page's kernel is made from Python's and gives the same bits (e2e/test_browser_kernel.py: in Chromium too)."""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from carrom.physics import kernel
from tests.support.physics import page_strokes
from tools import kernel_in_javascript
from tools.checks import driver_node
from tools.kernel_in_javascript import CannotTranslateError

SCRIPT = Path(__file__).parent.parent / "js" / "strokes_of_a_file.mjs"
STATIC = "../../src/carrom_web/static/physics"
COUNT = 6_000


def test_the_kernel_of_the_page_is_the_source_told_in_javascript(golden: Callable[[str, str], None]):
    golden(f"{STATIC}/kernel.js", kernel_in_javascript.kernel_module())


def test_the_sliding_table_of_the_page_is_the_library_s(golden: Callable[[str, str], None]):
    golden(f"{STATIC}/sliding.js", kernel_in_javascript.sliding_module())


def test_six_thousand_strokes_give_the_same_bits_under_node(tmp_path: Path):
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")
    strokes = page_strokes.samples(COUNT)
    page_strokes.packed(strokes).astype("<f8").tofile(tmp_path / "strokes")

    told = subprocess.run([node, SCRIPT, tmp_path / "strokes"], capture_output=True, text=True, check=True).stdout

    expected = page_strokes.checksums(strokes)
    assert [row for row, pair in enumerate(zip(expected, json.loads(told), strict=True)) if pair[0] != pair[1]] == []
    assert len(set(expected)) > 0.99 * COUNT  # the checksums tell strokes apart


def test_the_strokes_that_are_compared_are_of_every_kind():
    strokes = page_strokes.samples(COUNT)

    assert {surface for _, _, surface in strokes} == set(range(len(page_strokes.SURFACES_PLAYED)))
    assert {len(position.pieces) for position, _, _ in strokes} == set(range(1, 20))
    assert sum(len(position.pieces) == 19 for position, _, _ in strokes) > COUNT / 10
    angles = np.array([stroke[1] for _, stroke, _ in strokes])
    assert (np.abs(angles[np.isfinite(angles)]) > np.pi / 2).sum() > COUNT / 50
    statuses: Counter[int] = Counter()
    kinds: Counter[int] = Counter()
    for _, _, facts, _, _, events in page_strokes.played(strokes):
        statuses[int(facts[kernel.F_STATUS])] += 1
        kinds.update(events[:, 1].astype(int).tolist())
    assert statuses[kernel.DONE] > 0.99 * COUNT
    assert {kernel.BAD_STROKE, kernel.BAD_SPEED, kernel.BAD_OFFSET, kernel.BAD_ANGLE} < set(statuses)
    assert all(kinds[kind] > 100 for kind in (kernel.PAIR, kernel.FRAME, kernel.POCKET, kernel.WALL, kernel.JUMP))


def test_the_checksum_sees_the_last_bit():
    position, (offset, angle, speed), surface = page_strokes.samples(40)[-1]
    strokes = [(offset, angle, each) for each in (speed, float(np.nextafter(speed, 9.0)))]

    one, another = page_strokes.checksums([(position, stroke, surface) for stroke in strokes])

    assert one != another


@pytest.mark.parametrize(
    "line",
    [
        "for i in range(4):\n        i = i + 1",  # Python goes on counting, JavaScript does not
        "for i in range(n):\n        n = n - 1",
        "a = n ** 2",  # V8's power is not correctly rounded
        "a = math.sin(n)",
        "a = n // 2",
        "a = 0 < n < 3",
        "n[0, 0] = 1.0",  # how long is a row
    ],
)
def test_what_would_not_mean_the_same_in_javascript_is_refused(line: str):
    source = f'"""Title."""\n\nimport math\n\n\ndef work(n: float) -> None:\n    """Works."""\n    {line}\n'

    with pytest.raises(CannotTranslateError):
        kernel_in_javascript._Module(source).text(engine="1")
