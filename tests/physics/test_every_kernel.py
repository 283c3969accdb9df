"""Every engine gives the same bits: the source as it stands, compiled for any processor, by numba; on any thread."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from carrom.physics import kernel
from carrom.physics.native import native
from tests.support.physics import kernel_strokes, numba_kernel
from tests.support.thorough import one_of

COUNT = one_of(5_000, 20_000)
VARIANTS = (1, 3)  # any processor, AVX2


Strokes = list[kernel_strokes.Sample]


@pytest.fixture(scope="module")
def strokes() -> Strokes:
    return kernel_strokes.samples(COUNT)


@pytest.fixture(scope="module")
def expected(strokes: Strokes) -> list[int]:
    return kernel_strokes.checksums(strokes)


@pytest.fixture
def variant() -> Iterator[None]:
    """Leaves the best variant in use."""
    yield
    native().use(0)


def different(one: list[int], other: list[int]) -> list[int]:
    """The rows of the strokes that differ."""
    return [row for row, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]


@pytest.mark.usefixtures("variant")
@pytest.mark.parametrize("number", VARIANTS)
def test_each_variant_plays_thousands_of_strokes_to_the_same_bits(number: int, strokes: Strokes, expected: list[int]):
    if number > native().use(0):
        pytest.skip(f"this processor cannot run variant {number}")
    assert native().use(number) == number

    assert different(kernel_strokes.checksums(strokes), expected) == []


def test_the_source_as_it_stands_plays_to_the_same_bits(strokes: Strokes, expected: list[int]):
    few = range(0, COUNT, COUNT // one_of(80, 150))

    with np.errstate(divide="ignore", invalid="ignore"):  # as in C: what is no number is compared, and is false
        reported = kernel_strokes.checksums([strokes[row] for row in few], kernel.simulate_strokes)

    assert different(reported, [expected[row] for row in few]) == []


@pytest.mark.thorough  # numba takes some 20 s
def test_numba_plays_thousands_of_strokes_to_the_same_bits(strokes: Strokes, expected: list[int]):
    assert different(kernel_strokes.checksums(strokes, numba_kernel.simulate_strokes()), expected) == []


def test_threads_and_processes_play_to_the_same_bits(strokes: Strokes, expected: list[int]):
    program = "from tests.support.physics.kernel_strokes import *; print(*checksums(samples(2_000)))"
    with ThreadPoolExecutor(3) as pool:
        parts = list(pool.map(lambda k: kernel_strokes.checksums(strokes[k::3]), range(3)))

    reported = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert [different(part, expected[k::3]) for k, part in enumerate(parts)] == [[], [], []]
    assert different(list(map(int, reported.split())), expected[:2_000]) == []


def test_the_strokes_that_are_compared_are_of_every_kind(strokes: Strokes, expected: list[int]):
    assert {surface for _, _, surface in strokes} == set(range(len(kernel_strokes.SURFACES_PLAYED)))
    assert {len(position.pieces) for position, _, _ in strokes} == set(range(1, 20))
    assert sum(len(position.pieces) == 19 for position, _, _ in strokes) > COUNT / 10
    angles = np.array([stroke[1] for _, stroke, _ in strokes])
    assert (np.abs(angles[np.isfinite(angles)]) > np.pi / 2).sum() > COUNT / 50
    statuses: Counter[int] = Counter()
    kinds: Counter[int] = Counter()
    for _, _, facts, _, _, events in kernel_strokes.played(strokes):
        statuses[int(facts[kernel.F_STATUS])] += 1
        kinds.update(events[:, 1].astype(int).tolist())
    assert statuses[kernel.DONE] > 0.99 * COUNT
    assert {kernel.BAD_STROKE, kernel.BAD_SPEED, kernel.BAD_OFFSET, kernel.BAD_ANGLE} < set(statuses)
    assert all(kinds[kind] > 100 for kind in (kernel.PAIR, kernel.FRAME, kernel.POCKET, kernel.WALL, kernel.JUMP))
    assert len(set(expected)) > 0.99 * COUNT  # the checksums tell strokes apart


def test_the_checksum_sees_the_last_bit(strokes: Strokes):
    position, (offset, angle, speed), surface = strokes[39]
    both = [(offset, angle, each) for each in (speed, float(np.nextafter(speed, 9.0)))]

    one, another = kernel_strokes.checksums([(position, stroke, surface) for stroke in both])

    assert one != another
