"""Every named scene is a state that could be: the checks that entries pass hold for it."""

import pytest

from carrom.equipment.validity import position_faults
from carrom.match.awaiting import Decision
from carrom.play import invariants, scenes
from carrom.play.domain import StrokeDomain, domain


@pytest.mark.parametrize("name", scenes.NAMES)
def test_a_scene_breaks_no_invariant_and_is_the_same_each_time(name):
    state = scenes.scene(name)

    assert invariants.state_breaches(state) == ()
    assert list(position_faults(scenes.position(name))) == []
    assert state == scenes.scene(name)


@pytest.mark.parametrize("name", scenes.NAMES)
def test_a_scene_has_something_to_answer_unless_it_is_over(name):
    state = scenes.scene(name)
    asked = domain(state)

    assert (asked.kind is Decision.OVER) is (name == "over")
    if isinstance(asked, StrokeDomain):
        assert asked.spans


def test_there_is_a_scene_for_each_decision_of_play():
    awaited = {scenes.scene(name).match.awaiting.kind for name in scenes.NAMES}

    assert awaited >= {Decision.TOSS, Decision.STROKE, Decision.PLACING, Decision.OVER}
