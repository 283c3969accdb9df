"""Lessons: every step can be done as shown, by a beginner's hand too, and a miss is explained."""

import random
from dataclasses import replace

import pytest

from carrom.play.course.first import LESSON
from carrom.play.lesson_goals import Goal, Missed
from carrom.play.lessons import BadActionError, Put, Step, attempt, placing
from carrom.terms import Stroke

STEPS = pytest.mark.parametrize("step", LESSON.steps, ids=lambda step: step.key)
AIM, SPEED = 0.008, 0.08  # what a beginner's hand strays by: radians, and of the speed


@STEPS
def test_what_is_shown_reaches_every_goal_one_by_one(step: Step):
    for count in range(len(step.shown) + 1):
        result = attempt(LESSON, step, step.shown[:count])

        assert result.missed is None and result.refused is None
        assert result.reached == count or count == 0
    assert result.reached == len(step.goals)


@STEPS
def test_a_beginner_who_aims_as_shown_does_it_in_three_tries_of_four(step: Step):
    hand = random.Random(7)
    first = step.shown[0]
    if isinstance(first, Put):
        return
    tries = [
        replace(first, angle=first.angle + hand.gauss(0, AIM), speed=first.speed * (1 + hand.gauss(0, SPEED)))
        for _ in range(60)
    ]

    assert sum(attempt(LESSON, step, [one]).reached > 0 for one in tries) >= 45


def test_a_lesson_has_the_steps_of_the_game_in_their_order_and_texts_for_each():
    assert [step.key for step in LESSON.steps] == ["place", "aim", "power", "sink", "queen", "cover", "foul", "due"]
    for step in LESSON.steps:
        words = (step.title, step.says, step.hint, step.praise, *(words for _goal, words in step.goals))
        assert all(words)
        assert LESSON.step(step.key) is step


@pytest.mark.parametrize(
    ("key", "stroke", "missed"),
    [
        ("place", Stroke(0.0, 0.0, 1.0), Missed.NOT_MOVED),
        ("aim", Stroke(0.0, -0.9, 1.0), Missed.NOTHING_TOUCHED),
        ("aim", Stroke(0.0, 0.0, 1.0), Missed.OTHER_COIN),
        ("power", Stroke(0.0, 0.0, 0.4), Missed.NOTHING_TOUCHED),
        ("power", Stroke(0.0, 0.0, 0.8), Missed.NOT_YET),
        ("sink", Stroke(0.0, -0.525, 1.6), Missed.NOT_YET),
        ("sink", Stroke(0.0545, -0.4545, 1.6), Missed.STRIKER_DOWN),
        ("foul", Stroke(0.0, 0.3, 1.0), Missed.NOT_YET),
    ],
)
def test_a_stroke_that_misses_is_explained(key: str, stroke: Stroke, missed: Missed):
    result = attempt(LESSON, LESSON.step(key), [stroke])

    assert (result.reached, result.missed) == (0, missed)
    assert result.motion is not None


def test_a_queen_that_is_not_covered_misses_the_second_goal_alone():
    step = LESSON.step("cover")

    result = attempt(LESSON, step, [step.shown[0], Stroke(0.0, 0.0, 0.3)])

    assert (result.reached, result.missed) == (1, Missed.NOTHING_TOUCHED)


def test_a_coin_is_put_back_where_the_laws_allow_it():
    step = LESSON.step("due")
    free = placing(LESSON, step)

    assert attempt(LESSON, step, [Put(*free.suggested)]).reached == 1
    assert step.goals[0][0] is Goal.RETURNED
    for place in (Put(0.0, 0.0), Put(0.3, 0.0)):
        assert attempt(LESSON, step, [place]).refused is not None


@pytest.mark.parametrize(
    ("key", "actions"),
    [
        ("aim", [Put(0.0, 0.05)]),
        ("due", [Stroke(0.0, 0.0, 1.0)]),
        ("aim", [Stroke(0.4, 0.0, 1.0)]),
        ("sink", [Stroke(0.0, -0.5437, 0.001)]),
        ("aim", [Stroke(0.0, 0.0, 99.0)]),
        ("aim", [Stroke(0.0, 0.5225, 1.2), Stroke(0.0, 0.0, 1.0)]),
        ("aim", [Stroke(0.0, 0.0, 1.0), Stroke(0.0, 0.5225, 1.2)]),
    ],
)
def test_what_cannot_be_done_in_a_step_is_refused(key: str, actions: list[Stroke | Put]):
    with pytest.raises(BadActionError):
        attempt(LESSON, LESSON.step(key), actions)


def test_a_step_without_a_due_has_no_place_for_one():
    with pytest.raises(BadActionError):
        placing(LESSON, LESSON.step("aim"))
