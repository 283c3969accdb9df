"""Chances of pieces: the compiled guess is its source to the bit, by every variant, on every thread."""

import math
import threading

import numpy as np
import pytest

from carrom.bots import chances
from carrom.bots.noise import Noise
from carrom.bots.samples import hand_figures
from carrom.physics import native, sight

HANDS = [Noise(magnitude) for magnitude in (0.0, 0.3, 1.0, 4.0)]


def layouts(count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    found = rng.uniform(-0.34, 0.34, (count, 20, 2))
    found[rng.random((count, 20)) < 0.4] = np.nan
    return found


def asked(engine: object, given: np.ndarray, hand: Noise, mask: int = (1 << 20) - 2, turns: int = 0) -> np.ndarray:
    found = np.full((len(given), 20), -1.0)
    figures = chances.sight_figures(hand)
    engine.guess_chances(given, np.array([mask, turns]), figures, found)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: str(hand.magnitude))
def test_the_source_as_it_stands_gives_the_same_bits(hand: Noise):
    given = layouts(40, 1)

    for mask, turns in ((~0, 0), (0b1010101010, 2), (1 << 7, 3), (~0, 1)):
        assert np.array_equal(asked(sight, given, hand, mask, turns), asked(native.native(), given, hand, mask, turns))


def test_every_variant_gives_the_same_bits():
    here, given = native.native(), layouts(3000, 2)
    best = here.use(0)
    found = []
    for variant in {1, best}:
        here.use(variant)
        found.append([asked(here, given, hand).tobytes() for hand in HANDS])
    here.use(0)

    assert all(each == found[0] for each in found)


def test_threads_get_the_same():
    given = [layouts(2000, seed) for seed in range(3)]
    alone = [asked(native.native(), each, HANDS[2]) for each in given]
    found: list[np.ndarray | None] = [None] * 3

    def work(k: int) -> None:
        found[k] = asked(native.native(), given[k], HANDS[2])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all(np.array_equal(one, other) for one, other in zip(alone, found, strict=True))


def test_the_exponential_is_the_exponential():
    for x in np.concatenate([-np.geomspace(1e-18, 700.0, 2000), [-0.0, 0.0]]).tolist():
        exact = math.exp(max(x, -sight.LEAST_POWER))
        assert sight.exponential(x) == pytest.approx(exact, rel=1e-14 if x > -1.0 else 1e-6)


def test_chances_are_within_bounds_and_only_for_pieces_that_are_asked_for():
    given = layouts(2000, 3)
    there = ~np.isnan(given[..., 0])
    found = asked(native.native(), given, HANDS[2], mask=0b111111111100)
    meant = there & (np.arange(20) >= 2) & (np.arange(20) < 12)

    assert np.all(found[~meant] == 0.0)
    assert np.all((found[meant] >= chances.HARD) & (found[meant] <= chances.SURE))
    assert np.unique(found[meant]).size > 1000


