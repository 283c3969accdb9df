"""Every lesson of the course: the strokes shown work, even with a slightly unsteady hand, and its texts are true."""

import math
from dataclasses import replace
from itertools import product

import pytest

from carrom.equipment.measurements import COIN_RADIUS
from carrom.laws.judge import judge
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Ruling
from carrom.laws.texts.lookup import clause
from carrom.physics.simulate import simulate
from carrom.play.course.every import LESSONS
from carrom.play.facts_from_motion import facts_from_motion
from carrom.play.lesson_goals import PUT_GOALS, Missed
from carrom.play.lessons import Action, Lesson, Part, Put, Step, attempt, placing
from carrom.terms import Piece, Seat, Side, Stroke
from tests.support.in_one_test import in_one_test

AIM = math.radians(0.1)  # what every shown stroke must bear,
SPEED = 0.02  # and of its speed
ALL = [(lesson, step) for lesson in LESSONS.values() for step in lesson.steps]
STEPS = in_one_test("lesson, step", ALL, name=lambda case: f"{case[0].key}-{case[1].key}")
LESSON = in_one_test("lesson", LESSONS.values(), name=lambda lesson: lesson.key)


def ruled(lesson: Lesson, step: Step, stroke: Action) -> Ruling:
    """The ruling of the first stroke of a step."""
    assert isinstance(stroke, Stroke)
    motion = simulate(step.position, stroke, Seat.SOUTH)
    return judge(step.board(lesson.laws), facts_from_motion(motion, step.position, stroke, Seat.SOUTH), lesson.laws)


def shown(lesson: str, step: str) -> Ruling:
    """The ruling of what a step shows first."""
    found = LESSONS[lesson].step(step)
    return ruled(LESSONS[lesson], found, found.shown[0])


@STEPS
def test_what_is_shown_reaches_every_goal_one_by_one(lesson: Lesson, step: Step):
    for count in range(1, len(step.shown) + 1):
        result = attempt(lesson, step, step.shown[:count])

        assert (result.reached, result.missed, result.refused) == (count, None, None)
    assert len(step.shown) == len(step.goals)


@STEPS
def test_a_shown_stroke_bears_a_tenth_of_a_degree_and_a_fiftieth_of_its_speed(lesson: Lesson, step: Step):
    for count, action in enumerate(step.shown):
        if isinstance(action, Put):
            continue
        for aim, speed in product((-AIM, AIM), (1 - SPEED, 1 + SPEED)):
            strayed = replace(action, angle=action.angle + aim, speed=action.speed * speed)

            assert attempt(lesson, step, [*step.shown[:count], strayed]).reached == count + 1, (aim, speed)


@STEPS
def test_all_that_lies_on_the_board_lies_free_and_nothing_is_done_before_it_is_started(lesson: Lesson, step: Step):
    pieces = step.position.pieces
    apart = [math.dist((a.x, a.y), (b.x, b.y)) for i, a in enumerate(pieces) for b in pieces[i + 1 :]]

    assert min(apart, default=1.0) >= 2 * COIN_RADIUS
    assert (step.due is not None) == (step.goals[0][0] in PUT_GOALS)
    assert all([step.title, step.says, step.hint, step.praise, *(words for _goal, words in step.goals)])
    if step.due is None:  # a soft stroke to the side does not do it by accident
        result = attempt(lesson, step, [Stroke(0.0, 1.2, 0.3)])
        assert result.missed is not None or step.goals[0][0] is Reason.NOTHING_TOUCHED


@STEPS
def test_the_rule_of_a_step_stands_in_the_document_of_its_ruleset(lesson: Lesson, step: Step):
    cited = [clause(rule) for rule in step.rules]

    assert all(one.document == lesson.ruleset and one.text for one in cited)
    goal, _words = step.goals[0]
    if isinstance(goal, Reason):
        assert set(step.rules) & set(ruled(lesson, step, step.shown[0]).clauses), "the ruling names another rule"


@LESSON
def test_a_lesson_has_steps_with_names_of_their_own(lesson: Lesson):
    assert 3 <= len(lesson.steps) <= 8
    assert len({step.key for step in lesson.steps}) == len({step.title for step in lesson.steps}) == len(lesson.steps)
    assert lesson.title and lesson.says


def test_every_ruleset_has_a_lesson_and_the_course_begins_with_the_first():
    rules = [lesson.ruleset for lesson in LESSONS.values() if lesson.part is Part.RULES]

    assert sorted(rules) == sorted(RULESETS)
    assert next(iter(LESSONS)) == "first"


@pytest.mark.parametrize(("lesson", "points"), [("icf", 6), ("classic", 8), ("kagw", 8), ("polish", 6)])
def test_a_board_that_is_won_brings_the_points_that_are_reported(lesson: str, points: int):
    step = LESSONS[lesson].step("win")
    outcome = shown(lesson, "win").outcome

    assert outcome is not None and (outcome.winner, outcome.points) == (Side.A, points)
    assert f"That makes {points}." in step.praise


