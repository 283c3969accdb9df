"""Random numbers that the kernel's module draws: those of numpy, which are the source."""

import random
from dataclasses import dataclass

import numpy as np
import pytest

from carrom.bots.noise import Mixed, generator
from carrom.physics.native import native


@dataclass
class Says:
    """A source of one number."""

    value: float

    def random(self) -> float:
        """The number."""
        return self.value


def test_a_stream_is_the_one_that_numpy_makes_of_the_seed():
    rng = random.Random(1)
    seeds = [0, 1, 2**32 - 1, 2**32, 2**53 - 1, *(int(rng.random() * 2**53) for _ in range(500))]

    for seed in seeds:
        made = generator(Says(seed / 2**53)).bit_generator.state

        assert made == np.random.PCG64(seed).state


def test_a_mixed_seed_has_four_words_and_no_others():
    mixed = Mixed(np.arange(4, dtype=np.uint64))

    assert mixed.generate_state(4, np.uint64).tolist() == [0, 1, 2, 3]
    for count, kind in ((3, np.uint64), (4, np.uint32), (8, np.uint32)):
        with pytest.raises(ValueError, match="words"):
            mixed.generate_state(count, kind)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 16])
def test_rows_are_those_that_numpy_draws_one_after_another(count: int):
    # just above 2**30 every fourth number is drawn again
    below = np.array([7, 0, 1, 2, 2**31 - 1, 0, 2**30 + 1, 3])
    for seed in range(60):
        ours, numpys = np.random.default_rng(seed), np.random.default_rng(seed)
        for rng in (ours, numpys):
            rng.permutation(5)  # half a word may be left
        wholes, shares = np.zeros((8, count), np.int64), np.zeros((8, count))

        native().draw_rows(ours.bit_generator.capsule, below, wholes.reshape(-1), shares.reshape(-1))

        for row, most in enumerate(below.tolist()):
            if most:
                assert wholes[row].tolist() == numpys.integers(most, size=count).tolist()
                assert not shares[row].any()
            else:
                assert shares[row].tolist() == numpys.random(count).tolist()
                assert not wholes[row].any()
        assert ours.bit_generator.state == numpys.bit_generator.state


def test_what_cannot_be_drawn_or_mixed_is_refused():
    rng, two, six = np.random.default_rng(1), np.array([2, 0]), np.zeros(6)
    capsule = rng.bit_generator.capsule  # which does not keep the generator alive
    whole = six.astype(np.int64)
    read_only = whole.copy()
    read_only.flags.writeable = False
    for given in (
        (3, two, whole, six),
        (native().use, two, whole, six),
        (capsule, two, whole[:5], six[:5].copy()),  # no two rows
        (capsule, two, whole, six[:4].copy()),
        (capsule, two[:0], whole, six),
        (capsule, two.astype(float), whole, six),
        (capsule, two, read_only, six),
        (capsule, np.array([2, -1]), whole, six),
        (capsule, np.array([2, 2**31]), whole, six),
        (capsule, two, whole),
    ):
        with pytest.raises((TypeError, ValueError, BufferError)):
            native().draw_rows(*given)
    for seed, words in ((two, whole[:4]), (two[:1], whole[:3]), (two[:1], six[:4]), (two[:1].astype(float), whole[:4])):
        with pytest.raises((TypeError, ValueError)):
            native().mix_seed(seed, words)