def ways(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ways, points, and which point each way ignores."""
    rng = np.random.default_rng(seed)
    return rng.uniform(-0.36, 0.36, (count, 4)), rng.uniform(-0.36, 0.36, (9, 2)), rng.integers(-1, 9, count)


def clear(engine: object, given: tuple[np.ndarray, ...], reach: float) -> np.ndarray:
    free = np.full(len(given[0]), -1, np.int8)
    engine.find_clear_ways(*given, np.array([reach]), free)  # type: ignore[attr-defined]
    return free


def test_ways_are_clear_where_the_source_as_it_stands_says_so():
    given, here = ways(400, 4), native.native()
    found = []
    for variant in (1, here.use(0)):
        here.use(variant)
        found.append(clear(here, given, 0.036).tolist())
    here.use(0)

    assert found == [clear(sight, given, 0.036).tolist()] * 2
    assert set(found[0]) == {0, 1}


def test_a_way_is_clear_if_no_point_is_nearer_than_so():
    lines, points, ignored = ways(500, 5)
    shares = np.linspace(0.0, 1.0, 4001)[:, None]
    for line, but, free in zip(lines, ignored, clear(native.native(), (lines, points, ignored), 0.04), strict=True):
        others = np.delete(points, but, axis=0) if but >= 0 else points
        on_the_way = line[:2] + shares * (line[2:] - line[:2])
        nearest = np.linalg.norm(on_the_way[:, None] - others, axis=-1).min()
        assert bool(free) == (nearest >= 0.04) or abs(nearest - 0.04) < 1e-6


@pytest.mark.parametrize(
    "change",
    [
        {"layouts": np.zeros((3, 19, 2))},
        {"layouts": np.zeros((3, 20, 2), np.float32)},
        {"asked": np.zeros(1, np.int64)},
        {"asked": np.zeros(2)},
        {"figures": np.zeros(14)},
        {"chances": np.zeros((2, 20))},
        {"chances": np.zeros((3, 20))[:, ::2]},
        {"chances": b"bytes"},
        {"chances": None},
    ],
    ids=str,
)
def test_arrays_that_do_not_fit_are_refused(change: dict[str, object]):
    given: dict[str, object] = {
        "layouts": np.zeros((3, 20, 2)),
        "asked": np.zeros(2, np.int64),
        "figures": chances.sight_figures(HANDS[0]),
        "chances": np.zeros((3, 20)),
    }
    native.native().guess_chances(*given.values())

    with pytest.raises((TypeError, ValueError, BufferError)):
        native.native().guess_chances(*(given | change).values())
    with pytest.raises(TypeError):
        native.native().guess_chances(*list(given.values())[:3])


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, np.zeros(7)), (1, np.zeros((21, 2))), (2, np.zeros(3, np.int64)), (2, np.zeros(4)), (3, np.zeros(2))],
)
def test_ways_that_do_not_fit_are_refused(place: int, value: np.ndarray):
    given = [*ways(4, 6), np.array([0.04]), np.zeros(4, np.int8)]
    native.native().find_clear_ways(*given)
    given[place] = value

    with pytest.raises((TypeError, ValueError)):
        native.native().find_clear_ways(*given)
    with pytest.raises((BufferError, ValueError)):
        native.native().find_clear_ways(*ways(4, 6), np.array([0.04]), np.frombuffer(bytes(4), np.int8))


def samples(seed: int) -> dict[str, np.ndarray]:
    """Three strokes from two places, how they were made, and what that led to; four strokes to be judged by it."""
    rng = np.random.default_rng(seed)
    sources = np.array([[0.1, 0.3, 2.0], [0.1, 0.302, 2.1], [-0.05, 0.3, 2.0]])
    counts = np.array([5, 0, 9])
    return {
        "intended": np.array([[0.1, 0.3, 2.0], [0.1, 0.304, 1.9], [-0.05, 0.299, 2.0], [0.05, 0.3, 2.0]]),
        "sources": sources,
        "counts": counts,
        "made": np.repeat(sources, counts, axis=0) + rng.normal(0.0, [5e-4, 4e-3, 0.1], (14, 3)),
        "worths": rng.normal(0.0, 3.0, 14),
        "hand": hand_figures(HANDS[2]),
        "known": np.zeros(1, np.int64),
        "drawn": np.full(14, np.nan),
        "weights": np.full(14, np.nan),
        "shares": np.full((4, 3), np.nan),
    }


def test_samples_are_shared_as_the_source_as_it_stands_shares_them():
    here = native.native()
    found = []
    for variant in (1, here.use(0)):
        here.use(variant)
        given = samples(7)
        here.share_samples(*given.values())
        found.append(given["shares"].tobytes())
    here.use(0)
    plain = samples(7)
    sight.share_samples(*plain.values())

    assert found == [plain["shares"].tobytes()] * 2
    assert plain["shares"][:3, sight.W_BACKING].min() > 1.0 and plain["shares"][3].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "change",
    [
        {"intended": np.zeros((5, 3))},
        {"counts": np.array([5, 0, 8])},
        {"counts": np.array([5, -1, 10])},
        {"counts": np.array([5, 9])},
        {"worths": np.zeros(13)},
        {"hand": np.zeros(5)},
        {"known": np.zeros(2, np.int64)},
        {"drawn": np.zeros(13)},
        {"weights": np.zeros(13)},
        {"shares": np.zeros((3, 3))},
        {"shares": np.zeros((4, 2))},
    ],
    ids=str,
)
def test_samples_that_do_not_fit_are_refused(change: dict[str, np.ndarray]):
    with pytest.raises((TypeError, ValueError)):
        native.native().share_samples(*(samples(7) | change).values())
