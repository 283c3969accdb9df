"""The tool that writes what computers choose, so that a change which should leave that alone can be held to it."""

from itertools import islice

from tools import choices


def test_the_same_positions_are_decided_in_the_same_way_to_the_bit():
    states = list(islice(choices.positions(), 4))

    first = list(choices.decisions("beginner", states))

    assert list(choices.decisions("beginner", states)) == first
    assert len(first) == len(set(first)) == 4 * len(states)