@pytest.mark.parametrize(
    ("lesson", "back", "plays_on"), [("icf", 2, True), ("classic", 1, False), ("kagw", 1, False), ("polish", 2, True)]
)
def test_coin_and_striker_down_cost_what_is_stated(lesson: str, back: int, plays_on: bool):
    ruling = shown(lesson, "both-down")

    assert [one.piece for one in ruling.returns] == [Piece.WHITE] * back
    assert ruling.keeps_turn is plays_on


@pytest.mark.parametrize(
    ("lesson", "step", "back", "plays_on"),
    [
        ("icf", "opponents-coin", [], False),
        ("icf", "early-queen", [Piece.QUEEN], False),
        ("classic", "opponents-coin", [Piece.WHITE], False),
        ("classic", "last-too-early", [Piece.WHITE, Piece.WHITE], False),
        ("classic", "opponents-last", [Piece.BLACK, Piece.WHITE], False),
        ("kagw", "behind-line", [Piece.WHITE], False),
        ("kagw", "early-queen", [], True),
        ("polish", "together", [], True),
        ("baca19", "black-too-early", [Piece.BLACK], True),
        ("baca19", "together", [], True),
        ("baca19", "last-white", [Piece.WHITE], True),
        ("common", "nothing-hit", [Piece.WHITE], False),
        ("common", "comes-back", [Piece.WHITE], False),
        ("common", "colours", [], True),
        ("common", "opponents-coin", [Piece.BLACK, Piece.WHITE], False),
        ("common", "spoilt-cover", [Piece.QUEEN, Piece.BLACK], False),
    ],
)
def test_what_comes_back_and_who_plays_on_is_as_reported(lesson: str, step: str, back: list[Piece], plays_on: bool):
    ruling = shown(lesson, step)

    assert sorted(one.piece for one in ruling.returns) == sorted(back)
    assert ruling.keeps_turn is plays_on


@pytest.mark.parametrize(("lesson", "step"), [("polish", "last-too-early"), ("finish", "wrong-order")])
def test_the_last_coin_before_the_queen_loses_the_board(lesson: str, step: str):
    outcome = shown(lesson, step).outcome

    assert outcome is not None and outcome.winner is Side.B


def test_a_coin_that_leaves_a_way_open_guards_nothing():
    lesson = LESSONS["dues"]
    step = lesson.step("guard")

    result = attempt(lesson, step, [Put(0.045, 0.045)])

    assert (result.reached, result.missed) == (0, Missed.NOT_YET)


def test_a_coin_in_line_with_the_queen_is_refused():
    lesson = LESSONS["dues"]
    step = lesson.step("no-line")
    offered = placing(lesson, step).suggested

    assert offered is not None and attempt(lesson, step, [Put(*offered)]).refused is Reason.PLACE_MAKES_SHOT


def test_no_step_about_placing_is_done_by_leaving_the_coin_where_it_is_offered():
    lesson = LESSONS["dues"]
    for step in lesson.steps:
        offered = placing(lesson, step).suggested

        assert offered is not None and attempt(lesson, step, [Put(*offered)]).reached == 0


@pytest.mark.parametrize(
    ("lesson", "step", "stroke"),
    [
        ("rebounds", "back-to-you", Stroke(-0.113, 1.7, 1.6)),  # straight to the coin, off no frame
        ("thumb", "straight-back", Stroke(0.0, 0.0, 3.0)),  # forward
        ("combinations", "two-whites", Stroke(0.0, 0.5, 2.0)),
        ("thin-cuts", "edge", Stroke(0.0, 0.0, 2.0)),
    ],
)
def test_a_stroke_that_does_it_otherwise_or_not_at_all_is_not_yet_it(lesson: str, step: str, stroke: Stroke):
    result = attempt(LESSONS[lesson], LESSONS[lesson].step(step), [stroke])

    assert result.reached == 0 and result.missed is not None


def test_a_coin_sunk_by_the_striker_itself_is_no_combination_and_no_thin_cut():
    cut, pair = LESSONS["thin-cuts"], LESSONS["combinations"]
    alone = replace(pair.step("two-whites"), pieces=((2, 300.0, 250.0), (12, -40.0, -70.0)))
    straight = replace(cut.step("edge"), pieces=alone.pieces)
    stroke = Stroke(0.0, -0.5437, 1.4)

    assert attempt(LESSONS["first"], LESSONS["first"].step("sink"), [stroke]).reached == 1
    assert attempt(pair, alone, [stroke]).reached == 0
    assert attempt(cut, straight, [stroke]).reached == 0


def test_a_board_that_is_lost_ends_a_step_though_a_goal_of_it_was_reached():
    lesson = LESSONS["finish"]
    step = replace(
        lesson.step("wrong-order"),
        goals=((Reason.OWN_LAST_QUEEN_UP, "first"), (Reason.QUEEN_SAFE, "never")),
    )

    result = attempt(lesson, step, step.shown)

    assert (result.reached, result.missed) == (0, Missed.NOT_YET)
